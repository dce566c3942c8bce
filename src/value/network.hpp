#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/weights.hpp"
#include "optimise/cycles.hpp"
#include "value/batch.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// Sizes of the paper's value network. The paper's "8 heads and 128 units each" is read as 128 in all; for
/// the other reading set attention to 1024.
struct NetworkShape {
    int hidden = 64;     ///< of each direction of the LSTM
    int embedding = 64;  ///< of a route
    int heads = 8;
    int attention = 128;  ///< of all heads together
    int attended = 64;    ///< of a route after attention
    int dense = 128;      ///< of the layer before the scores
    int outputs = 1;      ///< scores of a start
    bool operator==(const NetworkShape&) const = default;
};

/// All tensors that such a network learns.
TensorTable network_tensors(const NetworkShape& shape);

/// The paper's value network, for scoring: a bidirectional LSTM along each route, attention over the routes
/// of a start, their mean joined with the start's features, two dense layers. Scores of several numbers of
/// cycles may come from one network; the one that was trained for the wanted number is used.
class Network : public Scorer {
  public:
    /// Throws InputError, naming `file`, where the weights are not those of a network, were trained on other
    /// features than ours, or have no score for `cycles` .
    /// Where their view is `cycle`, it expects starts that have been moved on: `make_scorer` sees to that.
    Network(Weights weights, const std::string& file, int cycles = until_converged);
    ~Network() override;

    std::string name() const override { return name_; }
    std::unique_ptr<Scorer> clone() const override;
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override;
    View view() const override { return builder_.view(); }

    /// Scores of a whole batch, (starts, outputs); none where it was stopped.
    std::vector<float> forward(const Batch& batch, const StopPoll& stop = StopPoll()) const;
    const NetworkShape& shape() const { return shape_; }

  private:
    struct Layers;
    Network(const Network& other) = default;

    std::string name_;
    NetworkShape shape_;
    int output_ = 0;
    std::shared_ptr<const Layers> layers_;
    BatchBuilder builder_;
    LastFeatures features_;
};

}  // namespace l2r

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/weights.hpp"
#include "sample/samples.hpp"
#include "value/features.hpp"
#include "value/scorer.hpp"
#include "value/view.hpp"

namespace l2r {

/// What a linear scorer sees of a start: its start_features.
class StartReader {
  public:
    using Row = std::array<float, start_features.size()>;

    explicit StartReader(View view) : viewer_(view) {}

    View view() const { return viewer_.view(); }
    /// Stopped, it leaves the row unfinished.
    const Row& read(const Instance& instance, const Start& start, const StopPoll& stop = StopPoll());

  private:
    Viewer viewer_;
    LastFeatures features_;
    Row row_{};
};

/// A weighted sum of a start's features: weak, but far cheaper than a network. It needs no places.
class LinearScorer : public Scorer {
  public:
    /// Throws InputError, naming `file`, where the weights are not those of a linear scorer, were trained on
    /// other features than ours, or have no score for `cycles`. Where their view is `cycle`, it
    /// expects starts that have been moved on: `make_scorer` sees to that.
    LinearScorer(const Weights& weights, const std::string& file, int cycles = until_converged);

    std::string name() const override { return name_; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<LinearScorer>(*this); }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override;
    View view() const override { return reader_.view(); }

  private:
    std::string name_;
    StartReader reader_;
    std::array<double, start_features.size()> mean_{}, factor_{};
};

/// What a linear scorer learns of each start, relative to the others of its group: the rank of its outcome,
/// the outcome itself, or whether that is shorter than the parent (perturbed starts only).
enum class LinearTarget { rank, length, improves };

struct LinearSettings {
    std::vector<int> outputs = {until_converged};  ///< numbers of cycles; a score for each
    LinearTarget target = LinearTarget::rank;
    Reading reading;
    double ridge = 1e-4;       ///< at least 0; features have a variance of 1
    double validation = 0.02;  ///< share of the groups that is held out
    double margin = 0.01;      ///< held-out pairs whose lengths differ by less are not counted
    int threads = 1;
};

struct LinearFit {
    Weights weights;
    std::int64_t training_groups = 0, held_out_groups = 0;
    /// Of each output: the share of pairs in the right order. Empty where no pair was held out.
    std::vector<double> held_out_accuracy;
};

/// Ridge regression within groups: only what differs between starts of one group counts. Where differences
/// are small, those of rank scores are the log-odds of which start ends shorter. The result does not depend
/// on the number of threads. `finished` is called, by one thread at a time, with the number of groups done.
LinearFit fit_linear(const SampleSet& samples, const LinearSettings& settings,
                     const std::function<void(std::int64_t done)>& finished = {});

}  // namespace l2r

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/tensor_table.hpp"
#include "value/lstm.hpp"

/// The one door to libtorch: plain types in, plain types out, readable as C++17.
namespace l2r::train {

/// How the LSTM is computed: our operator, or libtorch's own over packed sequences or over batches of routes
/// of one length (for comparison, and for devices other than the processor).
enum class LstmEngine { ours, packed, equal_length };

enum class Loss { pairs, regression, improve };

struct EngineShape {
    int stop_features = 0, start_features = 0;
    int hidden = 0, embedding = 0, heads = 0, attention = 0, attended = 0, dense = 0, outputs = 0;
    TensorTable tensors;  ///< l2r::network_tensors
};

/// A batch, as l2r::Batch has it, and what became of its starts.
struct EngineBatch {
    const Packing* packing = nullptr;
    const float* forward = nullptr;  ///< (total, stop_features)
    const float* reverse = nullptr;
    const std::vector<int>* slot = nullptr;
    const std::vector<int>* routes = nullptr;  ///< of each start
    const float* summary = nullptr;            ///< (starts, start_features)
    int groups = 0, group_size = 0;            ///< starts = groups x group_size
    const float* lengths = nullptr;            ///< (starts, outputs)
    const float* parents = nullptr;            ///< (groups): lengths to end below; Loss::improve only
};

struct LossSettings {
    Loss loss = Loss::pairs;
    float margin = 0.01F;       ///< pairs whose lengths differ by less are left out, and so are equal ones
    std::vector<float> weight;  ///< (outputs): factor of each sum of losses
    std::vector<float> mean, scale;  ///< (outputs): of lengths; Loss::regression only
    /// (outputs): deviation of one run's length where the given ones are means over several runs; then every
    /// pair counts, with the chance that the first of two runs ends longer as its label. Empty: lengths are
    /// of one run.
    std::vector<float> spread;
};

/// Gradients of the network on one thread. Parameters are shared: they lie in the caller's memory.
class Engine {
  public:
    /// `parameters` are those of all tensors, as their table places them. `device` as libtorch names it;
    /// throws InputError where there is none of that name.
    Engine(const EngineShape& shape, float* parameters, LstmEngine lstm, const std::string& device = "cpu");
    ~Engine();
    Engine(Engine&&) noexcept;

    /// Scores, (starts, outputs).
    std::vector<float> forward(const EngineBatch& batch);
    /// The weighted loss of each output; writes the gradient of their sum, as long as the parameters, to
    /// `gradient`.
    std::vector<double> gradient(const EngineBatch& batch, const LossSettings& settings, float* gradient);
    /// The losses alone.
    std::vector<double> losses(const EngineBatch& batch, const LossSettings& settings);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Every worker computes by itself: one thread within an operation, for the whole program.
void use_one_thread();

}  // namespace l2r::train

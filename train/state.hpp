#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/weights.hpp"
#include "value/network.hpp"

namespace l2r::train {

/// One validation on the held-out part.
struct Validation {
    std::int64_t starts = 0;       ///< seen in training so far
    double training_loss = 0;      ///< a pair or start, of the last output, mean since the last validation
    double loss = 0;               ///< the same, held out
    std::vector<double> accuracy;  ///< of each output: share of pairs in the right order
};

/// Everything that training resumes from.
struct State {
    std::vector<float> parameters, first_moment, second_moment, best;
    std::int64_t step = 0;
    double loss_sum = 0;  ///< since the last validation
    std::int64_t loss_steps = 0;
    double best_loss = 0;
    int validations_since_best = 0;
    std::vector<Validation> validations;

    /// A validation at the parameters as they are, which are kept where none before was better.
    void add(const Validation& validation);
};

/// As PyTorch draws them: uniform within one over the root of a layer's inputs, of an LSTM's hidden units.
State initial_state(const NetworkShape& shape, std::uint64_t seed);

/// A step of Adam with the usual moments (0.9, 0.999).
void adam_step(State& state, const std::vector<float>& gradient, double rate);

/// A checkpoint as weights. `settings` is kept as text: resuming is refused where it differs.
Weights pack_state(const State& state, const std::string& settings);
/// The weights of a checkpoint. Throws InputError, saying what to do, where they are damaged.
Weights read_checkpoint(const std::filesystem::path& file);
State unpack_state(const Weights& weights, const std::string& settings, std::size_t parameters,
                   const std::string& file);

}  // namespace l2r::train

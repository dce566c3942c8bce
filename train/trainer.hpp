#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/ranks.hpp"
#include "base/workers.hpp"
#include "chunk.hpp"
#include "scaling.hpp"
#include "state.hpp"
#include "train_options.hpp"
#include "value/about.hpp"

namespace l2r::train {

/// Trains a network on samples. Everything that happens depends on the options, the samples and the number of
/// ranks alone, not on threads or interruptions.
class Trainer {
  public:
    Trainer(const SampleSet& samples, const TrainOptions& options, Ranks& ranks);
    ~Trainer();

    std::int64_t steps() const { return steps_; }
    std::int64_t batch_starts() const { return groups_per_batch_ * samples_.recipe().starts; }
    /// Whether lengths are means over several orders of a start's routes.
    bool means() const { return samples_.recipe().orders > 1; }
    std::int64_t held_out_groups() const { return samples_.groups() - training_groups_; }
    const State& state() const { return state_; }

    /// The validation at which the best parameters were found; null where there was none, or nothing is held
    /// out.
    const Validation* best_validation() const;

    /// Resumes from the checkpoint if there is one. Throws InputError where that is damaged or of another
    /// training.
    void begin(const std::filesystem::path& checkpoint);
    /// Whether all steps are done, or validations have shown no improvement for too long.
    bool finished() const;
    /// One batch, and a validation where one is due; returns whether there was one.
    bool step();
    /// On rank 0; others do nothing.
    void save(const std::filesystem::path& checkpoint) const;
    /// The best parameters so far, to be used; before the first validation, and where nothing is held out,
    /// the latest.
    Weights weights() const;

  private:
    struct Worker;

    void begin_from(const std::filesystem::path& file);
    LossSettings loss_settings(std::span<const std::int64_t> groups) const;
    std::vector<std::int64_t> batch_groups(std::int64_t step);
    /// The chunks of this rank, where this many groups are cut into chunks.
    std::vector<std::size_t> own_chunks(std::size_t groups) const;
    /// That worker, with the starts of one chunk of the groups.
    Worker& filled(int worker, std::size_t chunk, std::span<const std::int64_t> groups,
                   std::span<const Symmetry> symmetries);
    double batch_gradient(std::span<const std::int64_t> groups, std::vector<float>& gradient);
    std::vector<double> held_out_sums();
    void validate();
    double rate() const;
    std::string settings() const;

    const SampleSet& samples_;
    const TrainOptions& options_;
    Ranks& ranks_;
    std::vector<int> outputs_;
    std::vector<double> order_variance_;  ///< of each output
    SampleScaling scaling_;
    std::int64_t training_groups_ = 0, groups_per_batch_ = 0, groups_per_chunk_ = 0, steps_ = 0;
    std::int64_t validation_starts_ = 0;  ///< between two validations
    std::string groups_digest_, from_digest_;
    std::vector<SampleSource>
        sources_;  ///< all samples that were learned from, by the network begun with too
    State state_;
    Workers workers_;
    std::vector<std::unique_ptr<Worker>> teams_;
    std::int64_t epoch_ = -1;
    std::vector<std::int64_t> order_;  ///< of the training groups in that epoch
};

}  // namespace l2r::train

#pragma once

#include <filesystem>
#include <vector>

#include "base/workers.hpp"
#include "optimise/learnt/policy_search.hpp"
#include "policy_engine.hpp"
#include "state.hpp"
#include "train_options.hpp"

namespace l2r::train {

/// Trains a policy by REINFORCE: several runs from each start, each judged against the mean of the others.
/// Everything that happens depends on the options alone, not on threads or interruptions.
class PolicyTrainer {
  public:
    explicit PolicyTrainer(const TrainPolicyOptions& options);

    std::int64_t steps() const { return steps_; }
    std::int64_t batch_episodes() const { return std::int64_t{options_.batch} * options_.rollouts; }
    /// Of a validation, `starts` are the episodes so far, `training_loss` is the mean length of the runs
    /// learned from, and `loss` that of the held-out runs.
    const State& state() const { return state_; }
    /// Mean length of the fixed cycle's runs from the held-out starts.
    double fixed_length() const { return fixed_length_; }

    /// Resumes from the checkpoint if there is one. Throws InputError where that is damaged or of another
    /// training.
    void begin(const std::filesystem::path& checkpoint);
    bool finished() const { return state_.step >= steps_; }
    /// One batch, and a validation where one is due; returns whether there was one.
    bool step();
    void save(const std::filesystem::path& checkpoint) const;
    /// The best parameters so far.
    Weights weights() const;

  private:
    /// The runs from one start.
    struct Rollouts {
        std::vector<std::vector<learnt::PolicyStep>> steps;
        std::vector<double> lengths;
    };

    Rollouts roll_out(const learnt::Policy& policy, std::uint64_t index, paper::LocalSearch& search) const;
    PolicyBatch batch_of(const std::vector<Rollouts>& all) const;
    double held_out_length(
        const std::function<Outcome(paper::LocalSearch&, const Instance&, const Start&, Random&)>& run);
    void validate();
    std::string settings() const;

    const TrainPolicyOptions& options_;
    std::int64_t steps_ = 0;
    State state_;
    Workers workers_;
    std::vector<paper::LocalSearch> searches_;  ///< one a worker
    double fixed_length_ = 0;
};

}  // namespace l2r::train

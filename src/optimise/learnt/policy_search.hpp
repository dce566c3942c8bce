#pragma once

#include <memory>
#include <string>
#include <vector>

#include "optimise/learnt/policy.hpp"
#include "optimise/paper/local_search.hpp"

namespace l2r::learnt {

/// A choice among several open moves.
struct PolicyStep {
    PolicyRow row{};
    std::array<bool, paper::all_moves.size()> open{};
    paper::MoveKind chosen = paper::MoveKind::two_opt;
};

/// Lets a policy choose the sweeps of one run after another.
class PolicyChooser : public paper::SweepChooser {
  public:
    explicit PolicyChooser(const Policy& policy) : policy_(policy) {}

    /// Before each run. Only a sampled choice draws from `random`. Every choice among several moves is added
    /// to `steps`, where these are asked for.
    void begin(const Instance& instance, Choice choice, Random& random,
               std::vector<PolicyStep>* steps = nullptr);
    paper::MoveKind next(const paper::SearchState& state) override;

  private:
    paper::MoveKind decide(const paper::SearchState& state, const MoveScores& scores);

    const Policy& policy_;
    RunHistory history_;
    Choice choice_ = Choice::greedy;
    Random* random_ = nullptr;
    std::vector<PolicyStep>* steps_ = nullptr;
};

/// The paper's five moves in an order that a learnt policy chooses sweep by sweep, after L2I (Lu et al.
/// 2020); what L2I perturbs is left to the explorer. A run ends where no move gains anything, as that of
/// `paper::LocalSearch` does. Five sweeps count as a cycle of the budget.
class PolicySearch : public Optimiser {
  public:
    /// `name` is what users call it.
    PolicySearch(std::shared_ptr<const Policy> policy, std::string name);
    std::string name() const override { return name_; }
    OptimiserTraits traits() const override { return {.has_cycles = true, .refuses_times = true}; }
    std::unique_ptr<Optimiser> clone() const override {
        return std::make_unique<PolicySearch>(policy_, name_);
    }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

  private:
    std::shared_ptr<const Policy> policy_;
    std::string name_;
    PolicyChooser chooser_;
    paper::LocalSearch search_;
};

/// The optimiser `learnt:FILE`. Throws InputError, naming the file, where it is not an intact policy.
std::unique_ptr<Optimiser> make_policy_search(const std::string& name);

}  // namespace l2r::learnt

#pragma once

#include <memory>

#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/anneal/divided_run.hpp"
#include "optimise/optimiser.hpp"

namespace l2r::anneal {

/// Destroy and repair under simulated annealing, the strongest optimiser of l2r (docs/method.md):
///
/// 1. Improve the start by the granular local search.
/// 2. Until the budget is spent: remove strings of customers around a random one. Insert them where that
/// costs
///    least, improve what that touched, and accept the result if it is shorter or not much longer.
/// 3. Return the best solution of all.
///
/// Large instances are searched part by part (divided_run.hpp).
/// What an iteration costs does not depend on the size of the instance. At its beginning a run tries to do
/// with fewer routes: some customers wait, and whatever leaves fewer of them waiting is accepted.
class Annealing : public Optimiser {
  public:
    /// Throws InputError for settings out of their ranges.
    explicit Annealing(const AnnealingSettings& settings = {});
    ~Annealing() override;
    /// With the settings that are not the default, so that samples and scorers can be told apart by it.
    std::string name() const override { return name_; }
    OptimiserTraits traits() const override { return {.fills_budget = true, .closes_routes = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<Annealing>(settings_); }
    /// As many as there are parts.
    int most_threads(const Instance& instance) const override;
    const AnnealingSettings& settings() const { return settings_; }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;
    std::string do_share(const Instance& instance, const std::string& share, const Budget& budget) override;

  private:
    struct Manner;
    struct Memory;
    template <class Costs>
    class Search;

    /// Searches for each of the threads.
    ImprovePart for_parts(const Budget& budget) const;
    /// The whole instance at once.
    Outcome improve(const Instance& instance, const Solution& start, const Budget& budget,
                    const Manner& manner, Random& random);

    const AnnealingSettings settings_;
    std::string name_ = "anneal";
    std::unique_ptr<Memory> memory_;
};

}  // namespace l2r::anneal

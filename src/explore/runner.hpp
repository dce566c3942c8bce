#pragma once

#include <memory>
#include <span>
#include <vector>

#include "explore/explore_settings.hpp"
#include "problem/nearby.hpp"

namespace l2r {

/// A solution that starts are made from.
struct Parent {
    Solution solution;
    double length = std::numeric_limits<double>::infinity();
    bool converged = false;
    std::string failure{};        ///< why the optimiser failed, where it did: then this is its start
    std::int64_t iterations = 0;  ///< of the run that made it
};

/// Makes starts, chooses among them and runs the optimiser. One for each thread.
class Runner {
  public:
    /// All but `optimiser` and `scorer`, of which it has copies of its own, must outlive it.
    Runner(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
           const ExploreSettings& settings, const Nearby& nearby, const Stop& stop);

    /// Run number 0: from the warm start, or else from scratch.
    Parent first_run();
    /// Run number `index`, from what the strategy makes of `parent`. Not guided, the first candidate is
    /// taken.
    Parent run(std::int64_t index, const Parent& parent, bool guided = true);
    /// One run from a start that has been chosen. Cycles and stop are those of the settings, whatever the
    /// budget says.
    Parent improve(const Start& start, Random& random, Budget budget = {});
    /// A share of a run of another process.
    std::string do_share(const std::string& share, Budget budget) {
        budget.stop = stop_;
        return optimiser_->do_share(instance_, share, budget);
    }
    /// Has all runs followed that nothing else follows; null for none.
    void set_watch(RunWatch* watch) { watch_ = watch; }
    /// Of several starts, each filled in by `make(start)`, the one that the scorer likes best; not guided,
    /// the first one.
    template <class Make>
    const Start& best_start(bool guided, const Make& make) {
        return best_of(candidates(guided, make));
    }
    const Start& best_construction(bool guided, Random& random) {
        return best_start(guided, [&](Start& start) { start = constructed(random); });
    }

    Random stream(std::int64_t run) const {
        return Random(settings_.seed, settings_.group, static_cast<std::uint64_t>(run));
    }
    Start constructed(Random& random) const;
    void perturb(const Parent& parent, Random& random, Start& start) const;
    /// One number a start, lower is better: all 0 without a scorer. The scorer may move the starts on.
    std::vector<double> score(std::span<Start> starts);

    bool stopped() const { return stop_.requested(); }
    /// Whether scores change from run to run.
    bool learns() const { return scorer_ != nullptr && scorer_->learns(); }

  private:
    /// As many starts as there are to choose from, each made by `make`; stopped, fewer, but at least one.
    template <class Make>
    std::span<Start> candidates(bool guided, const Make& make) {
        const std::size_t wanted = guided ? candidates_.size() : 1;
        std::size_t made = 0;
        do make(candidates_[made++]);
        while (made < wanted && !stopped());
        return std::span(candidates_).first(made);
    }
    const Start& best_of(std::span<Start> candidates);
    Parent run_after_climb(const Parent& parent, Random& random);
    int routes_to_perturb(Random& random) const;

    const Instance& instance_;
    const ExploreSettings& settings_;
    const Nearby& nearby_;
    const Stop& stop_;
    std::unique_ptr<Optimiser> optimiser_;
    std::unique_ptr<Scorer> scorer_;
    std::vector<Start> candidates_;
    RunWatch* watch_ = nullptr;
};

}  // namespace l2r

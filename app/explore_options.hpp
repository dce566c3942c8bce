#pragma once

#include <memory>
#include <optional>

#include "explore/defaults.hpp"
#include "optimiser_option.hpp"

namespace CLI {
class App;
}

namespace l2r {

/// What the command line says about an exploration; `settings` fills in what it leaves open.
class ExploreOptions {
  public:
    /// Adds --strategy, --routes, --pick, --construction, --cycles, --optimiser and --seed to a command; of
    /// guidance --scorer, --candidates, --adapt, --population and --most-alike; and the stop rules --time,
    /// --runs, --target and --idle. Without any of these, `default_seconds` is the time limit.
    void add_to(CLI::App& command, double default_seconds);

    /// For an instance of so many customers, with the scorer that is chosen for it.
    ExploreSettings settings(int customers, const Scorer* scorer) const;
    /// From how many starts to choose, by what they cost, unless --candidates says it.
    void choose_candidates(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                           ExploreSettings& settings);
    /// Throws InputError where one is named and the strategy has no use for it.
    std::unique_ptr<Optimiser> optimiser() const;
    /// None where starts are not scored.
    std::unique_ptr<Scorer> scorer(int customers) const;
    /// Why a trained scorer is not one for that optimiser; empty where nothing speaks against it.
    std::string mismatch_of(const Optimiser& optimiser, int customers) const;
    /// What `settings` chose for an instance of so many customers, and why; a line each.
    std::vector<std::string> explanation(const ExploreSettings& chosen, int customers) const;

  private:
    void choose_strategy(const CLI::App& command);
    void add_guidance(CLI::App& command);
    void add_stop_rules(CLI::App& command, double default_seconds);

    ExploreSettings settings_;
    OptimiserOption optimiser_;
    std::optional<Construction> construction_;
    std::optional<Pick> pick_;
    /// The name of the scorer, or of the file with it; empty for none.
    std::string scorer_file(int customers) const;
    std::string why_unguided() const;

    std::string scorer_ = "auto";
    std::optional<int> candidates_;
    std::optional<Costs> costs_;  ///< where they were measured
    bool adapt_ = false;
    bool keep_guidance_ = false;
    std::optional<double> seconds_, target_;
    std::optional<std::int64_t> runs_, idle_runs_;
    double default_seconds_ = 0;
};

}  // namespace l2r

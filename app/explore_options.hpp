#pragma once

#include <memory>
#include <optional>

#include "explore/defaults.hpp"
#include "optimiser_option.hpp"

namespace CLI {
class App;
}

namespace l2r {

class Ranks;

/// What the command line says about an exploration; the rest is filled in.
class ExploreOptions {
  public:
    /// Adds all of the following to a command.
    void add_to(CLI::App& command, double default_seconds);
    /// The stop rules --time, --runs, --target and --idle. Without any of these, `default_seconds` is the
    /// time limit.
    void add_stop_rules(CLI::App& command, double default_seconds);
    /// --seed.
    void add_seed(CLI::App& command);
    /// What research changes, in a group of its own: --optimiser with its settings, --strategy, --routes,
    /// --pick, --construction, --cycles, and of guidance --scorer, --candidates, --adapt, --keep-guidance,
    /// --population and --most-alike.
    void add_search(CLI::App& command);

    /// All that an exploration takes.
    struct Choice {
        std::unique_ptr<Optimiser> optimiser;
        OptimiserSettings optimiser_settings;
        std::unique_ptr<Scorer> scorer;  ///< null where starts are not scored
        std::string scorer_name;         ///< as users call it; empty where there is none
        ExploreSettings settings;
    };
    /// For instances of this size. Throws InputError where an option does not belong to what is
    /// chosen, and warns on standard error where a scorer was trained for something else.
    Choice choose(int customers) const;
    /// From how many starts to choose, by what they cost, unless --candidates says it.
    void choose_candidates(const Instance& instance, Choice& choice);
    /// All ranks go on with what rank 0 has: it was measured, and may differ.
    static void agree_on_candidates(Ranks& ranks, Choice& choice);
    /// What choosing them took.
    double seconds_spent() const { return cost_ ? cost_->spent : 0; }
    /// Throws InputError, naming the option, where there is a reason to refuse it.
    static void require_place(const std::string& option, const std::string& why_refused);
    bool has_target() const { return target_.has_value(); }
    /// What was chosen, and why; a line each.
    std::vector<std::string> explanation(const Choice& choice, const Instance& instance) const;

  private:
    void add_starts(CLI::App& command);
    void add_guidance(CLI::App& command);
    void refuse_what_does_not_belong(const Choice& choice) const;
    /// The name of the scorer, or of the file with it; empty for none.
    std::string chosen_scorer(int customers) const;
    std::unique_ptr<Scorer> load(const std::string& file) const;
    std::string why_unguided() const;
    bool is_given(const char* option) const;

    const CLI::App* command_ = nullptr;
    ExploreSettings settings_;
    OptimiserOption optimiser_;
    std::optional<Pick> pick_;
    std::string scorer_ = "auto";
    std::optional<int> candidates_;
    std::optional<GuidanceCost> cost_;  ///< where it was measured
    bool adapt_ = false;
    bool keep_guidance_ = false;
    std::optional<double> seconds_, target_;
    std::optional<std::int64_t> runs_, idle_runs_;
    double default_seconds_ = 0;
};

}  // namespace l2r

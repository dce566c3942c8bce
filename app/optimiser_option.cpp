#include "optimiser_option.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "diagnostics.hpp"
#include "optimise/outside/outside.hpp"
#include "options.hpp"
#include "shipped.hpp"

namespace l2r {

namespace {

/// What `--settings` prints: all that `--set` takes, whichever optimiser is chosen.
std::string all_settings() {
    OptimiserSettings of_optimisers;
    ExploreSettings of_exploration;
    std::string text;
    const auto add = [&](const std::string& title, const auto& fill) {
        SettingList list;
        fill(list);
        text += title + ":\n";
        for (const Setting& setting : list.all())
            text += fmt::format("  {:32} {:>8}  {} to {}: {}\n", setting.name, setting.get(), setting.least,
                                setting.most, setting.reason);
    };
    add("Optimiser anneal", [&](SettingList& all) { list("anneal", of_optimisers, all); });
    add("Optimiser granular", [&](SettingList& all) { list("granular", of_optimisers, all); });
    add("Exploration (solve and experiment testset)", [&](SettingList& all) { list(of_exploration, all); });
    return text;
}

}  // namespace

void OptimiserOption::add_to(CLI::App& command) {
    option_ =
        command
            .add_option(
                "--optimiser", name,
                "What improves a start: anneal, destroy and repair; paper, five moves in cycles; granular, "
                "a local search with more moves; learnt or learnt:FILE, the paper's moves as a policy "
                "orders them; lkh:PROGRAM, LKH-3; exec:COMMAND, any program (docs/formats.md)")
            ->capture_default_str()
            ->type_name("NAME");
    run_time_ = command.add_option("--run-time", run_seconds_, "Limit of one run of a program outside")
                    ->check(positive_number(1e6))
                    ->capture_default_str()
                    ->type_name("SECONDS");
    command.add_option("--set", assignments_, "Set a constant of the search by its name")
        ->type_name("NAME=NUMBER")
        ->allow_extra_args(false);
    command
        .add_flag_callback(
            "--settings",
            [] {
                fmt::print("{}", all_settings());
                throw CLI::Success();
            },
            "List these constants with defaults, ranges and reasons")
        ->trigger_on_parse();
}

bool OptimiserOption::is_given() const {
    return option_ != nullptr && option_->count() > 0;
}

std::unique_ptr<Optimiser> OptimiserOption::make() const {
    OptimiserSettings settings;
    SettingList all;
    list(name, settings, all);
    return make_with(settings, all);
}

std::unique_ptr<Optimiser> OptimiserOption::make(OptimiserSettings& settings,
                                                 ExploreSettings& explore) const {
    SettingList all;
    list(name, settings, all);
    list(explore, all);
    return make_with(settings, all);
}

std::vector<std::string> OptimiserOption::names_set() const {
    std::vector<std::string> names;
    for (const std::string& assignment : assignments_)
        names.push_back(assignment.substr(0, assignment.find('=')));
    return names;
}

std::unique_ptr<Optimiser> OptimiserOption::make_with(OptimiserSettings& settings,
                                                      const SettingList& list) const {
    const bool is_outside = name.starts_with("exec:") || name.starts_with("lkh:");
    if (run_time_->count() > 0 && !is_outside)
        throw InputError("--run-time belongs to the optimisers exec:COMMAND and lkh:PROGRAM, not to " + name);
    settings.outside.seconds = run_seconds_;
    try {
        for (const std::string& assignment : assignments_) list.set(assignment);
    } catch (const InputError& error) {
        make_optimiser(name == "learnt" ? "learnt:" + shipped_policy() : name);  // a wrong name is said first
        throw InputError(
            fmt::format("--set: {}; the optimiser is {}, --settings lists all", error.what(), name));
    }
    try {
        return make_optimiser(name == "learnt" ? "learnt:" + shipped_policy() : name, settings);
    } catch (const InputError& error) {
        throw InputError(std::string("--optimiser: ") + error.what());
    } catch (const OutsideError& error) {
        throw OutsideError(std::string("--optimiser: ") + error.what());
    }
}

void tell_failures(const Optimiser& optimiser) {
    const auto* outside = dynamic_cast<const OutsideOptimiser*>(&optimiser);
    if (outside == nullptr || outside->failures().total() == 0) return;
    tell(
        "l2r: requests to the optimiser that went wrong: {}. Each was made once more; where that "
        "failed too, the "
        "start counts as the run's result. The last time, {}",
        outside->failures().summary(), outside->failures().last());
}

}  // namespace l2r

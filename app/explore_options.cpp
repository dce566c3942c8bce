#include "explore_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "explore/restarts.hpp"
#include "options.hpp"
#include "scorer_option.hpp"
#include "value/adaptive.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

/// An option that takes one of `values` by its name.
template <class Target, class Enum, class Name>
CLI::Option* add_choice(CLI::App& command, const std::string& option, Target& chosen,
                        const std::vector<Enum>& values, Name name, const std::string& description) {
    std::vector<std::string> names;
    for (const Enum value : values) names.emplace_back(name(value));
    const auto choose = [&chosen, values, name](const std::string& text) {
        for (const Enum value : values)
            if (name(value) == text) chosen = value;
    };
    return command.add_option_function<std::string>(option, choose, description)
        ->check(one_of(names))
        ->type_name("NAME");
}

/// `2` or `2-3`.
void read_range(const std::string& text, int& least, int& most) {
    const char* const end = text.data() + text.size();
    auto read = std::from_chars(text.data(), end, least);
    most = least;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
        read = std::from_chars(read.ptr + 1, end, most);
    if (read.ec != std::errc() || read.ptr != end || least < 1 || most < least)
        throw CLI::ValidationError("--routes",
                                   "'" + text + "' is neither a number from 1 nor a range such as 2-3");
}

constexpr std::int64_t most_runs = std::numeric_limits<std::int64_t>::max();

/// Of an optimiser that fills its budget.
std::string length_of_runs(const ExploreSettings& chosen, const Instance& instance) {
    const std::string usual = "as long as anneal.iterations_per_customer says";
    if (chosen.strategy != Strategy::restart) return "each run is " + usual;
    const bool is_by_time = std::isfinite(chosen.stop.seconds) && chosen.stop.runs == most_runs;
    if (chosen.warm_start || (instance.has_fleet_limit() && !has_loose_fleet(instance, chosen)))
        return is_by_time ? "one run takes the time" : "each run is " + usual;
    return fmt::format("up to {} runs {}; then come short ones from recombinations, if there are more",
                       chosen.restart.most_runs,
                       is_by_time ? "share the time, or its first part" : "are " + usual);
}

}  // namespace

void ExploreOptions::add_to(CLI::App& command, double default_seconds) {
    add_stop_rules(command, default_seconds);
    add_seed(command);
    add_search(command);
}

void ExploreOptions::add_seed(CLI::App& command) {
    add_seed_option(command, settings_.seed);
}

void ExploreOptions::add_search(CLI::App& command) {
    command_ = &command;
    optimiser_.name = "anneal";
    const std::size_t before = command.get_options().size();
    optimiser_.add_to(command);
    add_starts(command);
    add_guidance(command);
    const std::vector<CLI::Option*> all = command.get_options();
    for (std::size_t i = before; i < all.size(); ++i) all[i]->group("The search, for research");
}

void ExploreOptions::add_starts(CLI::App& command) {
    add_choice(command, "--strategy", settings_.strategy, strategies(), strategy_name,
               "Where starts come from: restart, new ones; perturb or perturb-best, the last or the best "
               "result perturbed; population or population-replace, many at once; climb, by the scorer")
        ->default_str(std::string(strategy_name(settings_.strategy)));
    const auto read_routes = [this](const std::string& text) {
        read_range(text, settings_.perturbation.least_routes, settings_.perturbation.most_routes);
    };
    command
        .add_option_function<std::string>(
            "--routes", read_routes,
            "How many routes a perturbation takes apart: a number, or a range to draw from")
        ->default_str(
            fmt::format("{}-{}", settings_.perturbation.least_routes, settings_.perturbation.most_routes))
        ->type_name("R");
    add_choice(command, "--pick", pick_, picks(), pick_name,
               fmt::format("Which: random, or near one another; default: near from {} customers on", large));
    add_choice(command, "--construction", settings_.construction, constructions(), construction_name,
               "What makes new starts: random (the paper's), savings, sweep or nearest")
        ->default_str(std::string(construction_name(settings_.construction)));
    command
        .add_option("--cycles", settings_.cycles,
                    "Rounds of all moves in a run at most, of optimisers that work in cycles; default: until "
                    "nothing improves")
        ->check(whole_number(1, until_converged))
        ->type_name("M");
}

void ExploreOptions::add_guidance(CLI::App& command) {
    command
        .add_option(
            "--scorer", scorer_,
            fmt::format("What chooses among several starts: {}; a file; or auto, what was measured to "
                        "pay, most often none (models/README.md)",
                        scorers_by_name()))
        ->capture_default_str()
        ->type_name("NAME|FILE|exec:COMMAND");
    command
        .add_option("--candidates", candidates_,
                    "How many starts it chooses from; default: by what scores and runs take, or 20 (5 where "
                    "they are run a cycle first) without a time limit")
        ->check(whole_number(1, 1'000'000))
        ->type_name("K");
    command.add_flag("--adapt", adapt_, "Let the scorer learn from this instance's own runs");
    command.add_flag("--keep-guidance", keep_guidance_,
                     "Keep a scorer that turns out not to be worth its time");
    command.add_option("--population", settings_.population.size, "How many starts a population holds")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str()
        ->type_name("I");
    command
        .add_option("--most-alike", settings_.population.most_alike,
                    "Starts with more edges in common than this share do not join a population")
        ->check(real_number(0, 1))
        ->capture_default_str()
        ->type_name("SHARE");
}

void ExploreOptions::add_stop_rules(CLI::App& command, double default_seconds) {
    default_seconds_ = default_seconds;
    command
        .add_option("--time", seconds_,
                    fmt::format("Time limit; default: {}, if no other stop rule is set", default_seconds))
        ->check(not_negative("a number of seconds"))
        ->type_name("SECONDS");
    command.add_option("--runs", runs_, "Stop after this many runs of the optimiser")
        ->check(whole_number(1, most_runs))
        ->type_name("T");
    command.add_option("--target", target_, "Stop at a solution no longer than this")
        ->check(not_negative("a length"))
        ->type_name("LENGTH");
    command.add_option("--idle", idle_runs_, "Stop after this many runs without improvement")
        ->check(whole_number(1, most_runs))
        ->type_name("RUNS");
}

bool ExploreOptions::is_given(const char* option) const {
    return command_->count(option) > 0;
}

void ExploreOptions::refuse_what_does_not_belong(const Choice& choice) const {
    constexpr std::array options{std::pair("--routes", "routes"),
                                 std::pair("--pick", "pick"),
                                 std::pair("--population", "population"),
                                 std::pair("--most-alike", "most_alike"),
                                 std::pair("--cycles", "cycles"),
                                 std::pair("--candidates", "candidates"),
                                 std::pair("--keep-guidance", "keep_guidance")};
    for (const auto& [option, key] : options)
        if (is_given(option))
            require_place(option, why_refused(key, choice.settings, *choice.optimiser, choice.scorer.get()));
    for (const std::string& name : optimiser_.names_set())
        require_place("the setting " + name,
                      why_refused(name, choice.settings, *choice.optimiser, choice.scorer.get()));
    const bool is_one = candidates_ == 1 && !has_population(choice.settings.strategy) &&
                        choice.settings.strategy != Strategy::climb;
    if (is_one && choice.scorer)
        throw InputError("--candidates 1 leaves the scorer nothing to choose from; leave one of the two out");
}

void ExploreOptions::require_place(const std::string& option, const std::string& why_refused) {
    if (!why_refused.empty()) throw InputError(option + " " + why_refused);
}

ExploreOptions::Choice ExploreOptions::choose(int customers) const {
    Choice choice;
    choice.settings = settings_;
    choice.optimiser = optimiser_.make(choice.optimiser_settings, choice.settings);
    choice.scorer_name = chosen_scorer(customers);
    choice.scorer = load(choice.scorer_name);
    choice.settings.perturbation.pick = pick_.value_or(default_pick(customers));
    refuse_what_does_not_belong(choice);
    if (choice.scorer) warn_of_mismatch(choice.scorer_name, customers, choice.optimiser->name());
    StopRule& stop = choice.settings.stop;
    if (seconds_) stop.seconds = *seconds_;
    if (runs_) stop.runs = *runs_;
    if (target_) stop.target = *target_;
    if (idle_runs_) stop.idle_runs = *idle_runs_;
    if (!seconds_ && !runs_ && !target_ && !idle_runs_) stop.seconds = default_seconds_;
    choice.settings.guidance.candidates = candidates_.value_or(default_candidates(choice.scorer.get()));
    choice.settings.guidance.is_watched = choice.scorer != nullptr && !keep_guidance_;
    return choice;
}

void ExploreOptions::choose_candidates(const Instance& instance, Choice& choice) {
    if (!candidates_)
        cost_ = l2r::choose_candidates(instance, *choice.optimiser, choice.scorer.get(), choice.settings);
}

void ExploreOptions::agree_on_candidates(Ranks& ranks, Choice& choice) {
    StopRule& stop = choice.settings.stop;
    const bool has_time = std::isfinite(stop.seconds);
    std::array<double, 2> of_rank_0{static_cast<double>(choice.settings.guidance.candidates),
                                    has_time ? stop.seconds : 0};
    if (ranks.rank() > 0) of_rank_0.fill(0);
    ranks.sum(std::span<double>(of_rank_0));
    choice.settings.guidance.candidates = static_cast<int>(of_rank_0[0]);
    if (has_time) stop.seconds = of_rank_0[1];
}

std::string ExploreOptions::chosen_scorer(int customers) const {
    if (scorer_ == "none") return "";
    if (scorer_ == "auto") return scorer_that_pays(settings_.strategy, optimiser_.name, customers);
    return scorer_file(scorer_, customers);
}

std::unique_ptr<Scorer> ExploreOptions::load(const std::string& file) const {
    if (file.empty()) {
        if (adapt_)
            throw InputError("--adapt needs a --scorer to begin with; one that knows nothing is stage");
        return nullptr;
    }
    std::unique_ptr<Scorer> scorer = load_scorer(file);
    if (adapt_) scorer = std::make_unique<AdaptiveScorer>(std::move(scorer), AdaptSettings());
    return scorer;
}

std::string ExploreOptions::why_unguided() const {
    if (scorer_ == "none") return "no scorer, as asked for";
    if (optimiser_.name != "paper")
        return "no scorer: none that comes with l2r was trained with this optimiser; generate samples with "
               "it and "
               "train one";
    return "no scorer: with an optimiser as fast as this one, none is known to save more time than it costs "
           "here "
           "(experiments/equal-time)";
}

std::vector<std::string> ExploreOptions::explanation(const Choice& choice, const Instance& instance) const {
    const auto by_hand = [this](const char* option) { return is_given(option) ? ", as asked for" : ""; };
    const ExploreSettings& chosen = choice.settings;
    std::vector<std::string> lines;
    lines.push_back(fmt::format("strategy {}{}; starts by {}{}", strategy_name(chosen.strategy),
                                by_hand("--strategy"), construction_name(chosen.construction),
                                by_hand("--construction")));
    lines.push_back(fmt::format("optimiser {}{}", choice.optimiser->name(), by_hand("--optimiser")));
    if (choice.optimiser->traits().fills_budget) lines.push_back(length_of_runs(chosen, instance));
    if (chosen.strategy != Strategy::restart)
        lines.push_back(
            fmt::format("perturbations of {}-{} routes, {}{}", chosen.perturbation.least_routes,
                        chosen.perturbation.most_routes,
                        chosen.perturbation.pick == Pick::near ? "near one another" : "any",
                        pick_ ? ", as asked for"
                              : fmt::format(": from {} customers on two random ones seldom touch", large)));
    if (!choice.scorer) {
        lines.push_back(why_unguided());
        return lines;
    }
    if (scorer_ == "auto")
        lines.push_back(
            "at about 100 customers a race of perturbations saves more time than it costs "
            "(experiments/equal-time)");
    if (cost_)
        lines.push_back(fmt::format("a score takes {} and a run {:.3g} ms: {} candidates",
                                    std::isfinite(cost_->score) ? fmt::format("{:.3g} ms", 1e3 * cost_->score)
                                                                : "more time than there was to measure it",
                                    1e3 * cost_->run, chosen.guidance.candidates));
    lines.push_back(fmt::format("scorer {} chooses from {} candidates{}{}", choice.scorer_name,
                                chosen.guidance.candidates, adapt_ ? ", and learns on the way" : "",
                                keep_guidance_ || !can_watch_guidance(chosen.strategy, *choice.optimiser)
                                    ? ""
                                    : "; it is dropped if that does not pay"));
    return lines;
}

}  // namespace l2r

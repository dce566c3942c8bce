#include "explore_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.hpp"
#include "explore/restarts.hpp"
#include "options.hpp"
#include "shipped.hpp"
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
        ->check(CLI::IsMember(names))
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

/// Over what the strategy ruin cools down.
std::string cooling_time(const StopRule& stop) {
    const bool has_time = std::isfinite(stop.seconds), has_runs = stop.runs < most_runs;
    if (has_time && has_runs) return "the time limit or the number of runs, whichever is nearer";
    if (has_time) return "the time limit";
    return has_runs ? "the number of runs" : "10,000 runs, again and again";
}

}  // namespace

void ExploreOptions::add_to(CLI::App& command, double default_seconds) {
    add_stop_rules(command, default_seconds);
    add_choice(
        command, "--strategy", settings_.strategy, strategies(), strategy_name,
        "Where the next start comes from: a new one each time, or the last or the best result perturbed; or "
        "ruin, which takes one solution apart here and there and puts it together again")
        ->default_str(fmt::format("ruin; {} with any other option on optimisers, starts or scorers",
                                  strategy_name(settings_.strategy)));
    command.parse_complete_callback([this, &command] { choose_strategy(command); });
    const auto read_routes = [this](const std::string& text) {
        read_range(text, settings_.least_routes, settings_.most_routes);
    };
    command
        .add_option_function<std::string>(
            "--routes", read_routes,
            "How many routes a perturbation takes apart: a number, or a range to draw from")
        ->default_str(fmt::format("{}-{}", settings_.least_routes, settings_.most_routes))
        ->type_name("R");
    add_choice(command, "--pick", pick_, picks(), pick_name,
               fmt::format("Which routes: any, or near ones; default: near from {} customers on", large));
    add_choice(command, "--construction", construction_, constructions(), construction_name,
               "How a start that is no perturbation is made; default: random for restart, else savings");
    command
        .add_option(
            "--cycles", settings_.cycles,
            "At most so many rounds of all moves in each run, of optimisers that have such rounds; default: "
            "until nothing improves")
        ->check(whole_number(1, Budget::unlimited))
        ->type_name("M");
    optimiser_.add_to(command);
    command.get_option("--optimiser")->default_str("paper; none with the strategy ruin");
    add_seed_option(command, settings_.seed);
    add_guidance(command);
}

/// The paper's optimiser, strategies and scorers belong together; who asks for none of them gets what finds
/// the shortest routes.
void ExploreOptions::choose_strategy(const CLI::App& command) {
    constexpr std::array of_the_paper{"--strategy",   "--construction", "--routes",     "--pick",
                                      "--cycles",     "--optimiser",    "--candidates", "--adapt",
                                      "--population", "--most-alike"};
    const bool has_scorer = scorer_ != "auto" && scorer_ != "none";
    const bool is_asked_for =
        has_scorer || std::any_of(of_the_paper.begin(), of_the_paper.end(),
                                  [&](const char* option) { return command.count(option) > 0; });
    if (!is_asked_for) settings_.strategy = Strategy::ruin;
}

void ExploreOptions::add_guidance(CLI::App& command) {
    command
        .add_option(
            "--scorer", scorer_,
            fmt::format("What chooses among several starts: {}, trained ones that come with l2r, of the "
                        "nearest size; length, race or stage; a file; none; or auto, which is what "
                        "was measured to pay, most often none",
                        fmt::join(shipped_kinds(), ", ")))
        ->capture_default_str()
        ->type_name("NAME|FILE");
    command
        .add_option(
            "--candidates", candidates_,
            fmt::format(
                "How many starts it chooses from for each run; default: with a time limit, by what a "
                "score and a run take on the instance; else 20, or 5 where they are run a cycle first"))
        ->check(whole_number(1, 1'000'000))
        ->type_name("K");
    command.add_flag("--adapt", adapt_, "Let the scorer learn from this instance's own runs");
    command.add_flag("--keep-guidance", keep_guidance_,
                     "Score to the end, even where guided runs turn out not to be worth their time");
    command.add_option("--population", settings_.population, "How many starts a population holds")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str()
        ->type_name("I");
    command
        .add_option("--most-alike", settings_.most_alike,
                    "Starts with a larger share of edges in common do not crowd a population")
        ->check(real_number(0, 1))
        ->capture_default_str()
        ->type_name("SHARE");
}

void ExploreOptions::add_stop_rules(CLI::App& command, double default_seconds) {
    default_seconds_ = default_seconds;
    command
        .add_option("--time", seconds_,
                    fmt::format("Stop after so many seconds; default: {}, or none with another stop rule",
                                default_seconds))
        ->check(not_negative("a number of seconds"))
        ->type_name("SECONDS");
    command
        .add_option("--runs", runs_,
                    "Stop after so many runs of the optimiser, or of 50 iterations with ruin")
        ->check(whole_number(1, most_runs))
        ->type_name("T");
    command.add_option("--target", target_, "Stop at a solution no longer than this")
        ->check(not_negative("a length"))
        ->type_name("LENGTH");
    command.add_option("--idle", idle_runs_, "Stop after so many runs without improvement")
        ->check(whole_number(1, most_runs))
        ->type_name("RUNS");
}

ExploreSettings ExploreOptions::settings(int customers, const Scorer* scorer) const {
    ExploreSettings result = settings_;
    StopRule& stop = result.stop;
    if (seconds_) stop.seconds = *seconds_;
    if (runs_) stop.runs = *runs_;
    if (target_) stop.target = *target_;
    if (idle_runs_) stop.idle_runs = *idle_runs_;
    if (!seconds_ && !runs_ && !target_ && !idle_runs_) stop.seconds = default_seconds_;
    result.pick = pick_.value_or(default_pick(customers));
    result.candidates = candidates_.value_or(default_candidates(scorer));
    result.watch_guidance = scorer != nullptr && !keep_guidance_;
    result.construction = construction_.value_or(default_construction(result.strategy));
    return result;
}

void ExploreOptions::choose_candidates(const Instance& instance, const Optimiser& optimiser,
                                       const Scorer* scorer, ExploreSettings& settings) {
    if (!candidates_) costs_ = l2r::choose_candidates(instance, optimiser, scorer, settings);
}

std::unique_ptr<Optimiser> ExploreOptions::optimiser() const {
    if (!has_optimiser(settings_.strategy) && optimiser_.is_given())
        throw InputError("--optimiser goes with the other strategies; " +
                         std::string(strategy_name(settings_.strategy)) + " has no use for one");
    return optimiser_.make();
}

std::string ExploreOptions::scorer_file(int customers) const {
    if (scorer_ == "none") return "";
    if (scorer_ == "auto") return scorer_that_pays(settings_.strategy, optimiser_.name, customers);
    const std::vector<std::string>& kinds = shipped_kinds();
    const bool is_shipped = std::find(kinds.begin(), kinds.end(), scorer_) != kinds.end();
    return is_shipped ? shipped_scorer(scorer_, customers) : scorer_;
}

std::unique_ptr<Scorer> ExploreOptions::scorer(int customers) const {
    const std::string file = scorer_file(customers);
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
               "it "
               "and train one";
    return "no scorer: with an optimiser as fast as this one, none is known to save more time than it costs "
           "here "
           "(experiments/equal-time)";
}

std::string ExploreOptions::mismatch_of(const Optimiser& optimiser, int customers) const {
    const std::string file = scorer_file(customers);
    const std::optional<About> about = file.empty() ? std::nullopt : about_scorer(file);
    if (!about || about->optimiser == optimiser.name()) return "";
    return file + ": " + mismatch(*about, customers, optimiser.name());
}

std::vector<std::string> ExploreOptions::explanation(const ExploreSettings& chosen, int customers) const {
    const auto by_hand = [](bool given) { return given ? ", as asked for" : ""; };
    std::vector<std::string> lines;
    if (!has_optimiser(chosen.strategy))
        return {fmt::format("strategy {}: begins with the construction {}{}", strategy_name(chosen.strategy),
                            construction_name(chosen.construction), by_hand(construction_.has_value())),
                fmt::format(
                    "strings of customers leave neighbouring routes and go back, then a local search mends "
                    "these, {} times a run",
                    Restarts::iterations),
                "what that makes longer is kept ever more seldom, over " + cooling_time(chosen.stop),
                "no optimiser and no scorer: it has no use for them"};
    lines.push_back(fmt::format("strategy {}: first start by {}{}", strategy_name(chosen.strategy),
                                construction_name(chosen.construction), by_hand(construction_.has_value())));
    lines.push_back(fmt::format(
        "optimiser {}{}", optimiser_.name,
        optimiser_.is_given() ? ", as asked for" : ", as the paper's strategies and scorers have it"));
    if (chosen.strategy != Strategy::restart)
        lines.push_back(
            fmt::format("perturbations of {}-{} routes, {}{}", chosen.least_routes, chosen.most_routes,
                        chosen.pick == Pick::near ? "near one another" : "any",
                        pick_ ? ", as asked for"
                              : fmt::format(": from {} customers on two random ones seldom touch", large)));
    const std::string file = scorer_file(customers);
    if (file.empty()) {
        lines.push_back(why_unguided());
        return lines;
    }
    if (scorer_ == "auto")
        lines.push_back(
            "at about 100 customers a race of perturbations saves more time than it costs "
            "(experiments/equal-time)");
    if (costs_)
        lines.push_back(fmt::format("a score takes {:.3g} ms and a run {:.3g} ms: {} candidates",
                                    1e3 * costs_->score, 1e3 * costs_->run, chosen.candidates));
    lines.push_back(fmt::format("scorer {} chooses from {} candidates{}{}", file, chosen.candidates,
                                adapt_ ? ", and learns on the way" : "",
                                keep_guidance_ ? "" : "; it is dropped if that does not pay"));
    if (const auto about = about_scorer(file))
        if (const std::string doubt = mismatch(*about, customers, optimiser_.make()->name()); !doubt.empty())
            lines.push_back("of that scorer: " + doubt);
    return lines;
}

}  // namespace l2r

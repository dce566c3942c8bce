#include "explore/defaults.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "explore/restarts.hpp"
#include "explore/runner.hpp"

namespace l2r {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int starts = 8;
constexpr std::uint64_t own_group = ~std::uint64_t{0};

/// By the clock.
template <class Task>
double seconds_of(const Task& task) {
    const auto begun = Clock::now();
    task();
    return seconds_since(begun);
}

/// Infinite where a stop came before the first score: else scoring would look cheaper than it is.
double seconds_a_score(Scorer& scorer, const Instance& instance, std::span<Start> candidates,
                       const Stop& stop) {
    std::vector<double> scores;
    const double seconds = seconds_of([&] { scores = scorer.score(instance, candidates, stop); });
    const auto read = std::ssize(scores) - std::count(scores.begin(), scores.end(), unread);
    return read == 0 ? std::numeric_limits<double>::infinity() : seconds / static_cast<double>(read);
}

/// Of a run from a recombination, where there is time for these; else the runs that share the time take what
/// they are given.
double seconds_of_restart(const Instance& instance, const ExploreSettings& settings, Runner& runner,
                          Random& random) {
    const Budget budget = short_run_budget(instance, settings.restart);
    const Start start = runner.constructed(random);
    runner.improve(start, random, budget);  // pays for what is prepared once
    std::int64_t iterations = 0;
    const double seconds = seconds_of([&] { iterations = runner.improve(start, random, budget).iterations; });
    const double in_all = static_cast<double>(iterations) * settings.stop.seconds / seconds;
    const FirstRuns first = first_runs(instance, settings, in_all);
    const bool is_whole = iterations == budget.iterations;
    return is_whole && first.share < 1 ? seconds : settings.stop.seconds * first.share / first.count;
}

/// The start of a program, which later clones take over, is no part of what a score takes. A program that is
/// not up within half of the time would leave little to search.
void start_program(const Instance& instance, const Scorer& scorer, const ExploreSettings& settings) {
    const double seconds = settings.stop.seconds / 2;
    const Stop stop = Stop::after(seconds, settings.stop.flag);
    Random random(settings.seed, own_group, 0);
    Start start{construct(settings.construction, instance, random, stop, settings.constructions), 0};
    const bool is_silent = scorer.clone()->score(instance, {&start, 1}, stop).front() == unread;
    if (is_silent && seconds > 0 && (settings.stop.flag == nullptr || !settings.stop.flag->load()))
        throw OutsideError("the scorer '" + scorer.name() + "' gave no answer within " +
                           short_number(seconds) +
                           " s, half of the time limit: give more time, or see whether it answers");
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

std::string why_refused(std::string_view option, const ExploreSettings& settings, const Optimiser& optimiser,
                        const Scorer* scorer) {
    const Strategy strategy = settings.strategy;
    const std::string of_strategy = "; the strategy " + std::string(strategy_name(strategy)) + " was chosen";
    const std::string of_optimiser = "; the optimiser " + optimiser.name() + " was chosen";
    if ((option == "routes" || option == "pick") && strategy == Strategy::restart)
        return "belongs to the strategies perturb, perturb-best, climb, population and population-replace" +
               of_strategy;
    if ((option == "population" || option == "most_alike") && !has_population(strategy))
        return "belongs to the strategies population and population-replace" + of_strategy;
    if (option == "cycles" && !optimiser.traits().has_cycles)
        return "belongs to optimisers that work in cycles, such as paper, granular and learnt" + of_optimiser;
    if (option == "fewest_vehicles" && !optimiser.traits().closes_routes)
        return "belongs to the optimiser anneal, the only one that looks for fewer" + of_optimiser;
    if ((option == "candidates" || option == "keep_guidance" || option.starts_with("guidance.")) &&
        scorer == nullptr)
        return "belongs to a scorer; none was chosen";
    const bool has_restarts = strategy == Strategy::restart && optimiser.traits().fills_budget;
    const bool is_of_restarts = option.starts_with("restart.") || option.starts_with("pool.") ||
                                option.starts_with("elite.") || option.starts_with("recombine.");
    if (is_of_restarts && !has_restarts)
        return "belongs to the strategy restart with the optimiser anneal; " +
               std::string(strategy_name(strategy)) + " with " + optimiser.name() + " was chosen";
    const std::string of_construction =
        "; the construction " + std::string(construction_name(settings.construction)) + " was chosen";
    if (option.starts_with("savings.") && settings.construction != Construction::savings)
        return "belongs to the construction savings" + of_construction;
    const bool may_begin_nearest = settings.construction == Construction::savings && has_restarts;
    if (option.starts_with("nearest.") && settings.construction != Construction::nearest &&
        !may_begin_nearest)
        return "belongs to the construction nearest" + of_construction;
    if (option == "perturb.around" &&
        (strategy == Strategy::restart || settings.perturbation.pick == Pick::random))
        return "belongs to perturbations of near routes (pick near)";
    if (option.starts_with("population.") && !has_population(strategy))
        return "belongs to the strategies population and population-replace" + of_strategy;
    if (option.starts_with("climb.") && strategy != Strategy::climb)
        return "belongs to the strategy climb" + of_strategy;
    if (option == "threads" && scorer != nullptr && scorer->learns())
        return "has no place beside a scorer that learns on the way: its runs are one chain";
    if (option == "threads" && is_chain(strategy, scorer))
        return "belongs to the strategies restart and perturb-best; " + std::string(strategy_name(strategy)) +
               " is one chain of runs, which one thread does";
    return "";
}

std::string scorer_that_pays(Strategy strategy, const std::string& optimiser, int customers) {
    const bool races =
        strategy == Strategy::perturb && optimiser == "paper" && customers >= large_enough_to_race;
    return races ? "race" : "";
}

int default_candidates(const Scorer* scorer) {
    if (scorer == nullptr) return 1;
    return scorer->moves_starts() ? 5 : 20;
}

GuidanceCost measure_guidance_cost(const Instance& instance, const Optimiser& optimiser, const Scorer& scorer,
                                   const ExploreSettings& settings, const Stop& stop) {
    ExploreSettings own = settings;
    own.group = own_group;
    own.guidance.candidates = starts;
    own.perturbation.pick = Pick::random;  // as dear to score and to run
    const Nearby nowhere(instance, {}, stop);
    Runner runner(instance, optimiser, &scorer, own, nowhere, stop);
    Random random = runner.stream(0);
    Parent parent;
    const std::unique_ptr<Scorer> scorer_alone = scorer.clone();
    std::vector<double> scores, runs;
    const bool is_shared_out = settings.strategy == Strategy::restart && optimiser.traits().fills_budget;
    if (is_shared_out) runs.push_back(seconds_of_restart(instance, settings, runner, random));
    if (settings.strategy != Strategy::restart) {
        const Start first = runner.constructed(random);
        runs.push_back(seconds_of([&] { parent = runner.improve(first, random); }));
    }
    std::vector<Start> candidates(starts);
    for (int batch = 0; batch < settings.guidance.probe_batches && (batch == 0 || !runner.stopped());
         ++batch) {
        for (Start& start : candidates) {
            if (settings.strategy == Strategy::restart)
                start = runner.constructed(random);
            else
                runner.perturb(parent, random, start);
        }
        // One at first, so that something is known soon; later batches may be cut off.
        const auto scored = std::span(candidates).first(batch == 0 ? 1 : starts);
        const double score = seconds_a_score(*scorer_alone, instance, scored, stop);
        if (batch == 0 || std::isfinite(score)) scores.push_back(score);
        // A first run may pay for what is prepared once; one that has used up the time is all that there is.
        if (!is_shared_out && (runs.empty() || !runner.stopped()))
            runs.push_back(seconds_of([&] { runner.improve(candidates.front(), random); }));
    }
    return {median(scores), median(runs)};
}

int candidates_worth(const GuidanceCost& cost, double share) {
    if (cost.score * 100 <= share * cost.run) return 100;
    return std::max(2, static_cast<int>(std::lround(share * cost.run / cost.score)));
}

std::optional<GuidanceCost> choose_candidates(const Instance& instance, const Optimiser& optimiser,
                                              const Scorer* scorer, ExploreSettings& settings) {
    const bool is_chosen_by_cost = settings.strategy == Strategy::restart ||
                                   settings.strategy == Strategy::perturb ||
                                   settings.strategy == Strategy::perturb_best;
    constexpr auto any_number = std::numeric_limits<std::int64_t>::max();
    const bool is_by_time = std::isfinite(settings.stop.seconds) && settings.stop.runs == any_number &&
                            settings.stop.idle_runs == any_number;
    const bool makes_sense =
        settings.stop.seconds >= 0 && settings.perturbation.least_routes >= 1 &&
        settings.perturbation.most_routes >= settings.perturbation.least_routes;  // else `explore` says so
    if (scorer == nullptr || scorer->moves_starts() || !is_chosen_by_cost || !makes_sense || !is_by_time)
        return {};
    const auto begun = Clock::now();
    if (scorer->is_outside()) start_program(instance, *scorer, settings);
    const Stop stop = Stop::after(settings.guidance.probe_share * settings.stop.seconds, settings.stop.flag);
    GuidanceCost cost = measure_guidance_cost(instance, optimiser, *scorer, settings, stop);
    settings.guidance.candidates = candidates_worth(cost, settings.guidance.score_share);
    cost.spent = seconds_since(begun);
    settings.stop.seconds = std::max(0.0, settings.stop.seconds - cost.spent);
    return cost;
}

}  // namespace l2r

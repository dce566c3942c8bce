#include "explore/explore_settings.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "base/ranks.hpp"

namespace l2r {

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all{
        Strategy::restart,
        Strategy::perturb,
        Strategy::perturb_best,
        Strategy::population,
        Strategy::population_replace,
        Strategy::climb,
    };
    return all;
}

std::string_view strategy_name(Strategy strategy) {
    switch (strategy) {
        case Strategy::restart:
            return "restart";
        case Strategy::perturb:
            return "perturb";
        case Strategy::perturb_best:
            return "perturb-best";
        case Strategy::population:
            return "population";
        case Strategy::population_replace:
            return "population-replace";
        case Strategy::climb:
            return "climb";
    }
    return "";
}

const std::vector<Pick>& picks() {
    static const std::vector<Pick> all{Pick::random, Pick::near};
    return all;
}

std::string_view pick_name(Pick pick) {
    return pick == Pick::near ? "near" : "random";
}

std::string_view stop_reason_text(StopReason reason) {
    switch (reason) {
        case StopReason::time:
            return "time limit";
        case StopReason::runs:
            return "number of runs";
        case StopReason::target:
            return "target length";
        case StopReason::idle:
            return "no improvement";
        case StopReason::flag:
            return "interrupted";
        case StopReason::failure:
            return "failure";
    }
    return "";
}

void list(ExploreSettings& settings, SettingList& all) {
    RestartSettings& restart = settings.restart;
    all.add("restart.most_runs", restart.most_runs, 1, 1'000'000,
            "runs from constructions that share the time; each may lead to other shapes of routes");
    all.add("restart.iterations_by_square", restart.iterations_by_square, 0, 1e9,
            "iterations, by the square of the number of customers, that a run is worth starting for");
    all.add("restart.iterations_by_customer", restart.iterations_by_customer, 0.01, 1e9,
            "the same by the number of customers, where that is less and recombinations follow: far parts of "
            "a large instance do not depend on one another");
    all.add("restart.most_recombined", restart.most_recombined, 0, 1e9,
            "customers up to which that holds; larger instances are not known to gain by it");
    all.add("restart.least_iterations", restart.least_iterations, 1, 1e9, "the same of tiny instances");
    all.add("restart.trial_iterations", restart.trial_iterations, 1, 1e9,
            "iterations of a run, after which it is known how many first runs there will be");
    all.add("restart.combining_share", restart.combining_share, 0, 1,
            "of a run, after which its routes are combined; what is left mends the result");
    all.add("restart.most_combined", restart.most_combined, 0, 1'000'000,
            "customers above which routes are not kept to be combined");
    all.add("restart.patience_with_fleet", restart.patience_with_fleet, 0, 1,
            "of a run, without a solution within the fleet, after which one packed by demand takes over");
    all.add(
        "restart.quick_first", restart.quick_first, 0, 1'000'000,
        "customers from which on a quick construction comes before savings, so that there is one at once");
    all.add("restart.recombining_runs", restart.recombining_runs, 0, 1e18,
            "such runs that there must be time for, or no starts are recombined");
    all.add("restart.first_share", restart.first_share, 0.01, 1,
            "of the time, that runs from constructions share where starts are recombined then");
    all.add("restart.short_run", restart.short_run, 0.01, 1e9,
            "iterations, by the number of customers, of a run from a recombination");
    all.add("restart.short_run_temperature", restart.short_run_temperature, 1e-6, 1e6,
            "mean edges, at its beginning: low, to keep what its parents have");
    all.add(
        "restart.combine_by_square", restart.combine_by_square, 0, 1e9,
        "iterations, by the square of the number of customers, after which routes of all runs are combined "
        "again while starts are recombined: it takes as long as thousands of them");
    all.add("restart.abreast", restart.abreast, 1, 1'000,
            "runs that are planned before the result of the first of them is known, where their number is "
            "limited: so many threads can be of use");
    all.add("restart.patience", restart.patience, 1, 1'000'000'000,
            "runs from recombinations without a new best of the elite, after which a new elite begins");
    EliteSettings& elite = settings.elite;
    all.add("elite.size", elite.size, 2, 1'000,
            "good solutions that starts are recombined of, where there are no more first runs than that");
    all.add("elite.newcomers", elite.newcomers, 1, 1'000,
            "that join before those worth least leave, so that a new one has time to be of use; at least as "
            "many as there are first runs");
    all.add("elite.sure_to_stay", elite.sure_to_stay, 1, 10'000,
            "the shortest so many stay even where they are much alike");
    all.add("elite.near", elite.near, 1, 10'000, "most similar members that a member is compared with");
    list(settings.recombination, all);
    list(settings.constructions, all);
    all.add(
        "perturb.around", settings.perturbation.around, 1, 10'000,
        "nearest customers whose routes may be taken apart with the first: enough for a handful of routes");
    list(settings.pool, all);
    FleetSettings& fleet = settings.fleet;
    all.add("fleet.share", fleet.share, 0, 1,
            "of time and runs, in which --vehicles min looks for the fewest");
    all.add("fleet.iterations_in_vain", fleet.iterations_in_vain, 1, 1e18,
            "after which it gives up where the stop rule limits neither time nor runs");
    all.add("fleet.temperature", fleet.temperature, 1e-6, 1e6,
            "mean edges, of that search from beginning to end");
    all.add("fleet.loose", fleet.loose, 1, 1e9,
            "vehicles for each route of a construction, from which on their limit binds nothing: the default "
            "search goes on as if there were none");
    all.add("population.remembered", settings.population.remembered, 0, 1e6,
            "runs whose starts newcomers must not be alike to");
    all.add("climb.most_steps", settings.climb.most_steps, 1, 1e6,
            "perturbations that are followed before a run");
    GuidanceSettings& guidance = settings.guidance;
    all.add("guidance.control_every", guidance.control_every, 2, 1'000'000,
            "every so many runs one goes without the scorer, to compare");
    all.add("guidance.first_judgement", guidance.first_judgement, 2, 1e9,
            "runs after which it is first asked whether guidance pays; then after twice as many, and so on");
    all.add("guidance.certainty", guidance.certainty, 0, 10,
            "standard errors that it must be behind to be dropped: one wrong verdict in twenty");
    all.add("guidance.score_share", guidance.score_share, 0, 100,
            "of a run, that scoring may take: sets the number of candidates where nobody does");
    all.add("guidance.probe_share", guidance.probe_share, 0, 1,
            "of the time limit at most, to measure what a score and a run take");
    all.add("guidance.probe_batches", guidance.probe_batches, 1, 1000,
            "measurements, of which the median counts");
}

bool is_chain(Strategy strategy, const Scorer* scorer) {
    if (scorer != nullptr && scorer->learns()) return true;
    return strategy != Strategy::restart && strategy != Strategy::perturb_best;
}

bool can_watch_guidance(Strategy strategy, const Optimiser& optimiser) {
    if (strategy == Strategy::restart) return !optimiser.traits().fills_budget;
    return strategy == Strategy::perturb || strategy == Strategy::perturb_best;
}

void check_settings(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                    const ExploreSettings& settings) {
    refuse_times(instance, optimiser);
    if (scorer != nullptr) scorer->check(instance);
    const auto at_least_one = [](std::int64_t value, const char* what) {
        if (value < 1) throw InputError(std::string(what) + " must be at least 1");
    };
    at_least_one(settings.perturbation.least_routes, "the number of routes to perturb");
    if (settings.perturbation.most_routes < settings.perturbation.least_routes)
        throw InputError("the range of routes to perturb is empty");
    at_least_one(settings.guidance.candidates, "the number of candidates");
    at_least_one(settings.population.size, "the size of the population");
    if (!(settings.population.most_alike >= 0))
        throw InputError("the share of edges in common must not be negative");
    at_least_one(settings.cycles, "the number of cycles");
    if (settings.cycles != until_converged && !optimiser.traits().has_cycles)
        throw InputError("a number of cycles belongs to optimisers that work in cycles; " + optimiser.name() +
                         " does not");
    if (settings.threads < 0) throw InputError("the number of threads must not be negative");
    const bool is_default = settings.strategy == Strategy::restart && optimiser.traits().fills_budget;
    if (settings.ranks != nullptr && settings.ranks->size() > 1 &&
        (!is_default || (scorer != nullptr && scorer->learns())))
        throw InputError(
            "several ranks work together in the strategy restart with an optimiser that anneals, "
            "beside a scorer that does not learn on the way; start one rank for all else");
    at_least_one(settings.stop.runs, "the number of runs");
    at_least_one(settings.stop.idle_runs, "the number of runs without improvement");
    if (!(settings.stop.seconds >= 0)) throw InputError("the time limit must not be negative");
    if (std::isnan(settings.stop.target)) throw InputError("the target length must be a number");
    ExploreSettings own = settings;
    SettingList all;
    list(own, all);
    all.check();
    if (settings.guidance.candidates > 1 && scorer == nullptr)
        throw InputError("choosing among several candidates needs a scorer");
    if (!settings.warm_start) return;
    const auto found = optimiser.traits().closes_routes ? faults_of_routes(instance, *settings.warm_start)
                                                        : faults(instance, *settings.warm_start);
    if (!found.empty()) throw InputError("the solution to start from is not feasible: " + found.front());
}

}  // namespace l2r

#include "explore/explore_settings.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"

namespace l2r {

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all{
        Strategy::restart,
        Strategy::perturb,
        Strategy::perturb_best,
        Strategy::population,
        Strategy::population_replace,
        Strategy::climb,
        Strategy::ruin,
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
        case Strategy::ruin:
            return "ruin";
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
    }
    return "";
}

void check_settings(const Instance& instance, const Scorer* scorer, const ExploreSettings& settings) {
    const auto at_least_one = [](std::int64_t value, const char* what) {
        if (value < 1) throw InputError(std::string(what) + " must be at least 1");
    };
    at_least_one(settings.least_routes, "the number of routes to perturb");
    if (settings.most_routes < settings.least_routes)
        throw InputError("the range of routes to perturb is empty");
    at_least_one(settings.candidates, "the number of candidates");
    at_least_one(settings.population, "the size of the population");
    if (!(settings.most_alike >= 0)) throw InputError("the share of edges in common must not be negative");
    at_least_one(settings.cycles, "the number of cycles");
    at_least_one(settings.threads, "the number of threads");
    at_least_one(settings.stop.runs, "the number of runs");
    at_least_one(settings.stop.idle_runs, "the number of runs without improvement");
    if (!(settings.stop.seconds >= 0)) throw InputError("the time limit must not be negative");
    if (std::isnan(settings.stop.target)) throw InputError("the target length must be a number");
    if (settings.strategy == Strategy::ruin && (settings.candidates > 1 || scorer != nullptr))
        throw InputError("the strategy ruin has no candidates to choose from; a scorer goes with another");
    if (settings.candidates > 1 && scorer == nullptr)
        throw InputError("choosing among several candidates needs a scorer");
    if (!settings.warm_start) return;
    // anneal::StringRemoval drops routes that are too many.
    const auto found = settings.strategy == Strategy::ruin ? faults_of_routes(instance, *settings.warm_start)
                                                           : faults(instance, *settings.warm_start);
    if (!found.empty()) throw InputError("the solution to start from is not feasible: " + found.front());
}

}  // namespace l2r

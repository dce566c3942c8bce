#include "explore/defaults.hpp"

#include <algorithm>
#include <cmath>

#include "base/clock.hpp"
#include "explore/runner.hpp"

namespace l2r {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int starts = 8;
constexpr std::uint64_t own_group = ~std::uint64_t{0};

}  // namespace

std::string scorer_that_pays(Strategy strategy, const std::string& optimiser, int customers) {
    const bool races =
        strategy == Strategy::perturb && optimiser == "paper" && customers >= large_enough_to_race;
    return races ? "race" : "";
}

int default_candidates(const Scorer* scorer) {
    if (scorer == nullptr) return 1;
    return scorer->view() == View::cycle ? 5 : 20;
}

Costs measure_costs(const Instance& instance, const Optimiser& optimiser, const Scorer& scorer,
                    const ExploreSettings& settings, const Stop& stop) {
    ExploreSettings own = settings;
    own.group = own_group;
    own.candidates = starts;
    own.pick = Pick::random;  // as dear to score and to run
    const Nearby nowhere(instance, {}, stop);
    Runner runner(instance, optimiser, &scorer, own, nowhere, stop);
    Random random = runner.stream(0);
    std::vector<Start> candidates(starts);
    if (settings.strategy == Strategy::restart) {
        for (Start& start : candidates) start = runner.constructed(random);
    } else {
        const Parent parent = runner.improve(runner.constructed(random), random);
        for (Start& start : candidates) runner.perturb(parent, random, start);
    }
    runner.score({candidates.data(), 1});  // what is prepared once for an instance does not count
    Costs costs;
    const auto begun = Clock::now();
    runner.score(candidates);
    costs.score = seconds_since(begun) / starts;
    int runs = 0;
    const auto run_begun = Clock::now();
    do runner.improve(candidates[static_cast<std::size_t>(runs)], random);
    while (++runs < starts && !runner.stopped());
    costs.run = seconds_since(run_begun) / runs;
    return costs;
}

int candidates_worth(const Costs& costs) {
    constexpr double share = 0.2;
    if (costs.score * 100 <= share * costs.run) return 100;
    return std::max(2, static_cast<int>(std::lround(share * costs.run / costs.score)));
}

std::optional<Costs> choose_candidates(const Instance& instance, const Optimiser& optimiser,
                                       const Scorer* scorer, ExploreSettings& settings) {
    const bool is_chosen_by_cost = settings.strategy == Strategy::restart ||
                                   settings.strategy == Strategy::perturb ||
                                   settings.strategy == Strategy::perturb_best;
    const bool makes_sense = settings.stop.seconds >= 0 && settings.least_routes >= 1 &&
                             settings.most_routes >= settings.least_routes;  // else `explore` says so
    if (scorer == nullptr || scorer->view() == View::cycle || !is_chosen_by_cost || !makes_sense ||
        !std::isfinite(settings.stop.seconds))
        return {};
    constexpr double most_time = 0.05;
    const auto begun = Clock::now();
    const Stop stop = Stop::after(most_time * settings.stop.seconds, settings.stop.flag);
    const Costs costs = measure_costs(instance, optimiser, *scorer, settings, stop);
    settings.candidates = candidates_worth(costs);
    settings.stop.seconds = std::max(0.0, settings.stop.seconds - seconds_since(begun));
    return costs;
}

}  // namespace l2r

#include "value/look_ahead.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "optimise/paper/local_search.hpp"

namespace l2r {
namespace {

/// The routes of `after`, first those that were settled in `before` and are as they were.
Start settled_first(const Instance& instance, const Start& before, const Solution& after) {
    std::vector<int> starting_with(static_cast<std::size_t>(instance.nodes()), -1);  // settled routes
    for (int r = 0; r < before.settled; ++r)
        if (const auto route = before.solution.route(r); !route.empty())
            starting_with[static_cast<std::size_t>(route.front())] = r;
    const auto is_settled = [&](std::span<const Node> route) {
        if (route.empty()) return false;
        const int r = starting_with[static_cast<std::size_t>(route.front())];
        return r >= 0 && std::ranges::equal(before.solution.route(r), route);
    };
    Start result;
    for (const bool settled : {true, false}) {
        for (int r = 0; r < after.routes(); ++r)
            if (is_settled(after.route(r)) == settled) result.solution.add_route(after.route(r));
        if (settled) result.settled = result.solution.routes();
    }
    return result;
}

Budget one_cycle() {
    Budget budget;
    budget.cycles = 1;
    return budget;
}

}  // namespace

HeadStart::HeadStart() : HeadStart(std::make_unique<paper::LocalSearch>(), one_cycle()) {}

HeadStart::HeadStart(std::unique_ptr<Optimiser> optimiser, const Budget& budget)
    : optimiser_(std::move(optimiser)), budget_(budget) {}

HeadStart::HeadStart(const HeadStart& other)
    : optimiser_(other.optimiser_->clone()), budget_(other.budget_) {}

void HeadStart::give(const Instance& instance, std::span<Start> starts, const Stop& stop) {
    budget_.stop = stop;
    for (Start& start : starts) {
        if (start.cycles > 0) continue;
        if (stop.requested()) return;
        Random random(0);
        const Outcome outcome = optimiser_->improve(instance, start, budget_, random);
        start = settled_first(instance, start, outcome.solution);
        start.cycles = std::max(1, outcome.cycles);
    }
}

void LookAhead::check(const Instance& instance) const {
    const Optimiser& optimiser = head_start_.optimiser();
    if (const std::string times = unkept_times(instance, optimiser); !times.empty())
        throw InputError("the scorer " + name_ + " looks ahead with the optimiser " + optimiser.name() +
                         ", which does not keep to " + times);
    inner_->check(instance);
}

std::vector<double> LookAhead::score(const Instance& instance, std::span<Start> candidates,
                                     const Stop& stop) {
    head_start_.give(instance, candidates, stop);
    return inner_->score(instance, candidates, stop);
}

void LookAhead::learn(const Instance& instance, const Start& start, double length, const Stop& stop) {
    Start moved = start;
    head_start_.give(instance, {&moved, 1}, stop);
    inner_->learn(instance, moved, length, stop);
}

}  // namespace l2r

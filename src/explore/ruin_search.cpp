#include "explore/ruin_search.hpp"

#include <algorithm>
#include <cmath>

namespace l2r {
namespace {

constexpr int neighbour_count = 40;
constexpr double blink_rate = 0.01;

double mean_way(const Plan& plan, const Instance& instance) {
    return static_cast<double>(plan.cost()) / (instance.customers() + plan.used_routes());
}

}  // namespace

RuinSearch::RuinSearch(const Instance& instance, const Solution& start, const Stop& stop)
    : instance_(instance),
      stop_(stop),
      neighbours_(instance, neighbour_count, stop),
      ruin_(instance, neighbours_, {}),
      recreate_(instance, neighbours_, blink_rate),
      plan_(instance),
      best_(instance) {
    plan_.assign(start);
    mean_way_ = mean_way(plan_, instance);
    if (instance.has_fleet_limit()) times_unserved_.assign(static_cast<std::size_t>(instance.nodes()), 1);
    drop_routes();
    best_ = plan_;
    if (unserved_.empty()) note_best();
}

/// Leaves as many routes as there may be: those that carry most.
void RuinSearch::drop_routes() {
    if (plan_.used_routes() <= instance_.max_routes()) return;
    std::vector<std::pair<std::int32_t, std::int32_t>> by_load;
    for (std::int32_t route = 1; route < plan_.route_numbers(); ++route)
        if (plan_.size(route) > 0) by_load.emplace_back(plan_.load(route), route);
    std::sort(by_load.begin(), by_load.end());
    by_load.resize(static_cast<std::size_t>(plan_.used_routes() - instance_.max_routes()));
    for (Node customer = 1; customer < instance_.nodes(); ++customer) {
        const std::int32_t on = plan_.visit(customer).route;
        if (std::any_of(by_load.begin(), by_load.end(),
                        [&](const auto& entry) { return entry.second == on; }))
            unserved_.push_back(customer);
    }
    for (const Node customer : unserved_) plan_.remove(customer);
    plan_.commit();
}

void RuinSearch::run(int iterations, double temperature, Random& random) {
    constexpr int between_looks = 16;
    if (neighbours_.count() == 0) return;
    for (int i = 0; i < iterations; ++i) {
        if (i % between_looks == 0 && stop_.requested()) return;
        iterate(-temperature * mean_way_ * std::log(1 - random.uniform()), random);
    }
}

void RuinSearch::iterate(double most_longer, Random& random) {
    const std::int64_t cost = plan_.cost();
    pending_ = unserved_;
    ruin_.remove(plan_, draw_centre(random), random, pending_);
    recreate_.insert(plan_, pending_, random);
    if (keeps_to_limit() && accepts(plan_.cost() - cost, most_longer)) {
        plan_.commit();
        unserved_.swap(pending_);
        if (unserved_.empty() && plan_.cost() < best_cost_) note_best();
    } else {
        plan_.undo();
    }
    for (const Node customer : unserved_) ++times_unserved_[static_cast<std::size_t>(customer)];
}

Node RuinSearch::draw_centre(Random& random) const {
    if (!unserved_.empty()) return unserved_[random.below(static_cast<std::uint32_t>(unserved_.size()))];
    return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance_.customers())));
}

/// Where a detour may be shorter than the way, a route may get longer by losing a customer.
bool RuinSearch::keeps_to_limit() const {
    return !instance_.has_route_limit() || plan_.longest_changed() <= instance_.route_limit();
}

bool RuinSearch::accepts(std::int64_t change, double most_longer) const {
    if (!unserved_.empty() || !pending_.empty()) {
        const std::int64_t now = weight(pending_), before = weight(unserved_);
        if (now != before) return now < before;
    }
    return static_cast<double>(change) <= most_longer;
}

std::int64_t RuinSearch::weight(const std::vector<Node>& customers) const {
    std::int64_t sum = 0;
    for (const Node customer : customers) sum += times_unserved_[static_cast<std::size_t>(customer)];
    return sum;
}

void RuinSearch::note_best() {
    best_cost_ = plan_.cost();
    is_new_best_ = true;
    plan_.bring_up_to_date(best_);
}

}  // namespace l2r

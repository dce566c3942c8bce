#include "value/features.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace l2r {
namespace {

/// Customers up to which comparing all of them is faster than growing a tree.
constexpr int most_compared = 500;

}  // namespace

Features::Features(const Instance& instance, const StopPoll& stop) : instance_(instance) {
    const auto nodes = static_cast<std::size_t>(instance.nodes());
    previous_.resize(nodes);
    next_.resize(nodes);
    route_.resize(nodes);
    head_.resize(nodes);
    gains_.resize(nodes);
    beside_.resize(nodes * neighbour_count);
    remembered_.resize(nodes);
    number_.resize(nodes);
    choose_units();
    find_directions();
    find_neighbours(stop);
    const auto customers = static_cast<float>(instance.customers());
    for (Node node = 1; node < instance.nodes(); ++node) {
        mean_depot_distance_ += distance(0, node) / customers;
        const Node nearest = neighbours(node).front();
        if (nearest != 0) mean_nearest_ += distance(node, nearest) / customers;
        demands_.push_back(static_cast<float>(instance.demand(node)) /
                           static_cast<float>(instance.capacity()));
    }
    std::sort(demands_.begin(), demands_.end());
}

void Features::choose_units() {
    const double farthest = instance_.largest_cost() * instance_.cost_step();
    double side = 0;
    if (instance_.has_places()) {
        Point low = instance_.place(0), high = low;
        for (Node node = 1; node < instance_.nodes(); ++node) {
            const Point place = instance_.place(node);
            low = {std::min(low.x, place.x), std::min(low.y, place.y)};
            high = {std::max(high.x, place.x), std::max(high.y, place.y)};
        }
        side = std::max(high.x - low.x, high.y - low.y);
    }
    // Only in the plane are distances in the unit of places.
    const Metric metric = instance_.metric();
    const bool plane =
        metric == Metric::euclidean || metric == Metric::manhattan || metric == Metric::maximum;
    const double reach = plane ? side : farthest;
    unit_ = static_cast<float>(instance_.cost_step() / (reach > 0 ? reach : 1));
    place_unit_ = static_cast<float>(1 / (side > 0 ? side : 1));
}

void Features::find_directions() {
    direction_.assign(static_cast<std::size_t>(instance_.nodes()), {0, 0});
    if (!instance_.has_places()) return;
    for (Node node = 1; node < instance_.nodes(); ++node) {
        const auto x = static_cast<float>(instance_.place(node).x - instance_.place(0).x);
        const auto y = static_cast<float>(instance_.place(node).y - instance_.place(0).y);
        const float far = std::sqrt(x * x + y * y);
        if (far > 0) direction_[node] = {x / far, y / far};
    }
}

void Features::find_neighbours(const StopPoll& stop) {
    const int customers = instance_.customers();
    neighbours_.assign(static_cast<std::size_t>(customers + 1) * neighbour_count, 0);
    if (customers > most_compared) return find_neighbours_in_tree(stop);
    const int count = std::min(neighbour_count, customers - 1);
    std::vector<std::pair<Nearby::Key, Node>> others;
    for (Node node = 1; node <= customers; ++node) {
        others.clear();
        for (Node other = 1; other <= customers; ++other)
            if (other != node)
                others.emplace_back(Nearby::key(instance_.cost(node, other), node, other), other);
        std::partial_sort(others.begin(), others.begin() + count, others.end());
        Node* found = &neighbours_[static_cast<std::size_t>(node) * neighbour_count];
        for (int k = 0; k < count; ++k) found[k] = others[static_cast<std::size_t>(k)].second;
    }
}

void Features::find_neighbours_in_tree(const StopPoll& stop) {
    std::vector<Node> all(static_cast<std::size_t>(instance_.customers())), found;
    std::iota(all.begin(), all.end(), 1);
    const Nearby nearby(instance_, all, stop.stop());
    for (const Node node : all) {
        if (stop.stops_after(all.size())) return;
        nearby.nearest(node, neighbour_count, found);
        std::copy(found.begin(), found.end(), &neighbours_[static_cast<std::size_t>(node) * neighbour_count]);
    }
}

void Features::index(const Solution& solution) {
    slack_.clear();
    load_.clear();
    for (int r = 0; r < solution.routes(); ++r) {
        const auto route = solution.route(r);
        if (route.empty()) continue;
        std::int64_t load = 0;
        for (std::size_t k = 0; k < route.size(); ++k) {
            previous_[route[k]] = k == 0 ? 0 : route[k - 1];
            next_[route[k]] = k + 1 == route.size() ? 0 : route[k + 1];
            route_[route[k]] = static_cast<std::int32_t>(slack_.size());
            head_[route[k]] = load += instance_.demand(route[k]);
        }
        load_.push_back(load);
        slack_.push_back(1 - static_cast<float>(load) / static_cast<float>(instance_.capacity()));
    }
}

int Features::together(Node customer, int count) const {
    int found = 0;
    for (const Node other : neighbours(customer).first(static_cast<std::size_t>(count)))
        found += is_together(customer, other);
    return found;
}

float Features::nearest_on_route(Node customer, std::span<const Node> route) const {
    float nearest = distance(0, customer);
    for (const Node other : route)
        if (other != customer) nearest = std::min(nearest, distance(customer, other));
    return nearest;
}

void Features::weigh_changes(const Solution& solution, const StopPoll& stop) {
    constexpr std::size_t work = 100;
    for (const Node customer : solution.customers()) {
        if (stop.stops_after(work)) return;
        gains_[customer] =
            weigh_beside(customer, &beside_[static_cast<std::size_t>(customer) * neighbour_count]);
    }
}

/// Fills `changes`, one for each of the nearest, unless it is null.
Features::BestBeside Features::weigh_beside(Node customer, Beside* changes) const {
    BestBeside best;
    const float removal = removal_gain(customer);
    for (const Node other : neighbours(customer)) {
        const Beside change = weigh(customer, other, removal);
        best.move = std::max(best.move, change.move);
        if (change.fits) best.fitting_move = std::max(best.fitting_move, change.move);
        best.cross = std::max(best.cross, change.cross);
        if (changes != nullptr) *changes++ = change;
    }
    return best;
}

float Features::removal_gain(Node customer) const {
    const Node before = previous_[customer], after = next_[customer];
    return distance(before, customer) + distance(customer, after) - distance(before, after);
}

Features::Beside Features::weigh(Node customer, Node other, float removal) const {
    Beside result;
    if (other == 0) return result;
    const std::int32_t route = route_[other];
    result.together = is_together(customer, other);
    if (result.together) return result;
    const auto detour = [&](Node next) { return distance(customer, next) - distance(other, next); };
    result.move =
        removal - distance(customer, other) - std::min(detour(previous_[other]), detour(next_[other]));
    result.fits = load_[route] + instance_.demand(customer) <= instance_.capacity();
    result.cross = cross_gain(customer, other);
    return result;
}

float Features::cross_gain(Node a, Node b) const {
    // Loads of what comes before and after, the customer itself left out.
    const std::int64_t demand_a = instance_.demand(a), before_a = head_[a] - demand_a,
                       after_a = load_[route_[a]] - head_[a];
    const std::int64_t demand_b = instance_.demand(b), before_b = head_[b] - demand_b,
                       after_b = load_[route_[b]] - head_[b];
    const float edge = distance(a, b);
    float best = 0;
    // `one` is the load of the route that has both, `other` that of the rest; `lost_a` and `lost_b` were
    // beside a and b, and are neighbours now.
    const auto consider = [&](std::int64_t one, std::int64_t other, Node lost_a, Node lost_b) {
        if (one + demand_a + demand_b > instance_.capacity() || other > instance_.capacity()) return;
        best = std::max(best, distance(a, lost_a) + distance(b, lost_b) - edge - distance(lost_a, lost_b));
    };
    consider(before_a + after_b, before_b + after_a, next_[a], previous_[b]);
    consider(before_b + after_a, before_a + after_b, previous_[a], next_[b]);
    consider(before_a + before_b, after_a + after_b, next_[a], next_[b]);
    consider(after_a + after_b, before_a + before_b, previous_[a], previous_[b]);
    return best;
}

float* Features::describe_neighbours(Node customer, float* out) const {
    const Beside* change = beside(customer).data();
    for (const Node other : neighbours(customer).first(described_neighbours)) {
        const std::array<float, 6> values = {
            other == 0 ? 0 : distance(customer, other), static_cast<float>(change->together),
            other == 0 ? 0 : slack_[route_[other]],     change->move,
            static_cast<float>(change->fits),           change->cross};
        out = std::copy(values.begin(), values.end(), out);
        ++change;
    }
    return out;
}

void Features::measure(const Solution& solution, std::span<float> stops, std::span<float> start,
                       const StopPoll& stop) {
    if (stop.stopped()) return;  // routes may be missing
    index(solution);
    if (stops.empty() && static_cast<int>(slack_.size()) <= RouteNumbers::limit / 4)
        return measure_start_from_memory(solution, start, stop);
    weigh_changes(solution, stop);
    if (!stops.empty()) measure_stops(solution, stops, stop);
    if (!start.empty()) measure_start(solution, start, stop);
}

void Features::measure_stops(const Solution& solution, std::span<float> stops, const StopPoll& stop) const {
    float* out = stops.data();
    const Point depot = instance_.has_places() ? instance_.place(0) : Point{};
    for (int r = 0; r < solution.routes(); ++r)
        for (const Node customer : solution.route(r)) {
            if (stop.stops_after(solution.route(r).size())) return;
            const Point place = instance_.has_places() ? instance_.place(customer) : Point{};
            const BestBeside& gains = gains_[customer];
            const auto values = {
                static_cast<float>(place.x - depot.x) * place_unit_,
                static_cast<float>(place.y - depot.y) * place_unit_,
                static_cast<float>(instance_.demand(customer)) / static_cast<float>(instance_.capacity()),
                distance(0, customer),
                distance(previous_[customer], customer),
                distance(customer, next_[customer]),
                distance(previous_[customer], next_[customer]),
                slack_[route_[customer]],
                nearest_on_route(customer, solution.route(r)),
                static_cast<float>(together(customer, neighbour_count)),
                removal_gain(customer),
                gains.move,
                gains.fitting_move};
            out = describe_neighbours(customer, std::copy(values.begin(), values.end(), out));
        }
}

Features* LastFeatures::of(const Instance& instance, const StopPoll& stop) {
    if (!features_ || features_->instance() != instance.id())
        features_ = std::make_unique<Features>(instance, stop);
    if (stop.stopped()) features_.reset();
    return features_.get();
}

}  // namespace l2r

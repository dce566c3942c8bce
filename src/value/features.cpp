#include "value/features.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace l2r {
namespace {

/// Up to so many customers it is faster to compare them all than to grow a tree.
constexpr int most_compared = 500;

float root(float value) {
    return std::sqrt(std::max(value, 0.0F));
}

/// Mean and standard deviation, a value at a time.
class Spread {
  public:
    void add(float value) {
        ++count_;
        sum_ += value;
        squares_ += value * value;
    }
    float mean() const { return count_ == 0 ? 0 : sum_ / static_cast<float>(count_); }
    float deviation() const {
        return count_ == 0 ? 0 : root(squares_ / static_cast<float>(count_) - mean() * mean());
    }

  private:
    int count_ = 0;
    float sum_ = 0, squares_ = 0;
};

}  // namespace

Features::Features(const Instance& instance) : instance_(instance) {
    const auto nodes = static_cast<std::size_t>(instance.nodes());
    previous_.resize(nodes);
    next_.resize(nodes);
    route_.resize(nodes);
    head_.resize(nodes);
    gains_.resize(nodes);
    beside_.resize(nodes * neighbour_count);
    choose_units();
    find_directions();
    find_neighbours();
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

float Features::demand_share(float room) const {
    const auto fit = std::upper_bound(demands_.begin(), demands_.end(), room + 1e-6F) - demands_.begin();
    return static_cast<float>(fit) / static_cast<float>(demands_.size());
}

void Features::find_neighbours() {
    const int customers = instance_.customers();
    neighbours_.assign(static_cast<std::size_t>(customers + 1) * neighbour_count, 0);
    if (customers > most_compared) return find_neighbours_in_tree();
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

void Features::find_neighbours_in_tree() {
    std::vector<Node> all(static_cast<std::size_t>(instance_.customers())), found;
    std::iota(all.begin(), all.end(), 1);
    const Nearby nearby(instance_, all);
    for (const Node node : all) {
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
    for (const Beside& near : beside(customer).first(static_cast<std::size_t>(count))) found += near.together;
    return found;
}

float Features::nearest_on_route(Node customer, std::span<const Node> route) const {
    float nearest = distance(0, customer);
    for (const Node other : route)
        if (other != customer) nearest = std::min(nearest, distance(customer, other));
    return nearest;
}

void Features::weigh_changes(const Solution& solution) {
    for (int r = 0; r < solution.routes(); ++r) {
        const auto route = solution.route(r);
        for (const Node customer : route) {
            const Node before = previous_[customer], after = next_[customer];
            Gains& gains = gains_[customer];
            gains = {};
            gains.removal = distance(before, customer) + distance(customer, after) - distance(before, after);
            gains.nearest_on_route = nearest_on_route(customer, route);
            Beside* changes = &beside_[static_cast<std::size_t>(customer) * neighbour_count];
            for (const Node other : neighbours(customer)) {
                const Beside change = *changes++ = weigh(customer, other);
                gains.move = std::max(gains.move, change.move);
                if (change.fits) gains.fitting_move = std::max(gains.fitting_move, change.move);
                gains.cross = std::max(gains.cross, change.cross);
            }
        }
    }
}

Features::Beside Features::weigh(Node customer, Node other) const {
    Beside result;
    if (other == 0) return result;
    const std::int32_t route = route_[other];
    result.together = route == route_[customer];
    if (result.together) return result;
    const auto detour = [&](Node next) { return distance(customer, next) - distance(other, next); };
    result.move = gains_[customer].removal - distance(customer, other) -
                  std::min(detour(previous_[other]), detour(next_[other]));
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
    const float way = distance(a, b);
    float best = 0;
    // `one` is the load of the route that has both, `other` that of the rest; `lost_a` and `lost_b` were
    // beside a and b, and are neighbours now.
    const auto consider = [&](std::int64_t one, std::int64_t other, Node lost_a, Node lost_b) {
        if (one + demand_a + demand_b > instance_.capacity() || other > instance_.capacity()) return;
        best = std::max(best, distance(a, lost_a) + distance(b, lost_b) - way - distance(lost_a, lost_b));
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

/// Prim's way, from the depot on.
float Features::spanning_tree(std::span<const Node> route) {
    tree_.resize(route.size());
    for (std::size_t k = 0; k < route.size(); ++k) tree_[k] = distance(0, route[k]);
    float total = 0;
    constexpr float done = -1;
    for (std::size_t step = 0; step < route.size(); ++step) {
        std::size_t nearest = route.size();
        for (std::size_t k = 0; k < route.size(); ++k)
            if (tree_[k] != done && (nearest == route.size() || tree_[k] < tree_[nearest])) nearest = k;
        total += tree_[nearest];
        tree_[nearest] = done;
        for (std::size_t k = 0; k < route.size(); ++k)
            if (tree_[k] != done) tree_[k] = std::min(tree_[k], distance(route[nearest], route[k]));
    }
    return total;
}

void Features::measure(const Solution& solution, std::span<float> stops, std::span<float> start) {
    index(solution);
    weigh_changes(solution);
    if (!stops.empty()) measure_stops(solution, stops);
    if (!start.empty()) measure_start(solution, start);
}

void Features::measure_stops(const Solution& solution, std::span<float> stops) const {
    float* out = stops.data();
    const Point depot = instance_.has_places() ? instance_.place(0) : Point{};
    for (int r = 0; r < solution.routes(); ++r)
        for (const Node customer : solution.route(r)) {
            const Point place = instance_.has_places() ? instance_.place(customer) : Point{};
            const Gains& gains = gains_[customer];
            const auto values = {
                static_cast<float>(place.x - depot.x) * place_unit_,
                static_cast<float>(place.y - depot.y) * place_unit_,
                static_cast<float>(instance_.demand(customer)) / static_cast<float>(instance_.capacity()),
                distance(0, customer),
                distance(previous_[customer], customer),
                distance(customer, next_[customer]),
                distance(previous_[customer], next_[customer]),
                slack_[route_[customer]],
                gains.nearest_on_route,
                static_cast<float>(together(customer, neighbour_count)),
                gains.removal,
                gains.move,
                gains.fitting_move};
            out = describe_neighbours(customer, std::copy(values.begin(), values.end(), out));
        }
}

/// Over the routes of a start.
struct Features::Sums {
    Spread lengths, slacks, resultants, pair_distances;
    float stop_resultant = 0, trees = 0, scatter = 0, depot_edges = 0, nearest_on_route = 0;
    float squared_load = 0, smallest_load = 1, root_slack = 0, slack_by_demand = 0;
    float removal_gain = 0, move_gain = 0, fitting_move_gain = 0, cross_gain = 0;
    int crossing = 0;
    int together_1 = 0, together_3 = 0, edges_1 = 0, edges_5 = 0, full_routes = 0;
};

void Features::measure_route(std::span<const Node> route, float slack, Sums& sums) {
    const auto size = static_cast<float>(route.size());
    float length = distance(route.back(), 0), pairs = 0;
    float x = 0, y = 0;                        // the sum of directions
    float across = 0, along = 0, squares = 0;  // of places
    for (std::size_t k = 0; k < route.size(); ++k) {
        const Node customer = route[k];
        const float far = distance(0, customer);
        x += direction_[customer][0];
        y += direction_[customer][1];
        across += direction_[customer][0] * far;
        along += direction_[customer][1] * far;
        squares += far * far;
        length += distance(previous_[customer], customer);
        for (std::size_t l = 0; l < k; ++l) pairs += distance(customer, route[l]);
        const Gains& gains = gains_[customer];
        sums.nearest_on_route += gains.nearest_on_route;
        sums.removal_gain += gains.removal;
        sums.move_gain += gains.move;
        sums.fitting_move_gain += gains.fitting_move;
        sums.cross_gain += gains.cross;
        sums.crossing += gains.cross > 0;
        sums.together_1 += together(customer, 1);
        sums.together_3 += together(customer, 3);
        const auto near = neighbours(customer);
        for (const Node other : {previous_[customer], next_[customer]}) {
            if (other == 0) continue;
            sums.edges_1 += near[0] == other;
            sums.edges_5 += std::find(near.begin(), near.end(), other) != near.end();
        }
    }
    sums.lengths.add(length);
    sums.slacks.add(slack);
    sums.resultants.add(root(x * x + y * y) / size);
    sums.stop_resultant += root(x * x + y * y);
    sums.pair_distances.add(route.size() < 2 ? 0 : pairs / (size * (size - 1) / 2));
    sums.scatter += squares - (across * across + along * along) / size;
    sums.depot_edges += distance(0, route.front()) + distance(route.back(), 0);
    sums.trees += spanning_tree(route);
    sums.squared_load += (1 - slack) * (1 - slack);
    sums.smallest_load = std::min(sums.smallest_load, 1 - slack);
    sums.root_slack += root(slack);
    sums.slack_by_demand += slack * (1 - slack);
    sums.full_routes += slack < 1e-6F;
}

void Features::measure_start(const Solution& solution, std::span<float> start) {
    Sums sums;
    for (int r = 0; r < solution.routes(); ++r) {
        const auto route = solution.route(r);
        if (!route.empty()) measure_route(route, slack_[route_[route.front()]], sums);
    }
    const auto customers = static_cast<float>(instance_.customers());
    const auto routes = static_cast<float>(slack_.size());
    std::vector<float>& sorted = tree_;
    sorted.assign(slack_.begin(), slack_.end());
    std::sort(sorted.begin(), sorted.end(), std::greater());
    float fitting = 0;  // the share of customers that a route has room for, added up over the routes
    for (const float slack : sorted) fitting += demand_share(slack);
    const float room =
        static_cast<float>(std::max(instance_.min_routes(), 1)) * static_cast<float>(instance_.capacity());
    const std::array<float, start_features.size()> values = {
        sums.lengths.mean() * routes,
        routes,
        sums.lengths.deviation(),
        sums.resultants.mean(),
        sums.resultants.mean() * routes,
        sums.stop_resultant / customers,
        sums.trees,
        sums.pair_distances.mean(),
        sums.scatter,
        sums.depot_edges,
        sums.nearest_on_route,
        static_cast<float>(sums.together_1) / customers,
        static_cast<float>(sums.together_3) / customers,
        static_cast<float>(sums.edges_1) / customers,
        static_cast<float>(sums.edges_5) / customers,
        sums.squared_load,
        sums.slacks.deviation(),
        sums.smallest_load,
        sums.root_slack,
        sorted.size() < 2 ? 0 : sorted[1],
        static_cast<float>(sums.full_routes),
        sums.slack_by_demand,
        fitting / routes,
        sums.removal_gain,
        sums.move_gain,
        sums.fitting_move_gain,
        sums.cross_gain,
        static_cast<float>(sums.crossing) / customers,
        static_cast<float>(instance_.total_demand()) / room,
        mean_depot_distance_,
        mean_nearest_};
    std::copy(values.begin(), values.end(), start.begin());
}

}  // namespace l2r

#include <algorithm>
#include <cmath>
#include <functional>

#include "value/features.hpp"

namespace l2r {
namespace {

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

/// Over the routes of a start.
struct Features::Sums {
    Spread lengths, slacks, resultants, pair_distances;
    float stop_resultant = 0, trees = 0, scatter = 0, depot_edges = 0, nearest_on_route = 0;
    float squared_load = 0, smallest_load = 1, root_slack = 0, slack_by_demand = 0;
    float removal_gain = 0, move_gain = 0, fitting_move_gain = 0, cross_gain = 0;
    int crossing = 0;
    int together_1 = 0, together_3 = 0, edges_1 = 0, edges_5 = 0, full_routes = 0;
};

float Features::demand_share(float room) const {
    const auto fit = std::upper_bound(demands_.begin(), demands_.end(), room + 1e-6F) - demands_.begin();
    return static_cast<float>(fit) / static_cast<float>(demands_.size());
}

/// Prim's algorithm, from the depot.
float Features::spanning_tree(std::span<const Node> route, const StopPoll& stop) {
    tree_.resize(route.size());
    for (std::size_t k = 0; k < route.size(); ++k) tree_[k] = distance(0, route[k]);
    float total = 0;
    constexpr float done = -1;
    for (std::size_t step = 0; step < route.size(); ++step) {
        if (stop.stops_after(route.size())) return 0;
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

Features::RouteFacts Features::facts_of(std::span<const Node> route, const StopPoll& stop) {
    RouteFacts facts;
    facts.size = static_cast<int>(route.size());
    facts.length = distance(route.back(), 0);
    const auto size = static_cast<float>(route.size());
    float pairs = 0;
    float x = 0, y = 0;                        // the sum of directions
    float across = 0, along = 0, squares = 0;  // of places
    for (std::size_t k = 0; k < route.size(); ++k) {
        if (stop.stops_after(2 * route.size())) return facts;
        const Node customer = route[k];
        const float far = distance(0, customer);
        x += direction_[customer][0];
        y += direction_[customer][1];
        across += direction_[customer][0] * far;
        along += direction_[customer][1] * far;
        squares += far * far;
        facts.length += distance(previous_[customer], customer);
        for (std::size_t l = 0; l < k; ++l) pairs += distance(customer, route[l]);
        facts.nearest_on_route += nearest_on_route(customer, route);
        facts.removal_gain += removal_gain(customer);
        facts.together_1 += together(customer, 1);
        facts.together_3 += together(customer, 3);
        const auto near = neighbours(customer);
        for (const Node other : {previous_[customer], next_[customer]}) {
            if (other == 0) continue;
            facts.edges_1 += near[0] == other;
            facts.edges_5 += std::find(near.begin(), near.end(), other) != near.end();
        }
    }
    facts.resultant = root(x * x + y * y);
    facts.pair_distance = route.size() < 2 ? 0 : pairs / (size * (size - 1) / 2);
    facts.scatter = squares - (across * across + along * along) / size;
    facts.depot_edges = distance(0, route.front()) + distance(route.back(), 0);
    facts.tree = spanning_tree(route, stop);
    return facts;
}

void Features::add(const RouteFacts& route, float slack, Sums& sums) {
    sums.lengths.add(route.length);
    sums.slacks.add(slack);
    sums.resultants.add(route.resultant / static_cast<float>(route.size));
    sums.stop_resultant += route.resultant;
    sums.pair_distances.add(route.pair_distance);
    sums.scatter += route.scatter;
    sums.depot_edges += route.depot_edges;
    sums.trees += route.tree;
    sums.nearest_on_route += route.nearest_on_route;
    sums.removal_gain += route.removal_gain;
    sums.together_1 += route.together_1;
    sums.together_3 += route.together_3;
    sums.edges_1 += route.edges_1;
    sums.edges_5 += route.edges_5;
    sums.squared_load += (1 - slack) * (1 - slack);
    sums.smallest_load = std::min(sums.smallest_load, 1 - slack);
    sums.root_slack += root(slack);
    sums.slack_by_demand += slack * (1 - slack);
    sums.full_routes += slack < 1e-6F;
}

void Features::add(const BestBeside& best, Sums& sums) {
    sums.move_gain += best.move;
    sums.fitting_move_gain += best.fitting_move;
    sums.cross_gain += best.cross;
    sums.crossing += best.cross > 0;
}

void Features::measure_start(const Solution& solution, std::span<float> start, const StopPoll& stop) {
    Sums sums;
    for (int r = 0; r < solution.routes(); ++r) {
        const auto route = solution.route(r);
        if (!route.empty()) add(facts_of(route, stop), slack_[route_[route.front()]], sums);
    }
    for (const Node customer : solution.customers()) add(gains_[customer], sums);
    write_start(sums, start);
}

void Features::forget() {
    numbers_.clear();
    facts_.clear();
    std::fill(remembered_.begin(), remembered_.end(), Remembered());
}

void Features::measure_start_from_memory(const Solution& solution, std::span<float> start,
                                         const StopPoll& stop) {
    if (numbers_.count() + static_cast<int>(slack_.size()) > RouteNumbers::limit) forget();
    Sums sums;
    for (int r = 0; r < solution.routes(); ++r) {
        const auto route = solution.route(r);
        if (route.empty()) continue;
        const auto number = static_cast<std::size_t>(numbers_.of(route));
        if (number == facts_.size()) facts_.push_back(facts_of(route, stop));
        if (stop.stopped()) return forget();  // what is known of the last route is not all
        add(facts_[number], slack_[route_[route.front()]], sums);
        for (const Node customer : route) number_[customer] = number + 1;
    }
    for (const Node customer : solution.customers()) add(recall(customer), sums);
    write_start(sums, start);
}

const Features::BestBeside& Features::recall(Node customer) {
    // Numbers have 10 bits, so six of them tell all the routes exactly; none is 0.
    static_assert(neighbour_count == 5 && RouteNumbers::limit <= 1024);
    std::uint64_t key = number_[customer];
    for (const Node other : neighbours(customer)) key = key << 10 | (other == 0 ? 0 : number_[other] - 1);
    Remembered& memory = remembered_[customer];
    if (memory.key[0] == key) return memory.best[0];
    std::swap(memory.key[0], memory.key[1]);
    std::swap(memory.best[0], memory.best[1]);
    if (memory.key[0] == key) return memory.best[0];
    memory.key[0] = key;
    return memory.best[0] = weigh_beside(customer, nullptr);
}

void Features::write_start(const Sums& sums, std::span<float> start) {
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

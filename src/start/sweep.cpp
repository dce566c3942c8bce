#include "start/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/error.hpp"
#include "start/random_start.hpp"

namespace l2r {
namespace {

/// Grows with the angle of (x, y), from -1 to 3. Divisions only: the same on every machine, unlike an arc
/// tangent.
double turn(double x, double y) {
    const double size = std::abs(x) + std::abs(y);
    if (size == 0) return 0;
    return x >= 0 ? y / size : 2 - y / size;
}

}  // namespace

std::vector<Node> round_depot(const Instance& instance, const std::vector<Node>& customers) {
    const Point depot = instance.place(0);
    const std::size_t parts = customers.size();  // of the whole turn, each with its customers in their order
    std::vector<std::size_t> part(customers.size()), begin(parts + 1);
    for (std::size_t i = 0; i < customers.size(); ++i) {
        const Point place = instance.place(customers[i]);
        const double share = (turn(place.x - depot.x, place.y - depot.y) + 1) / 4;
        part[i] = std::min(static_cast<std::size_t>(share * static_cast<double>(parts)), parts - 1);
        ++begin[part[i] + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<Node> order(customers.size());
    for (std::size_t i = 0; i < customers.size(); ++i) order[begin[part[i]]++] = customers[i];
    return order;
}

Solution sweep_start(const Instance& instance, Random& random) {
    if (!instance.has_places())
        throw InputError("a sweep goes round the depot, but " + instance.name() +
                         " has distances without places");
    const Point depot = instance.place(0);
    std::vector<double> turns(static_cast<std::size_t>(instance.nodes()));
    for (Node node = 1; node < instance.nodes(); ++node)
        turns[node] = turn(instance.place(node).x - depot.x, instance.place(node).y - depot.y);
    std::vector<Node> order(static_cast<std::size_t>(instance.customers()));
    std::iota(order.begin(), order.end(), Node{1});
    std::sort(order.begin(), order.end(),
              [&](Node a, Node b) { return std::tie(turns[a], a) < std::tie(turns[b], b); });
    const std::uint32_t first = random.below(static_cast<std::uint32_t>(order.size()));
    std::rotate(order.begin(), order.begin() + first, order.end());
    if (random.below(2) == 1) std::reverse(order.begin() + 1, order.end());
    Solution solution;
    cut_by_capacity(instance, order, solution);
    return solution;
}

}  // namespace l2r

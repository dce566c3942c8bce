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

std::vector<double> turns_round_depot(const Instance& instance) {
    const Point depot = instance.place(0);
    std::vector<double> turns(static_cast<std::size_t>(instance.nodes()));
    for (Node node = 1; node < instance.nodes(); ++node)
        turns[node] = turn(instance.place(node).x - depot.x, instance.place(node).y - depot.y);
    return turns;
}

Solution sweep_start(const Instance& instance, Random& random) {
    if (!instance.has_places())
        throw InputError("a sweep goes round the depot, but " + instance.name() +
                         " has distances without places");
    const std::vector<double> turns = turns_round_depot(instance);
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

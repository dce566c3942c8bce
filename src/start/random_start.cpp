#include "start/random_start.hpp"

#include <numeric>

#include "problem/segment.hpp"

namespace l2r {

void cut_by_capacity(const Instance& instance, std::span<const Node> customers, Solution& solution) {
    std::size_t begin = 0;
    GrowingRoute route(instance);
    for (std::size_t i = 0; i < customers.size(); ++i) {
        if (!route.has_room_for(customers[i])) {
            solution.add_route(customers.subspan(begin, i - begin));
            begin = i;
            route.restart();
        }
        route.visit(customers[i]);
    }
    if (begin < customers.size()) solution.add_route(customers.subspan(begin));
}

Solution random_start(const Instance& instance, Random& random) {
    std::vector<Node> order(static_cast<std::size_t>(instance.customers()));
    std::iota(order.begin(), order.end(), Node{1});
    random.shuffle(std::span(order));
    Solution solution;
    solution.reserve(instance.customers(), 2 * instance.min_routes());
    cut_by_capacity(instance, order, solution);
    return solution;
}

}  // namespace l2r

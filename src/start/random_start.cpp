#include "start/random_start.hpp"

#include <numeric>

#include "start/route_clock.hpp"

namespace l2r {

void cut_by_capacity(const Instance& instance, std::span<const Node> customers, Solution& solution) {
    std::size_t begin = 0;
    std::int64_t load = 0;
    RouteClock clock(instance);
    for (std::size_t i = 0; i < customers.size(); ++i) {
        const std::int32_t demand = instance.demand(customers[i]);
        if (load + demand > instance.capacity() || !clock.has_time_for(customers[i])) {
            solution.add_route(customers.subspan(begin, i - begin));
            begin = i;
            load = 0;
            clock.restart();
        }
        load += demand;
        clock.visit(customers[i]);
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

#include "start/nearest.hpp"

#include <numeric>

#include "problem/nearby.hpp"
#include "problem/segment.hpp"
#include "start/random_start.hpp"

namespace l2r {

Solution nearest_start(const Instance& instance, Random& random, const Stop& stop, int choices) {
    std::vector<Node> left(static_cast<std::size_t>(instance.customers()));
    std::iota(left.begin(), left.end(), Node{1});
    Nearby nearby(instance, left, stop);
    std::vector<bool> served(static_cast<std::size_t>(instance.nodes()), false);
    std::vector<Node> route, found;
    Solution solution;
    GrowingRoute growing(instance);
    for (std::size_t count = 0; count < left.size() && !stop.requested();) {
        nearby.nearest(route.empty() ? 0 : route.back(), choices, found, growing.room());
        std::erase_if(found, [&](Node customer) { return !growing.has_room_for(customer); });
        if (found.empty()) {
            solution.add_route(route);
            route.clear();
            growing.restart();
            continue;
        }
        const Node next = found[random.below(static_cast<std::uint32_t>(found.size()))];
        route.push_back(next);
        growing.visit(next);
        nearby.remove(next);
        served[next] = true;
        ++count;
    }
    if (!route.empty()) solution.add_route(route);
    std::erase_if(left, [&](Node customer) { return served[customer]; });
    cut_by_capacity(instance, left, solution);
    return solution;
}

}  // namespace l2r

#include "problem/segment.hpp"

#include "base/text.hpp"
#include "problem/solution.hpp"

namespace l2r {

std::vector<std::string> broken_limits(const Instance& instance, std::span<const Node> route) {
    std::vector<std::string> broken;
    if (const std::int64_t load = route_load(instance, route); load > instance.capacity())
        broken.push_back("carries " + std::to_string(load) + ", more than the capacity of " +
                         std::to_string(instance.capacity()));
    const double duration = route.empty() ? 0 : route_duration(instance, route);
    if (duration > instance.exact_route_limit() + instance.route_limit_tolerance())
        broken.push_back("takes " + text::shortest(duration) + ", more than the limit of " +
                         text::shortest(instance.exact_route_limit()));
    return broken;
}

}  // namespace l2r

#include "problem/segment.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "problem/solution.hpp"
#include "problem/timetable.hpp"

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
    if (!instance.has_windows() || route.empty()) return broken;
    const std::vector<StopTimes> times = timetable(instance, route);
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i].late == 0) continue;
        const Node node = i < route.size() ? route[i] : 0;
        const std::string who =
            node == 0 ? "is back at the depot at " : "reaches customer " + std::to_string(node) + " at ";
        broken.push_back(who + short_number(times[i].arrives) + ", " + short_number(times[i].late) +
                         " late: its time window closes at " + short_number(instance.window(node).closes));
    }
    return broken;
}

}  // namespace l2r

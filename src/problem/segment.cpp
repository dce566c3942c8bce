#include "problem/segment.hpp"

#include <algorithm>

#include "base/number.hpp"
#include "base/text.hpp"
#include "problem/solution.hpp"

namespace l2r {

namespace {

/// Drives along a route that may be late; after each delay as if it had been in time.
class Drive {
  public:
    explicit Drive(const Instance& instance) : instance_(instance), now_(moments(0).first) {}

    void to(Node node, std::vector<std::string>& broken) {
        now_ += counted(instance_.exact_service(at_)) + way(node);
        const auto [opens, closes] = moments(node);
        at_ = node;
        if (now_ - closes > instance_.window_tolerance()) {
            const std::string who =
                node == 0 ? "is back at the depot at " : "reaches customer " + std::to_string(node) + " at ";
            broken.push_back(who + number(now_) + ", " + number(now_ - closes) +
                             " late: its time window closes at " + number(closes));
            now_ = closes;
        }
        now_ = std::max(now_, opens);
    }

  private:
    /// Times are counted in steps where these lose nothing, else in the unit of the instance.
    double unit() const { return instance_.costs_are_exact() ? instance_.in_units(1) : 1; }
    double counted(double time) const {
        return instance_.costs_are_exact() ? std::round(time / unit()) : time;
    }
    double way(Node node) const {
        return instance_.costs_are_exact() ? instance_.cost(at_, node) : instance_.distance(at_, node);
    }
    std::pair<double, double> moments(Node node) const {
        const auto [opens, closes] = instance_.window(node);
        return {counted(opens), counted(closes)};
    }
    std::string number(double time) const { return short_number(time * unit()); }

    const Instance& instance_;
    Node at_ = 0;
    double now_;
};

}  // namespace

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
    Drive drive(instance);
    for (const Node customer : route) drive.to(customer, broken);
    drive.to(0, broken);
    return broken;
}

}  // namespace l2r

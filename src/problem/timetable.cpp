#include "problem/timetable.hpp"

#include <algorithm>
#include <cmath>

namespace l2r {
namespace {

/// Times are counted in steps where these lose nothing, else in the unit of the instance.
class Watch {
  public:
    explicit Watch(const Instance& instance)
        : instance_(instance), unit_(instance.costs_are_exact() ? instance.in_units(1) : 1) {}

    double counted(double time) const {
        return instance_.costs_are_exact() ? std::round(time / unit_) : time;
    }
    double way(Node a, Node b) const {
        return instance_.costs_are_exact() ? instance_.cost(a, b) : instance_.distance(a, b);
    }
    double shown(double time) const {
        return instance_.costs_are_exact() ? instance_.in_units(std::llround(time)) : time;
    }

  private:
    const Instance& instance_;
    const double unit_;
};

}  // namespace

std::vector<StopTimes> timetable(const Instance& instance, std::span<const Node> route) {
    const Watch watch(instance);
    std::vector<StopTimes> times;
    double now = watch.counted(instance.window(0).opens);
    Node at = 0;
    for (std::size_t i = 0; i <= route.size(); ++i) {
        const Node next = i < route.size() ? route[i] : 0;
        const double arrives = now + watch.counted(instance.exact_service(at)) + watch.way(at, next);
        const double opens = watch.counted(instance.window(next).opens),
                     closes = watch.counted(instance.window(next).closes);
        const double tolerance = instance.window_tolerance(instance.window(next).closes);
        const double late = arrives - closes > tolerance ? arrives - closes : 0;
        now = std::max(arrives - late, opens);
        times.push_back(
            {watch.shown(arrives), watch.shown(std::max(0.0, opens - arrives)), watch.shown(late)});
        at = next;
    }
    return times;
}

}  // namespace l2r

#pragma once

#include <span>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// When a vehicle is somewhere, in the unit of the instance.
struct StopTimes {
    double arrives = 0;
    double waits = 0;  ///< until the time window opens
    double late = 0;   ///< after it closes; it then goes on as if it had been in time
};

/// Of each customer of a route, and of the depot at its end. The vehicle leaves when the depot opens.
std::vector<StopTimes> timetable(const Instance& instance, std::span<const Node> route);

}  // namespace l2r

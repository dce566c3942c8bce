#pragma once

#include <cmath>

#include "problem/instance.hpp"

namespace l2r {

/// Any place as one in degrees and minutes.
inline Point geographic_place(Point place) {
    const auto minutes = [](double decimal) {
        const double degrees = std::trunc(decimal);
        return degrees + 0.59 * (decimal - degrees);
    };
    return {minutes(std::fmod(place.x, 90)), minutes(std::fmod(place.y, 180))};
}

}  // namespace l2r

#include "problem/geographic.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace l2r {
namespace {

/// With TSPLIB's own value of pi.
double radians(double coordinate) {
    constexpr double tsplib_pi = 3.141592;
    return tsplib_pi * decimal_degrees(coordinate) / 180.0;
}

std::string in_digits(double value, double digits) {
    return text::shortest(std::round(value * digits) / digits);
}

}  // namespace

double decimal_degrees(double coordinate) {
    const double degrees = std::trunc(coordinate);
    return degrees + 5.0 * (coordinate - degrees) / 3.0;
}

double geographic_distance(Point a, Point b) {
    constexpr double radius = 6378.388;
    const double latitude_a = radians(a.x), latitude_b = radians(b.x);
    const double q1 = std::cos(radians(a.y) - radians(b.y));
    const double q2 = std::cos(latitude_a - latitude_b);
    const double q3 = std::cos(latitude_a + latitude_b);
    return radius * std::acos(std::clamp(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3), -1.0, 1.0)) + 1.0;
}

std::string geographic_fault(Point place) {
    for (const double value : {place.x, place.y}) {
        const double degrees = std::trunc(value), part = value - degrees;
        if (std::abs(part) < 0.6 - 1e-9) continue;  // the part of 64.60 is a little less
        return "GEO coordinates are degrees and minutes, DDD.MM, and " + text::shortest(value) + " has " +
               in_digits(100 * std::abs(part), 1e4) +
               " minutes; where they are decimal degrees, write their fractions in minutes: " +
               text::shortest(value) + " becomes " + in_digits(degrees + 0.6 * part, 1e8);
    }
    if (std::abs(place.x) > 90 || std::abs(place.y) > 360)
        return "GEO coordinates are a latitude up to 90 degrees, then a longitude up to 360, not " +
               text::shortest(place.x) + " and " + text::shortest(place.y);
    return {};
}

}  // namespace l2r

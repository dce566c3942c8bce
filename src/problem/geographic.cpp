#include "problem/geographic.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.hpp"

namespace l2r {
namespace {

/// With TSPLIB's own value of pi.
double radians(double coordinate) {
    constexpr double tsplib_pi = 3.141592;
    return tsplib_pi * decimal_degrees(coordinate) / 180.0;
}

constexpr double earth_radius = 6'371'008.8;  // metres, the mean of the three axes
constexpr double degree = std::numbers::pi / 180;

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

/// The haversine formula, which is exact for neighbours too.
double great_circle_metres(Point a, Point b) {
    const double up = std::sin((b.y - a.y) * degree / 2), across = std::sin((b.x - a.x) * degree / 2);
    const double h = up * up + std::cos(a.y * degree) * std::cos(b.y * degree) * across * across;
    return 2 * earth_radius * std::asin(std::sqrt(std::min(h, 1.0)));
}

double most_metres(double longitudes, double latitudes) {
    return earth_radius * degree * std::min(longitudes + latitudes, 180.0) * (1 + 1e-9);
}

/// At least the way to the nearer parallel, and the way to the nearer meridian, across the date line too. A
/// meridian that is more than a quarter round is nearest at a pole.
double least_metres(Point from, Point low, Point high) {
    const double parallel = std::abs(from.y - std::clamp(from.y, low.y, high.y)) * degree;
    double meridian = 0;
    if (from.x < low.x || from.x > high.x) {
        const double west = std::abs(from.x - low.x), east = std::abs(from.x - high.x);
        const double longitudes = std::min({west, 360 - west, east, 360 - east, 90.0});
        meridian = std::asin(std::cos(from.y * degree) * std::sin(longitudes * degree));
    }
    const double least = earth_radius * std::max(parallel, meridian);
    return std::max(0.0, least * (1 - 1e-9) - 1e-6);  // roundings make it no larger
}

std::string degrees_fault(Point place) {
    if (std::abs(place.y) > 90)
        return "latitude " + text::shortest(place.y) +
               " is outside -90 .. 90; are latitudes and longitudes swapped?";
    if (std::abs(place.x) > 180) return "longitude " + text::shortest(place.x) + " is outside -180 .. 180";
    return {};
}

}  // namespace l2r

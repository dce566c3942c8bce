#include "plot/map_places.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "problem/geographic.hpp"

namespace l2r {

namespace {

constexpr double degree = std::numbers::pi / 180;

/// As the instance has them, but longitude first and decimal where they are degrees.
std::vector<Point> plain_places(const Instance& instance) {
    std::vector<Point> places;
    places.reserve(static_cast<std::size_t>(instance.nodes()));
    for (Node node = 0; node < instance.nodes(); ++node) places.push_back(instance.place(node));
    if (instance.metric() == Metric::geographic)  // latitude comes first there
        for (Point& p : places) p = {decimal_degrees(p.y), decimal_degrees(p.x)};
    return places;
}

/// How long a degree of longitude is in those of latitude, in the middle of the places.
double shrink_of(const std::vector<Point>& places) {
    double latitude = 0;
    for (const Point& p : places) latitude += p.y / static_cast<double>(places.size());
    return std::max(0.1, std::cos(latitude * degree));
}

}  // namespace

bool is_on_earth(const Instance& instance) {
    return instance.metric() == Metric::geographic || instance.metric() == Metric::great_circle;
}

std::vector<Point> map_places(const Instance& instance) {
    std::vector<Point> places = plain_places(instance);
    if (!is_on_earth(instance)) return places;
    const double shrink = shrink_of(places);
    for (Point& p : places) p.x *= shrink;
    return places;
}

std::vector<Point> web_places(const Instance& instance) {
    constexpr double most_latitude = 85.0511;  // of the square that web maps show
    std::vector<Point> places = plain_places(instance);
    for (Point& p : places)
        p.y = std::asinh(std::tan(std::clamp(p.y, -most_latitude, most_latitude) * degree)) / degree;
    return places;
}

std::string length_unit(const Instance& instance) {
    return instance.metric() == Metric::great_circle ? "m"
           : instance.metric() == Metric::geographic ? "km"
                                                     : "";
}

MapScale web_scale(const Instance& instance) {
    MapScale scale = *map_scale(instance);
    scale.distance *= shrink_of(plain_places(instance));
    return scale;
}

std::optional<MapScale> map_scale(const Instance& instance) {
    constexpr double earth_radius = 6378.388;  // TSPLIB's, in kilometres
    switch (instance.metric()) {
        case Metric::matrix:
            return std::nullopt;
        case Metric::geographic:
            return MapScale{earth_radius * std::numbers::pi / 180, "km"};
        case Metric::great_circle:
            return MapScale{great_circle_metres({0, 0}, {0, 1}) / 1000, "km"};
        case Metric::att:
            return MapScale{1 / std::sqrt(10.0), ""};
        case Metric::euclidean:
        case Metric::manhattan:
        case Metric::maximum:
            break;
    }
    return MapScale{1, ""};
}

double round_distance(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1, 2, 5})
        if (factor * power >= least) return factor * power;
    return 10 * power;
}

}  // namespace l2r

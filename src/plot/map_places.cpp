#include "plot/map_places.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "problem/geographic.hpp"

namespace l2r {

std::vector<Point> map_places(const Instance& instance) {
    std::vector<Point> places;
    places.reserve(static_cast<std::size_t>(instance.nodes()));
    for (Node node = 0; node < instance.nodes(); ++node) places.push_back(instance.place(node));
    if (instance.metric() == Metric::geographic)  // latitude comes first there
        for (Point& p : places) p = {decimal_degrees(p.y), decimal_degrees(p.x)};
    else if (instance.metric() != Metric::great_circle)
        return places;
    // A degree of longitude is shorter away from the equator.
    double latitude = 0;
    for (const Point& p : places) latitude += p.y / static_cast<double>(places.size());
    const double shrink = std::max(0.1, std::cos(latitude * std::numbers::pi / 180));
    for (Point& p : places) p.x *= shrink;
    return places;
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

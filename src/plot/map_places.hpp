#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// East and north of every node, in any unit, where distances have it. The instance has places.
std::vector<Point> map_places(const Instance& instance);

/// The same as web maps draw it, in Web Mercator: east in degrees of longitude, north in as large units. The
/// instance's places are degrees.
std::vector<Point> web_places(const Instance& instance);
/// Whether places are degrees on the earth.
bool is_on_earth(const Instance& instance);
/// Of distances and lengths: m or km; empty where the file does not say.
std::string length_unit(const Instance& instance);

/// What the distance of one unit of `map_places` to the east is, in which unit; empty for that of the file.
struct MapScale {
    double distance;
    std::string unit;
};
/// None where a table says how far it is.
std::optional<MapScale> map_scale(const Instance& instance);
/// The same for `web_places`, at the mean latitude: farther north a unit is less.
MapScale web_scale(const Instance& instance);
/// 1, 2 or 5 times a power of ten: the first from `least` on, which is above 0.
double round_distance(double least);

}  // namespace l2r

#pragma once

#include <string>
#include <vector>

#include "plot/route_steps.hpp"

namespace l2r {

constexpr double map_margin = 32;
constexpr double map_header = 88;  ///< height of the title and the line below it
constexpr double map_footer = 44;  ///< height of the legend

/// Where a picture of routes has everything, in pixels.
struct MapLayout {
    double width, height;       ///< of the whole picture
    double pixels;              ///< of one unit of `map_places`
    std::vector<Point> places;  ///< of every node
    double dot;                 ///< a customer's radius
    double line;                ///< a route's width
};

/// `side` is the longer one of the map, in pixels; texts and margins come on top.
MapLayout map_layout(const Instance& instance, int side);

/// A colour for each route, as #rrggbb. In the order of their directions from the depot, routes are a golden
/// angle of hue apart, and their lightness takes turns: neighbours differ, however many there are.
std::vector<std::string> route_colours(const Instance& instance, const Solution& solution);
/// The same for the routes of every step: those of the last step have their own colours, and a route before
/// it has that of the one after it which it shares most customers with.
std::vector<std::vector<std::string>> colours_of_steps(const Instance& instance,
                                                       const std::vector<RouteStep>& steps);

}  // namespace l2r

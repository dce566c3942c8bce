#pragma once

#include <string>
#include <vector>

#include "plot/route_steps.hpp"

namespace l2r {

/// "100 customers · 10 routes · length 15.63"; without routes, the capacity.
std::string map_facts(const Instance& instance, const Solution& solution);

struct RouteMapOptions {
    std::string title{};  ///< empty: the instance's name
    int side = 860;  ///< the longer side of the map in pixels, 100 .. 10,000; texts and margins come on top
    std::vector<RouteStep>
        steps{};  ///< of a search, to be shown one after the other; the last is the solution
};

/// "not feasible: " and the first thing that is wrong, with the number of others; empty where nothing is.
std::string fault_line(const Instance& instance, const Solution& solution);

/// A picture of the routes as an SVG file's text: a colour a route, its number where there is room, the depot
/// a black square, the legs from and to the depot faint and dashed. An empty solution gives the places alone;
/// customers in no route are grey; what keeps it from being feasible is said above the map. With steps it is
/// animated by CSS, and has no labels of routes. Throws InputError as `check_map` does.
std::string route_map(const Instance& instance, const Solution& solution,
                      const RouteMapOptions& options = {});

}  // namespace l2r

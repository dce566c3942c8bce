#pragma once

#include <string>
#include <vector>

#include "plot/route_steps.hpp"

namespace l2r {

struct RoutePageOptions {
    std::string title{};  ///< empty: the instance's name
    /// Map tiles below the routes: an address with {z}, {x} and {y}. Empty: none, and nothing is asked for.
    std::string tiles{};
    /// Bytes: the steps of a search are left out of a page that would be larger.
    std::size_t most_bytes = 20'000'000;
};

/// One page of HTML that needs nothing else: a map to zoom and to point at, a list of the routes, and, where
/// there are `steps`, a slider through them. The last of these is `solution`. An empty solution gives the
/// places alone. Throws InputError as `check_map` and `check_tiles` do.
std::string route_page(const Instance& instance, const Solution& solution,
                       const std::vector<RouteStep>& steps = {}, const RoutePageOptions& options = {});

/// Throws InputError where this is no address of map tiles, or the instance's places are no degrees.
void check_tiles(const std::string& address, const Instance& instance);

}  // namespace l2r

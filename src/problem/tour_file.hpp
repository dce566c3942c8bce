#pragma once

#include <string>
#include <string_view>

#include "problem/solution.hpp"

namespace l2r {

/// Whether a text has a TOUR_SECTION, as TSPLIB's .tour files do.
bool is_tour(std::string_view text);

/// Reads such a file. Node 1 of it is the depot, and node k + 1 is customer k, as in a .vrp file without
/// DEPOT_SECTION. Throws InputError `file:line: reason`.
Solution parse_tour(std::string_view text, const std::string& file);

}  // namespace l2r

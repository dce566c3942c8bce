#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// The stops that a table of distances is for.
struct StopsOrder {
    std::vector<Node> nodes;                    ///< of each row in the table of stops
    std::unordered_map<std::string, Node> ids;  ///< empty where stops have none
};

/// Reads a square table of distances as a matrix, nodes x nodes: an array of NumPy (.npy), whose rows are in
/// the order of the stops, or CSV. There they may also be in that of a first row of ids; then a first column
/// may repeat these. The diagonal means nothing and becomes 0. Throws InputError `file:line: reason`, or
/// `file: reason` of an array, also where two directions differ.
std::vector<double> parse_stops_matrix(std::string_view text, const std::string& file,
                                       const StopsOrder& stops);

}  // namespace l2r

#pragma once

#include <string>
#include <vector>

#include "problem/vrp_lexer.hpp"

namespace l2r {

/// Reads the EDGE_WEIGHT_SECTION of an explicit instance of `nodes` nodes as a full matrix, nodes x nodes, in
/// the file's numbering. Its numbers are one stream, whatever the line breaks. The diagonal means nothing and
/// becomes 0. Throws InputError `file:line: reason`.
std::vector<double> read_vrp_matrix(const VrpSection& section, const VrpEntry& format, int nodes,
                                    const std::string& file);

}  // namespace l2r

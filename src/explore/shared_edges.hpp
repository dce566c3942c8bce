#pragma once

#include <cstdint>
#include <vector>

#include "problem/solution.hpp"

namespace l2r {

/// The edges of a solution, without direction, sorted.
std::vector<std::uint64_t> edges_of(const Solution& solution);

/// The share of the edges `of` that are among `others` too.
double shared_edges(const std::vector<std::uint64_t>& of, const std::vector<std::uint64_t>& others);

}  // namespace l2r

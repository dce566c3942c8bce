#pragma once

#include "base/bytes.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Solutions in messages between processes.
inline void add(ByteWriter& bytes, const Solution& solution) {
    bytes.add(solution.routes());
    for (int r = 0; r < solution.routes(); ++r) bytes.add(solution.route(r));
}

inline Solution next_solution(ByteReader& bytes) {
    Solution solution;
    for (int left = bytes.next<int>(); left > 0; --left) solution.add_route(bytes.next_all<Node>());
    return solution;
}

}  // namespace l2r

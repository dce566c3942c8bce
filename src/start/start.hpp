#pragma once

#include "problem/solution.hpp"

namespace l2r {

/// What an optimiser is given to work on.
struct Start {
    Solution solution;
    /// The first `settled` routes are as a converged run of the same optimiser left them: among themselves
    /// there is nothing to gain, so it need not look there again. An optimiser may ignore this.
    int settled = 0;
    /// Rounds of all moves that it has been through already, by a scorer that looked ahead.
    int cycles = 0;
};

}  // namespace l2r

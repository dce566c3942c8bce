#pragma once

#include "solve_options.hpp"

namespace l2r {

/// The command `solve` for several instances. Each is solved as it would be alone, some at a time; what fails
/// costs no other. The table, or a line of JSON each, is in the order of the instances. Ranks divide them,
/// and rank 0 prints. Returns the exit code.
int solve_many(const SolveOptions& options);

}  // namespace l2r

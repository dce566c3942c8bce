#pragma once

#include "outputs.hpp"
#include "solve_options.hpp"
#include "solve_progress.hpp"
#include "solve_report.hpp"

namespace l2r {

/// The instance, and all else that is named beside it. What would only show after the search is refused here.
SolveJob read_job(const SolveOptions& options, SolveProgress& progress);

/// Searches by the stop rule, or until it is interrupted.
void search(SolveJob& job, SolveOptions& options, SolveProgress& progress);

/// The command `solve` for one instance: reads, searches, writes and says what was found.
void solve_one(SolveOptions& options);

}  // namespace l2r

#pragma once

#include "explore/explore_settings.hpp"

namespace l2r {

/// Whether nothing but the clock says how many runs there are. Then the result depends on the machine.
bool is_by_time(const StopRule& rule);
bool has_runs(const StopRule& rule);

/// How many runs of a restart are planned before the result of the first of them is known. By the clock it is
/// two for each of the threads that make runs, so that none waits. Else it does not depend on threads.
std::int64_t runs_ahead(const ExploreSettings& settings, int runs_abreast);

/// How many threads an exploration will use: as many as the settings say, or as there are processors, but no
/// more than find work. Strategies that are a chain of runs use one.
int threads_of(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
               const ExploreSettings& settings);

}  // namespace l2r

#pragma once

#include "explore/explore_settings.hpp"

namespace l2r {

/// Whether the time is limited, and the number of runs is not. Then the result depends on the machine.
bool is_by_time(const StopRule& rule);
bool has_runs(const StopRule& rule);

/// Whether restarts keep routes of all runs, to combine them.
bool combines_routes(const Instance& instance, const ExploreSettings& settings);

/// Whether threads share each run, instead of making runs side by side.
bool shares_runs(const Instance& instance, const Optimiser& optimiser, const ExploreSettings& settings);

/// As many of these threads as may make runs at the same time.
int most_abreast(const ExploreSettings& settings, int threads);

/// How many runs of a restart are planned before the result of the first of them is known. By the clock it is
/// two for each of the threads that make runs, so that none waits. Else it does not depend on threads.
std::int64_t runs_ahead(const ExploreSettings& settings, int runs_abreast);

/// How many threads an exploration will use: as many as the settings say, or as there are processors, but no
/// more than find work. Strategies that are a chain of runs use one.
int threads_of(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
               const ExploreSettings& settings);

}  // namespace l2r

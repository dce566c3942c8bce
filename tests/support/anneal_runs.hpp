#pragma once

#include "explore/explore_settings.hpp"

namespace l2r {

/// So many runs of the strategy ruin, from savings.
inline ExploreSettings ruin_runs(std::int64_t runs, std::uint64_t seed = 1) {
    ExploreSettings settings;
    settings.strategy = Strategy::ruin;
    settings.construction = Construction::savings;
    settings.seed = seed;
    settings.stop.runs = runs;
    return settings;
}

}  // namespace l2r

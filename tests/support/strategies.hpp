#pragma once

#include <vector>

#include "explore/explore.hpp"

namespace l2r {

/// Those whose runs are of an optimiser, from starts that a scorer may choose.
inline std::vector<Strategy> strategies_with_optimiser() {
    std::vector<Strategy> result = strategies();
    std::erase_if(result, [](Strategy strategy) { return !has_optimiser(strategy); });
    return result;
}

}  // namespace l2r

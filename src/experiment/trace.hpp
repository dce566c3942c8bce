#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explore/explore.hpp"

namespace l2r {

/// A setting to explore with, to be compared with others on the same instances.
struct Arm {
    std::string name;
    std::string guide;         ///< what the scorer is called; empty without one
    ExploreSettings settings;  ///< but for seed and group; `stop.runs` says how many runs
    std::shared_ptr<const Scorer> scorer;
    std::string digest;  ///< SHA-256 of the scorer's weights; empty without a scorer
};

/// What an arm did, run after run.
struct Trace {
    std::vector<float> lengths;  ///< that each run ended with
    /// From the beginning to the end of each run: of CPU, and by the clock of what an optimiser does in
    /// other processes; all by the clock where the scorer is one.
    std::vector<float> seconds;
    Solution best;  ///< of all runs
};

/// Explores one instance with the streams of a group. Nothing where the settings' flag ended it early.
std::optional<Trace> trace(const Instance& instance, const Optimiser& optimiser, const Arm& arm,
                           std::uint64_t seed, std::uint64_t group);

}  // namespace l2r

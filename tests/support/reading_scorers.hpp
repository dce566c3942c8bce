#pragma once

#include <memory>
#include <string>
#include <vector>

#include "start/random_start.hpp"
#include "support/paths.hpp"
#include "value/adaptive.hpp"
#include "value/scorers.hpp"

namespace l2r {

inline std::unique_ptr<Scorer> shipped_100(const std::string& kind) {
    return load_scorer(test::source_folder() + "/models/" + kind + "-100.safetensors");
}

/// All that read features of starts.
inline std::vector<std::unique_ptr<Scorer>> reading_scorers() {
    std::vector<std::unique_ptr<Scorer>> all;
    for (const char* kind : {"linear", "network", "cycle", "cycle-network"}) all.push_back(shipped_100(kind));
    all.push_back(load_scorer("stage"));
    all.push_back(std::make_unique<AdaptiveScorer>(shipped_100("network"), AdaptSettings()));
    return all;
}

inline std::vector<Start> random_starts(const Instance& instance, int count) {
    Random random(1);
    std::vector<Start> starts;
    for (int k = 0; k < count; ++k) starts.push_back({random_start(instance, random), 0});
    return starts;
}

}  // namespace l2r

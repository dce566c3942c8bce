#pragma once

#include <memory>
#include <string>
#include <vector>

#include "start/random_start.hpp"
#include "support/paths.hpp"
#include "value/adaptive.hpp"
#include "value/scorers.hpp"

namespace l2r {

inline std::string shipped_weights(const std::string& name) {
    return test::source_folder() + "/models/" + name + ".safetensors";
}

inline std::unique_ptr<Scorer> shipped_100(const std::string& kind) {
    return load_scorer(shipped_weights(kind + "-100"));
}

/// All that read features of starts.
inline std::vector<std::unique_ptr<Scorer>> reading_scorers() {
    std::vector<std::unique_ptr<Scorer>> all;
    for (const char* kind : {"linear", "network", "cycle", "cycle-network"}) all.push_back(shipped_100(kind));
    all.push_back(load_scorer("stage"));
    all.push_back(std::make_unique<AdaptiveScorer>(shipped_100("network"), AdaptSettings()));
    return all;
}

inline std::vector<std::unique_ptr<Scorer>> all_scorers() {
    std::vector<std::unique_ptr<Scorer>> all = reading_scorers();
    for (const char* name : {"length", "race", "none"}) all.push_back(load_scorer(name));
    return all;
}

inline std::vector<Start> random_starts(const Instance& instance, int count) {
    Random random(1);
    std::vector<Start> starts;
    for (int k = 0; k < count; ++k) starts.push_back({random_start(instance, random), 0});
    return starts;
}

}  // namespace l2r

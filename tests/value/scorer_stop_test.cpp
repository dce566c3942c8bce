#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/scores.hpp"
#include "value/adaptive.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

std::unique_ptr<Scorer> shipped(const std::string& kind) {
    return load_scorer(std::string(L2R_SOURCE_DIR) + "/models/" + kind + "-100.safetensors");
}

/// All that read features of starts.
std::vector<std::unique_ptr<Scorer>> readers() {
    std::vector<std::unique_ptr<Scorer>> all;
    for (const char* kind : {"linear", "network", "cycle", "cycle-network"}) all.push_back(shipped(kind));
    all.push_back(load_scorer("stage"));
    all.push_back(std::make_unique<AdaptiveScorer>(shipped("network"), AdaptSettings()));
    return all;
}

std::vector<Start> random_starts(const Instance& instance, int count) {
    Random random(1);
    std::vector<Start> starts;
    for (int k = 0; k < count; ++k) starts.push_back({random_start(instance, random), 0});
    return starts;
}

TEST(ScorerStop, LeavesCandidatesUnreadThatItCameBefore) {
    const Instance instance = random_instance(1'000, 1, 0, 100);
    for (const auto& scorer : readers()) {
        std::vector<Start> starts = random_starts(instance, 3);
        EXPECT_EQ(scorer->score(instance, starts, Stop(Stop::Clock::now())), std::vector<double>(3, unread))
            << scorer->name();
        scorer->learn(instance, starts[0], 1, Stop(Stop::Clock::now()));
        for (const double score : scores_of(*scorer, instance, starts)) EXPECT_LT(score, unread);
    }
}

TEST(ScorerStop, LeavesNothingBehind) {
    const Instance instance = random_instance(600, 2, 0, 100);
    const std::vector<Start> starts = random_starts(instance, 4);
    for (const auto& scorer : readers()) {
        const std::vector<double> expected = scores_of(*scorer->clone(), instance, starts);
        for (double seconds = 1e-5; seconds < 0.1; seconds *= 1.5) {
            std::vector<Start> stopped = starts;
            scorer->score(instance, stopped, Stop::after(seconds));
            EXPECT_EQ(scores_of(*scorer, instance, starts), expected) << scorer->name() << ", " << seconds;
        }
    }
}

/// A tenth of the time that scoring takes, and it ends in less than half of it.
TEST(ScorerStop, EndsScoringOfLargeInstancesSoon) {
    const Instance instance = random_instance(10'000, 3, 0, 100);
    const std::vector<Start> starts = random_starts(instance, 4);
    for (const auto& scorer : readers()) {
        const auto seconds_of = [&](const Stop& stop) {
            std::vector<Start> candidates = starts;
            const std::unique_ptr<Scorer> fresh = scorer->clone();
            const double begun = thread_cpu_seconds();
            fresh->score(instance, candidates, stop);
            return thread_cpu_seconds() - begun;
        };
        const double whole = seconds_of(Stop());
        EXPECT_LT(seconds_of(Stop::after(0.1 * whole)), 0.5 * whole) << scorer->name();
    }
}

}  // namespace
}  // namespace l2r

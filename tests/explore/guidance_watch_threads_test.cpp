#include <gtest/gtest.h>

#include "explore/explore.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

TEST(GuidanceWatch, RepeatsOnAnyNumberOfThreads) {
    const Instance instance = random_instance(40, 96, 0);
    const ToyScorer prefers_long(
        [](const Instance& i, const Start& start) { return -length(i, start.solution); });
    for (const Strategy strategy : {Strategy::restart, Strategy::perturb, Strategy::perturb_best}) {
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.guidance.candidates = 3;
        settings.guidance.is_watched = true;
        settings.stop.runs = 600;
        const Exploration one = explore(instance, paper::LocalSearch(), &prefers_long, settings);
        settings.threads = 2;
        const Exploration two = explore(instance, paper::LocalSearch(), &prefers_long, settings);
        ASSERT_TRUE(one.guidance && two.guidance);
        EXPECT_EQ(one.best, two.best);
        EXPECT_EQ(one.guidance->dropped_at, two.guidance->dropped_at);
        EXPECT_EQ(one.guidance->guided_runs, two.guidance->guided_runs);
        EXPECT_EQ(one.guidance->control_length, two.guidance->control_length);
        EXPECT_EQ(one.guidance->guided_runs + one.guidance->control_runs, 599);
    }
}

}  // namespace
}  // namespace l2r

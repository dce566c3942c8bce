#include "explore/stopped.hpp"

namespace l2r {
namespace {

TEST(Stopped, EndsSoonInEveryStrategyWithEveryScorerAndOptimiser) {
    test::expect_explorations_to_end_soon(1'000, {0, 0.01});
}

/// Of a population one start is needed, and all are scored; of candidates the first is taken, unscored.
TEST(Stopped, MakesNoMoreStartsThanTheOneToRun) {
    const Instance instance = random_instance(30, 98, 0);
    const std::atomic<bool> flag = true;
    for (const Strategy strategy : strategies()) {
        int scored = 0, runs = 0;
        const ToyScorer scorer([&](const Instance&, const Start&) { return ++scored; });
        const ToyOptimiser optimiser([&](const Instance& i, const Start& start, const Budget& budget) {
            ++runs;
            return leave_alone(i, start, budget);
        });
        ExploreSettings settings;
        settings.strategy = strategy;
        settings.guidance.candidates = 20;
        settings.stop.flag = &flag;
        const Exploration result = explore(instance, optimiser, &scorer, settings);
        EXPECT_EQ(runs, 1) << strategy_name(strategy);
        EXPECT_EQ(scored, has_population(strategy) ? 1 : 0) << strategy_name(strategy);
        EXPECT_TRUE(faults(instance, result.best).empty());
    }
}

}  // namespace
}  // namespace l2r

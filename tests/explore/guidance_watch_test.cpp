#include "explore/guidance_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

/// After so many runs whose lengths spread around 10 with a deviation of 1 (uniformly), guided ones shifted
/// by `shift` and taking `ratio` times as long.
Guidance watched(double shift, double ratio, std::int64_t runs, std::uint64_t seed, bool by_time = true) {
    GuidanceWatch watch(Strategy::restart, by_time);
    Random random(seed);
    for (std::int64_t run = 1; run <= runs; ++run) {
        const bool guided = watch.is_guided(run);
        const double length = 10 + std::sqrt(12.0) * (random.uniform() - 0.5) + (guided ? shift : 0);
        watch.add(guided, length, guided ? ratio : 1, false);
        watch.judge(run + 1);
    }
    return watch.report();
}

int times_dropped(double shift, double ratio, bool by_time = true) {
    int dropped = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        dropped += watched(shift, ratio, 4096, seed, by_time).dropped_at >= 0;
    return dropped;
}

TEST(GuidanceWatch, DropsWhatDoesNotPayAndKeepsWhatDoes) {
    EXPECT_EQ(times_dropped(-1.0, 2), 0) << "a deviation a run for twice the time";
    EXPECT_EQ(times_dropped(0.0, 3), 100) << "nothing for three times the time";
    EXPECT_EQ(times_dropped(0.5, 1), 100) << "worse for the same time";
    EXPECT_LT(times_dropped(0.0, 1), 40) << "six looks, each wrong once in twenty";
}

TEST(GuidanceWatch, DoesNotLookAtTheClockWhereResultsMustRepeat) {
    EXPECT_EQ(times_dropped(-0.5, 1000, false), 0);
    EXPECT_EQ(times_dropped(0.5, 0.001, false), 100);
}

TEST(GuidanceWatch, LetsEveryEighthRunGoWithoutAndAllOnceDropped) {
    const Guidance kept = watched(-1, 1, 800, 1), dropped = watched(0, 10, 800, 1);
    EXPECT_EQ(kept.control_runs, 100);
    EXPECT_EQ(kept.guided_runs, 700);
    EXPECT_EQ(kept.dropped_at, -1);
    EXPECT_NEAR(kept.guided_length, 9, 0.2);
    EXPECT_NEAR(kept.control_length, 10, 0.4);
    ASSERT_EQ(dropped.dropped_at, 128);
    EXPECT_EQ(dropped.guided_runs, 127 - 16);
    EXPECT_DOUBLE_EQ(dropped.cost_ratio, 10);
}

TEST(GuidanceWatch, CountsImprovementsWhereTheBestIsPerturbed) {
    const auto dropped = [](int guided_every, int control_every) {
        GuidanceWatch watch(Strategy::perturb_best, false);
        int guided_runs = 0, control_runs = 0;
        for (std::int64_t run = 1; run <= 2000; ++run) {
            const bool guided = watch.is_guided(run);
            const bool improved =
                guided ? ++guided_runs % guided_every == 0 : ++control_runs % control_every == 0;
            watch.add(guided, 1, 1, improved);
            watch.judge(run + 1);
        }
        return watch.report().dropped_at >= 0;
    };
    EXPECT_FALSE(dropped(10, 20));
    EXPECT_FALSE(dropped(20, 20));
    EXPECT_TRUE(dropped(100, 10));
}

/// Runs that take no time are done many at a time, and ten of them in a row improve on the best.
TEST(GuidanceWatch, HearsOfEveryImprovement) {
    const Instance instance = random_instance(20, 97, 1);
    std::vector<Solution> ends;
    Random random(1);
    for (int k = 0; k < 20; ++k) ends.push_back(random_start(instance, random));
    std::sort(ends.begin(), ends.end(), [&](const Solution& a, const Solution& b) {
        return length(instance, a) > length(instance, b);
    });
    std::size_t run = 0;
    const ToyOptimiser optimiser([&](const Instance&, const Start&, const Budget&) {
        const std::size_t better = std::clamp<std::size_t>(run++, 1000, 1010) - 1000;
        return Outcome{ends[better], 1, true};
    });
    const ToyScorer indifferent([](const Instance&, const Start&) { return 0.0; });
    ExploreSettings settings;
    settings.guidance.candidates = 2;
    settings.guidance.is_watched = true;
    settings.stop.runs = 1020;
    settings.construction = Construction::random;
    const Exploration result = explore(instance, optimiser, &indifferent, settings);
    EXPECT_EQ(result.history.size(), 11U);
    ASSERT_TRUE(result.guidance);
    EXPECT_EQ(result.guidance->guided_improvements + result.guidance->control_improvements, 10);
}

TEST(GuidanceWatch, IsNotThereWhereNothingIsToBeWatched) {
    const Instance instance = random_instance(20, 97, 0);
    ExploreSettings settings;
    settings.stop.runs = 5;
    EXPECT_FALSE(explore(instance, paper::LocalSearch(), nullptr, settings).guidance);
    settings.guidance.is_watched = true;
    EXPECT_FALSE(explore(instance, paper::LocalSearch(), nullptr, settings).guidance);
}

}  // namespace
}  // namespace l2r

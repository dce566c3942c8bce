#include "experiment/curves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/random.hpp"

namespace l2r {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Two instances of three runs that take a second each, and two seconds each.
Traces small() {
    return {3, {5, 6, 3, /**/ 9, 7, 8}, {1, 2, 3, /**/ 2, 4, 6}};
}

/// Runs of so many instances whose lengths are uniform around `middle`; a run takes `seconds`.
Traces random_traces(std::size_t instances, std::size_t runs, double middle, double seconds,
                     std::uint64_t seed) {
    Traces traces{runs, {}, {}};
    for (std::size_t i = 0; i < instances; ++i) {
        Random random(seed, i);
        for (std::size_t run = 0; run < runs; ++run) {
            traces.lengths.push_back(static_cast<float>(middle + random.uniform()));
            traces.seconds.push_back(static_cast<float>(seconds * static_cast<double>(run + 1)));
        }
    }
    return traces;
}

ComparisonSettings after(std::size_t runs, std::size_t early = 10) {
    ComparisonSettings settings;
    settings.runs = runs;
    settings.early = early;
    settings.resamples = 200;
    return settings;
}

TEST(BestSoFar, BeginsAnewWithEachInstance) {
    EXPECT_EQ(best_so_far(small()), (std::vector<float>{5, 5, 3, 9, 7, 7}));
}

TEST(Average, IsOverInstancesAfterEachRun) {
    const Curve curve = average(small(), levels(small()));
    ASSERT_EQ(curve.length.size(), 3U);
    const std::vector<double> lengths{7, 6.5, 5.5}, bests{7, 6, 5}, seconds{1.5, 3, 4.5};
    for (std::size_t run = 0; run < 3; ++run) {
        EXPECT_DOUBLE_EQ(curve.length[run].plain.mean, lengths[run]);
        EXPECT_DOUBLE_EQ(curve.best[run].plain.mean, bests[run]);
        EXPECT_DOUBLE_EQ(curve.seconds[run], seconds[run]);
    }
    EXPECT_NEAR(curve.best[0].plain.half_width, 1.959964 * 2, 1e-9) << "5 and 9: the mean's deviation is 2";
}

TEST(Average, HasASecondIntervalWithoutTheInstancesOwnLevels) {
    const std::vector<double> own = levels(small());
    ASSERT_EQ(own.size(), 2U);
    EXPECT_NEAR(own[0], 14 / 3.0, 1e-12);
    EXPECT_NEAR(own[1], 8, 1e-12);
    const Curve curve = average(small(), own);
    // 5 and 9 are 1/3 and 1 above: the mean's deviation is half of 2/3.
    EXPECT_NEAR(curve.best[0].within, 1.959964 / 3, 1e-9);
}

TEST(AgainstTime, HasTheBestOfTheRunsThatHaveEnded) {
    // Ten to the k/4: 1.78, 3.16 of a mean first end of 1.5 and a mean last one of 4.5.
    const std::vector<TimePoint> points = against_time(small(), levels(small()), 4);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_NEAR(points[0].seconds, 1.778, 1e-3);
    EXPECT_DOUBLE_EQ(points[0].best.plain.mean, (5 + 9) / 2.0) << "the second counts with its first run";
    EXPECT_NEAR(points[1].seconds, 3.162, 1e-3);
    EXPECT_DOUBLE_EQ(points[1].best.plain.mean, (3 + 9) / 2.0) << "the first has ended";
}

TEST(AgainstTime, MeetsAtTheSameTimesForAllArms) {
    const std::vector<double> flat(5, 6.0);
    const auto slow = against_time(random_traces(5, 40, 6, 0.5, 1), flat, 20),
               fast = against_time(random_traces(5, 40, 6, 0.03, 2), flat, 20);
    std::size_t met = 0;
    for (const TimePoint& one : slow)
        for (const TimePoint& other : fast) met += one.seconds == other.seconds;
    EXPECT_GE(met, 5U);
}

TEST(RunsToReach, GoesStraightBetweenRuns) {
    const std::vector<double> curve{10, 8, 8, 5};
    EXPECT_EQ(runs_to_reach(curve, 11), 1);
    EXPECT_EQ(runs_to_reach(curve, 10), 1);
    EXPECT_DOUBLE_EQ(runs_to_reach(curve, 9), 1.5);
    EXPECT_DOUBLE_EQ(runs_to_reach(curve, 8), 2);
    EXPECT_DOUBLE_EQ(runs_to_reach(curve, 6), 3 + 2 / 3.0);
    EXPECT_DOUBLE_EQ(runs_to_reach(curve, 5), 4);
    EXPECT_EQ(runs_to_reach(curve, 4.9), infinity);
}

TEST(PairedDifference, IsThatOfTheSameInstances) {
    const std::vector<double> lengths{10, 20, 30, 40}, others{11, 21.2, 31, 41.2};
    const PairedDifference paired = paired_difference(lengths, others);
    EXPECT_NEAR(paired.difference.mean, -1.1, 1e-12);
    EXPECT_LT(paired.difference.half_width, 0.12) << "though lengths differ by far more";
    EXPECT_LT(paired.p, 1e-6);
    const PairedDifference same = paired_difference(lengths, lengths);
    EXPECT_EQ(same.difference.mean, 0);
    EXPECT_EQ(same.p, 1);
}

TEST(PairedDifference, HasTheNormalLawsProbability) {
    // A mean of 1 with a half-width of 1.959964: one standard error.
    const double half = 1.0;
    const std::vector<double> lengths{1 - half, 1 + half}, others{0, 0};
    EXPECT_NEAR(paired_difference(lengths, others).p, 0.3173, 1e-4);
}

TEST(Compare, FindsAnArmWorthTwiceTheRuns) {
    // The arm's run r is the better one of the unguided runs 2r and 2r + 1, and takes three times as long.
    // So many instances that each run improves on some of them.
    const Traces unguided = random_traces(500, 80, 6, 0.001, 3);
    Traces arm{20, {}, {}};
    for (std::size_t i = 0; i < 500; ++i)
        for (std::size_t run = 0; run < 20; ++run) {
            const float* const two = unguided.lengths.data() + i * 80 + 2 * run;
            arm.lengths.push_back(std::min(two[0], two[1]));
            arm.seconds.push_back(0.003F * static_cast<float>(run + 1));
        }
    const std::vector<Comparison> compared = compare(unguided, std::vector{arm}, after(20));
    ASSERT_EQ(compared.size(), 1U);
    EXPECT_NEAR(compared[0].runs.value, 2, 1e-3);
    EXPECT_NEAR(compared[0].early_runs.value, 2, 1e-3);
    EXPECT_NEAR(compared[0].time.value, 2 / 3.0, 1e-3);
    EXPECT_NEAR(compared[0].runs.low, 2, 1e-3) << "on each drawing of the instances";
    EXPECT_LT(compared[0].best.difference.mean, 0);
    EXPECT_LT(compared[0].best.p, 0.01);
    double difference = 0;
    for (std::size_t i = 0; i < 500; ++i)
        for (std::size_t run = 0; run < 20; ++run)
            difference += (double{arm.lengths[i * 20 + run]} - unguided.lengths[i * 80 + run]) / (500 * 20);
    EXPECT_NEAR(compared[0].length.difference.mean, difference, 1e-9);
    EXPECT_LT(compared[0].length.p, 0.01);
}

TEST(Compare, SaysWhereTheUnguidedArmDoesNotGetThere) {
    const Traces unguided = random_traces(20, 40, 6, 0.001, 4);
    const std::vector<Traces> arms{random_traces(20, 10, 5, 0.001, 5), random_traces(20, 10, 7.5, 0.001, 6)};
    const std::vector<Comparison> compared = compare(unguided, arms, after(10));
    for (const Interval& factor : {compared[0].runs, compared[0].early_runs, compared[0].time})
        EXPECT_EQ(factor.low, infinity);
    EXPECT_DOUBLE_EQ(compared[1].runs.value, 0.1) << "one unguided run is better than all ten";
    EXPECT_GT(compared[1].best.difference.mean, 1);
}

TEST(Compare, IsTheSameOnAnyNumberOfThreads) {
    const Traces unguided = random_traces(30, 40, 6, 0.001, 7);
    const std::vector<Traces> arms{random_traces(30, 10, 5.99, 0.002, 8)};
    ComparisonSettings settings = after(10, 5);
    const Comparison alone = compare(unguided, arms, settings)[0];
    EXPECT_LT(alone.runs.low, alone.runs.value);
    EXPECT_LT(alone.runs.value, alone.runs.high);
    settings.threads = 3;
    const Comparison together = compare(unguided, arms, settings)[0];
    EXPECT_EQ(alone.runs.low, together.runs.low);
    EXPECT_EQ(alone.time.high, together.time.high);
    EXPECT_EQ(alone.early_runs.high, together.early_runs.high);
}

TEST(Compare, RefusesWhatIsNotComparable) {
    const Traces unguided = random_traces(5, 8, 6, 0.001, 9);
    const std::vector<Traces> fewer{random_traces(4, 8, 6, 0.001, 9)}, same{unguided};
    EXPECT_THROW(compare(unguided, fewer, after(8)), InputError);
    EXPECT_THROW(compare(unguided, same, after(9)), InputError) << "more runs than there are";
    EXPECT_THROW(compare(unguided, same, after(0)), InputError);
    ComparisonSettings settings = after(8);
    settings.resamples = 10;
    EXPECT_THROW(compare(unguided, same, settings), InputError);
}

}  // namespace
}  // namespace l2r

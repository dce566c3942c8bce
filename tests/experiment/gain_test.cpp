#include "experiment/gain.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "base/random.hpp"

namespace l2r {
namespace {

/// Over all sets of K values: the mean of the first in each.
double plain_first_of(const std::vector<double>& values, int candidates) {
    double sum = 0, sets = 0;
    for (unsigned set = 1; set < 1U << values.size(); ++set) {
        if (std::popcount(set) != candidates) continue;
        sum += values[static_cast<std::size_t>(std::countr_zero(set))];
        sets += 1;
    }
    return sum / sets;
}

TEST(Gain, OfKIsTheMeanOverAllSetsOfK) {
    Random random(6);
    for (const std::size_t size : {2U, 5U, 8U}) {
        std::vector<double> values;
        for (std::size_t i = 0; i < size; ++i) values.push_back(random.uniform());
        for (int k = 1; k <= static_cast<int>(size); ++k)
            EXPECT_NEAR(expected_first_of(values, k), plain_first_of(values, k), 1e-12) << size << " " << k;
    }
}

TEST(Gain, ChoosesTheLowestScoreAndTheFirstOfEqualOnes) {
    ScoredSamples samples;
    samples.starts = 3;
    samples.instance = {0, 1};
    samples.outcomes = {10, 8, 12, 30, 20, 10};
    const std::vector<double> scores{2, 1, 3, 5, 5, 5};
    const std::vector<GainPoint> curve = gain_curve(samples, scores);
    ASSERT_EQ(curve.size(), 3);
    EXPECT_EQ(curve[0].candidates, 1);
    EXPECT_EQ(curve[1].candidates, 2);
    EXPECT_EQ(curve[2].candidates, 3);
    EXPECT_NEAR(curve[0].change.mean, 0, 1e-12);
    EXPECT_NEAR(curve[2].change.mean, (-20.0 + 50.0) / 2, 1e-12);  // 8 against 10, 30 against 20
    // The first of two: 8, 8 or 10 in the one, 30, 30 or 20 in the other.
    EXPECT_NEAR(curve[1].change.mean, 100 * (26.0 / 30 - 1 + 80.0 / 60 - 1) / 2, 1e-12);
    EXPECT_GT(curve[2].change.half_width, 0);
    EXPECT_EQ(curve[2].improving.mean, 0);
}

TEST(Gain, IsAMeanOverInstancesNotGroups) {
    ScoredSamples samples;
    samples.starts = 2;
    samples.instance = {0, 0, 1};
    samples.outcomes = {1, 3, 1, 3, 4, 4};
    const std::vector<GainPoint> curve = gain_curve(samples, samples.outcomes);
    EXPECT_NEAR(curve[1].change.mean, -25, 1e-12);
}

TEST(Gain, CountsWhatImprovesOnTheParent) {
    ScoredSamples samples;
    samples.starts = 4;
    samples.instance = {0};
    samples.outcomes = {4, 3, 2, 1};
    samples.improves = {0, 0, 0, 1};
    const std::vector<GainPoint> curve = gain_curve(samples, samples.outcomes);
    for (const GainPoint& point : curve) EXPECT_NEAR(point.improving.mean, 25.0 * point.candidates, 1e-12);
}

}  // namespace
}  // namespace l2r

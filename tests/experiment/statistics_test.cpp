#include "experiment/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.hpp"

namespace l2r {
namespace {

TEST(Estimate, HasTheMeanAndTheIntervalOfKnownValues) {
    // Squares around the mean add up to 32, so the standard error is sqrt(32 / 7 / 8).
    const Estimate result = estimate(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_DOUBLE_EQ(result.mean, 5);
    EXPECT_NEAR(result.half_width, 1.959964 * 0.7559289460184544, 1e-12);
}

TEST(Estimate, OfTwoValuesIsTheirMiddle) {
    const Estimate result = estimate(std::vector<double>{-1, 3});
    EXPECT_DOUBLE_EQ(result.mean, 1);
    EXPECT_NEAR(result.half_width, 1.959964 * 2, 1e-12);
}

TEST(Estimate, HasNoWidthWithoutSpread) {
    EXPECT_EQ(estimate({}).mean, 0);
    EXPECT_EQ(estimate({}).half_width, 0);
    EXPECT_EQ(estimate(std::vector<double>{7.5}).mean, 7.5);
    EXPECT_EQ(estimate(std::vector<double>{7.5}).half_width, 0);
    EXPECT_EQ(estimate(std::vector<double>{4, 4, 4, 4}).half_width, 0);
}

/// Of 2,000 intervals for the mean of 100 uniform numbers, about 95 % hold it: 100 miss, give or take 5
/// times 10.
TEST(Estimate, HoldsTheTrueMeanAsOftenAsItSays) {
    Random random(31);
    int missed = 0;
    std::vector<double> values(100);
    for (int i = 0; i < 2'000; ++i) {
        for (double& value : values) value = random.uniform();
        const Estimate result = estimate(values);
        missed += std::abs(result.mean - 0.5) > result.half_width;
    }
    EXPECT_NEAR(missed, 100, 50);
}

}  // namespace
}  // namespace l2r

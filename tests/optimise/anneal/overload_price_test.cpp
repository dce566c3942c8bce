#include "optimise/anneal/overload_price.hpp"

#include <gtest/gtest.h>

#include "problem/generate.hpp"
#include "problem/segment.hpp"

namespace l2r::anneal {
namespace {

class OverloadPriceTest : public testing::Test {
  protected:
    OverloadPriceTest() : instance_(random_instance(20, 321, 0)), price_(instance_, settings_) {
        price_.begin(1'000);
    }

    /// Ten iterations, so many of which keep to the capacity.
    std::int64_t price_after(int feasible, double progress) {
        for (int i = 0; i < 10; ++i) price_.count(i < feasible);
        price_.adapt(progress);
        return price_.price();
    }

    const OverloadSettings settings_;
    const Instance instance_;
    OverloadPrice price_;
};

TEST_F(OverloadPriceTest, RisesWhereTooFewKeepToTheCapacityAndFallsWhereEnoughDo) {
    const std::int64_t first = price_.price();
    EXPECT_GT(first, 0);
    const std::int64_t dearer = price_after(2, 0.5);
    EXPECT_GT(dearer, first);
    EXPECT_LT(price_after(4, 0.5), dearer);
}

TEST_F(OverloadPriceTest, AsksForMoreAtTheEnd) {
    const std::int64_t first = price_.price();
    EXPECT_GT(price_after(4, 0.9), first);
}

TEST_F(OverloadPriceTest, StaysWhereNothingWasCountedAndBeginsAnew) {
    const std::int64_t first = price_.price();
    price_.adapt(0.5);
    EXPECT_EQ(price_.price(), first);
    price_after(0, 0.5);
    price_.begin(1'000);
    EXPECT_EQ(price_.price(), first);
}

TEST_F(OverloadPriceTest, NeverGetsSoHighOrLowThatCostsDoNotFit) {
    Limits limits(instance_);
    for (int i = 0; i < 2'000; ++i) price_after(0, 0.5);
    limits.price_overload(price_.most_load(), price_.price());
    EXPECT_LE(limits.overload_cost(price_.most_load()), 1 << 29);
    EXPECT_GT(limits.overload_cost(price_.most_load()), 1 << 28);
    const std::int64_t dearest = price_.price();
    EXPECT_LT(price_after(10, 0.5), dearest);
    for (int i = 0; i < 2'000; ++i) price_after(10, 0.5);
    EXPECT_GT(price_.price(), 0);
}

TEST_F(OverloadPriceTest, CanRiseWellAboveItsFirstValueWhereDistancesAreNotRounded) {
    price_.begin(
        1 << 23);  // steps: in the unit square a mean edge of a hundred customers has some eight million
    const std::int64_t first = price_.price();
    for (int i = 0; i < 2'000; ++i) price_after(0, 0.5);
    EXPECT_GT(price_.price(), 2 * first);
}

}  // namespace
}  // namespace l2r::anneal

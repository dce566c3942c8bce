#include "problem/least_vehicles.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/vehicles.hpp"

namespace l2r {
namespace {

TEST(LeastVehicles, CountsWhatLargeDemandsWaste) {
    EXPECT_EQ(least_vehicles(on_a_line({5, 5, 5, 5}, 10)), 2);
    EXPECT_EQ(least_vehicles(on_a_line({6, 6, 6}, 10)), 3) << "no two of them go together";
    EXPECT_EQ(least_vehicles(on_a_line({4, 4, 4, 4, 4}, 10)), 3) << "no three of them do";
    EXPECT_EQ(least_vehicles(on_a_line({7, 7, 4, 4, 4}, 10)), 4) << "nothing goes with a 7";
    EXPECT_EQ(least_vehicles(on_a_line({0, 0}, 10)), 1);
}

TEST(LeastVehicles, IsNoMoreThanTheFewestAndOftenThat) {
    Random random(191);
    int tight = 0, above_total = 0;
    constexpr int times = 300;
    for (int i = 0; i < times; ++i) {
        std::vector<std::int64_t> demands(1 + random.below(7));
        const std::int64_t capacity = 4 + random.below(20);
        for (std::int64_t& demand : demands) demand = random.below(static_cast<std::uint32_t>(capacity) + 1);
        const Instance instance = on_a_line(demands, capacity);
        const int fewest = fewest_by_trial(instance), least = least_vehicles(instance);
        EXPECT_LE(least, fewest);
        EXPECT_GE(least, instance.min_routes());
        tight += least == fewest;
        above_total += least > instance.min_routes();
    }
    EXPECT_GT(tight, times * 9 / 10);
    EXPECT_GT(above_total, times / 20) << "or else nothing was tested";
}

}  // namespace
}  // namespace l2r

#include "start/random_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_instances.hpp"

namespace l2r {
namespace {

TEST(CutByCapacity, ServesCustomersInOrderAndAddsAVehicleOnlyWhenTheNextDoesNotFit) {
    for_many_instances(20, 1, 40, 61, [](const Instance& instance, Random& random) {
        const Solution start = random_start(instance, random);
        std::vector<Node> order(start.customers().begin(), start.customers().end());
        random.shuffle(std::span(order));
        Solution cut;
        cut_by_capacity(instance, order, cut);
        EXPECT_EQ(faults(instance, cut), std::vector<std::string>{});
        EXPECT_TRUE(std::equal(order.begin(), order.end(), cut.customers().begin(), cut.customers().end()));
        for (int r = 0; r + 1 < cut.routes(); ++r)
            EXPECT_GT(route_load(instance, cut.route(r)) + instance.demand(cut.route(r + 1)[0]),
                      instance.capacity());
    });
}

TEST(CutByCapacity, AddsAVehicleWhereTheNextCustomerWouldTakeTooLong) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 4;
    data.rounding = Rounding::nearest;
    data.route_limit = 7;
    data.service = 1;
    Solution cut;
    cut_by_capacity(Instance(data), std::vector<Node>{2, 1, 3, 4}, cut);
    EXPECT_EQ(cut, (Solution{{2, 1}, {3}, {4}})) << "2 and 1 take 6, with 3 they would take 11; 3 takes 7";
}

TEST(CutByCapacity, AddsToWhatIsThereAndNothingForNoCustomers) {
    Random random(62);
    const Instance instance = any_instance(Layout::square, Loads::full, 3, random);
    Solution solution{{2}};
    cut_by_capacity(instance, {}, solution);
    EXPECT_EQ(solution, (Solution{{2}}));
    cut_by_capacity(instance, std::vector<Node>{3, 1}, solution);
    EXPECT_EQ(solution, (Solution{{2}, {3}, {1}}));
}

/// Each of the 24 orders of four customers, 2,400 starts: 100 each, give or take five standard deviations.
TEST(RandomStart, EveryOrderIsEquallyLikely) {
    Random random(63);
    const Instance instance = any_instance(Layout::square, Loads::loose, 4, random);
    std::vector<int> seen(5 * 5 * 5 * 5, 0);
    for (int i = 0; i < 2'400; ++i) {
        std::size_t code = 0;
        const Solution start = random_start(instance, random);
        for (const Node customer : start.customers()) code = code * 5 + static_cast<std::size_t>(customer);
        ++seen[code];
    }
    EXPECT_EQ(std::count_if(seen.begin(), seen.end(), [](int count) { return count > 0; }), 24);
    for (const int count : seen) EXPECT_TRUE(count == 0 || (count > 50 && count < 150)) << count;
}

}  // namespace
}  // namespace l2r

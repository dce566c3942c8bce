#include "start/packed.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "problem/vrp_file.hpp"
#include "support/cvrplib.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

Instance with_demands(std::vector<std::int64_t> demands, std::int64_t capacity) {
    InstanceData data;
    data.places.assign(demands.size(), Point{1, 2});
    data.demands = std::move(demands);
    data.capacity = capacity;
    return Instance(std::move(data));
}

TEST(PackedStart, IsFeasibleWhateverTheDemands) {
    for_many_instances(1, 1, 60, 301, [](const Instance& instance, Random&) {
        const Solution packed = packed_start(instance, Stop());
        if (instance.capacity() > 100'000)
            EXPECT_EQ(packed.routes(), 0);
        else
            EXPECT_EQ(faults(instance, packed), std::vector<std::string>{});
    });
}

TEST(PackedStart, FillsVehicles) {
    EXPECT_EQ(packed_start(with_demands({0, 6, 4, 6, 4, 6, 4}, 10), Stop()).routes(), 3);
    // First fit, largest first, would put 5 and 4 together and need three.
    EXPECT_EQ(packed_start(with_demands({0, 5, 4, 3, 3, 3, 2}, 10), Stop()).routes(), 2);
    EXPECT_EQ(packed_start(with_demands({0, 0, 0, 0}, 10), Stop()).routes(), 1);
    EXPECT_EQ(packed_start(with_demands({0, 10, 0, 10}, 10), Stop()).routes(), 2);
}

TEST(PackedStart, GivesNothingWhereItIsStoppedOrRoutesAreLimited) {
    const std::atomic<bool> flag = true;
    EXPECT_EQ(packed_start(with_demands({0, 6, 4}, 10), Stop::after(1, &flag)).routes(), 0);
    for_many_limited_instances(1, 1, 20, 302, [](const Instance& instance, Random&) {
        EXPECT_EQ(packed_start(instance, Stop()).routes(), 0);
    });
}

TEST(PackedStart, PacksWhatCvrplibNames) {
    REQUIRE_COLLECTION();
    for (const auto& [name, vehicles] : {std::pair("X-n101-k25", 25), std::pair("X-n153-k22", 22)}) {
        const Instance instance = read_vrp(cvrplib::collection() / "X" / (std::string(name) + ".vrp"));
        EXPECT_EQ(packed_start(instance, Stop()).routes(), vehicles) << name;
    }
}

}  // namespace
}  // namespace l2r

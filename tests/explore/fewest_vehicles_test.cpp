#include "explore/fewest_vehicles.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "problem/vrp_file.hpp"
#include "support/anneal_runs.hpp"
#include "support/cvrplib.hpp"
#include "support/message.hpp"
#include "support/vehicles.hpp"

namespace l2r {
namespace {

TEST(FewestVehicles, FindsTheFewestThatThereAre) {
    Random random(192);
    for (int i = 0; i < 60; ++i) {
        std::vector<std::int64_t> demands(4 + random.below(5));
        for (std::int64_t& demand : demands) demand = 1 + random.below(6);
        const Instance instance = on_a_line(demands, 12);
        ExploreSettings settings = anneal_runs(90, random.next());
        settings.warm_start.emplace();
        for (Node customer = 1; customer < instance.nodes(); ++customer)
            settings.warm_start->add_route(std::vector<Node>{customer});
        const FewestVehicles fewest = fewest_vehicles(instance, settings);
        EXPECT_EQ(fewest.found(), fewest_by_trial(instance));
        EXPECT_LT(fewest.found(), instance.customers());
        EXPECT_EQ(faults(instance, fewest.solution), std::vector<std::string>{});
        EXPECT_LE(fewest.iterations, 30 * 20 * instance.customers());
    }
}

TEST(FewestVehicles, RefusesAWarmStartThatIsNotFeasible) {
    const Instance instance = on_a_line({5, 5, 5}, 10);
    ExploreSettings settings = anneal_runs(30);
    for (const Solution& start :
         {Solution{{1, 2, 3}}, Solution{{1}, {2}}, Solution{{1}, {2}, {90'000'000}}}) {
        settings.warm_start = start;
        EXPECT_NE(test::message_of<InputError>([&] { fewest_vehicles(instance, settings); }), "");
    }
}

TEST(FewestVehicles, SaysThatItHadNoTimeToLookForFewer) {
    ExploreSettings settings = anneal_runs(2);
    settings.stop.seconds = 0;
    settings.warm_start = Solution{{1}, {2}};
    const FewestVehicles fewest = fewest_vehicles(on_a_line({5, 5}, 10), settings);
    EXPECT_EQ(fewest.found(), 2);
    EXPECT_FALSE(fewest.is_proven());
    EXPECT_EQ(fewest.iterations_for_fewer, 0);
}

TEST(FewestVehicles, BeginsAtTheWarmStartAndKeepsToTheLengthOfRoutes) {
    InstanceData data;  // there and back takes all that a route may
    data.places = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}};
    data.demands = {0, 1, 1, 1};
    data.capacity = 10;
    data.route_limit = 2;
    const Instance instance(data);
    ExploreSettings settings = anneal_runs(30);
    settings.warm_start = Solution{{3}, {1}, {2}};
    const FewestVehicles fewest = fewest_vehicles(instance, settings);
    EXPECT_EQ(fewest.found(), 3);
    EXPECT_EQ(fewest.least, 1);
    EXPECT_FALSE(fewest.is_proven());
    EXPECT_EQ(fewest.iterations, 10 * 20 * 3) << "a third of the runs, of 20 iterations a customer";
    EXPECT_EQ(fewest.iterations_for_fewer, fewest.iterations);
    EXPECT_EQ(fewest.solution, *settings.warm_start);
}

TEST(FewestVehicles, GivesUpAfterAsManyIdleRunsAsThereMayBe) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {-1, 0}};
    data.demands = {0, 1, 1};
    data.capacity = 10;
    data.route_limit = 2;
    ExploreSettings settings = anneal_runs(std::numeric_limits<std::int64_t>::max());
    settings.stop.idle_runs = 7;
    EXPECT_EQ(fewest_vehicles(Instance(data), settings).iterations, 7 * 20 * 2);
}

TEST(FewestVehicles, AreThoseThatCvrplibNames) {
    REQUIRE_COLLECTION();
    for (const auto& [name, vehicles] :
         {std::pair("A/A-n37-k6", 6), std::pair("A/A-n65-k9", 9), std::pair("B/B-n57-k7", 7),
          std::pair("P/P-n55-k10", 10), std::pair("X/X-n101-k25", 25)}) {
        const Instance instance = read_vrp(cvrplib::collection() / (std::string(name) + ".vrp"));
        const FewestVehicles fewest = fewest_vehicles(instance, anneal_runs(30));
        EXPECT_EQ(fewest.found(), vehicles) << name;
        EXPECT_TRUE(fewest.is_proven()) << name;
    }
}

}  // namespace
}  // namespace l2r

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "explore/explore.hpp"
#include "problem/vrp_file.hpp"
#include "support/anneal_runs.hpp"
#include "support/cvrplib.hpp"
#include "support/message.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

/// Pairs of 6 and 4 fill a vehicle of 10 each, but those nearest to each other do not go together: whoever
/// only looks at edges takes more vehicles.
Instance pairs_that_fill(int pairs, int vehicles) {
    InstanceData data;
    data.places = {{0, 0}};
    data.demands = {0};
    data.capacity = 10;
    Random random(183);
    for (int i = 0; i < 2 * pairs; ++i) {
        data.places.push_back({random.uniform(), random.uniform() + (i % 2 == 0 ? 5 : -5)});
        data.demands.push_back(i % 2 == 0 ? 6 : 4);
    }
    data.vehicles = vehicles;
    return Instance(data);
}

TEST(Fleet, FindsSolutionsWithinTheFleetWhereShorterOnesHaveMoreRoutes) {
    const Instance free = pairs_that_fill(12, 0);
    const Exploration shortest = explore_annealed(free, anneal_runs(20));
    ASSERT_GT(shortest.best.used_routes(), 12);
    const Instance limited = pairs_that_fill(12, 12);
    ExploreSettings settings = anneal_runs(20);
    const Exploration result = explore_annealed(limited, settings);
    EXPECT_EQ(result.best.used_routes(), 12);
    EXPECT_GT(result.length, shortest.length);
    for (const Solution& start : {result.best, shortest.best}) {
        settings.warm_start = start;
        EXPECT_EQ(explore_annealed(limited, settings).best.used_routes(), 12);
    }
}

TEST(Fleet, ATspWhoseDepotIsNoDetourIsOneRoute) {
    InstanceData data;
    data.tsp = true;
    data.metric = Metric::matrix;
    data.matrix.assign(64, 7);
    for (std::size_t a = 0; a < 8; ++a) data.matrix[a] = data.matrix[8 * a] = data.matrix[9 * a] = 0;
    const Instance instance(data);
    const Exploration result = explore_annealed(instance, anneal_runs(5));
    EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
    EXPECT_EQ(result.length, 42);
}

TEST(Fleet, FindsSolutionsWithinAnyFleetThatASolutionHas) {
    for_many_instances(1, 4, 40, 184, [](const Instance& instance, Random& random) {
        const Exploration free = explore_annealed(instance, anneal_runs(3, random.next()));
        const Instance limited = instance.with_vehicles(free.best.used_routes());
        ExploreSettings settings = anneal_runs(12, random.next());
        settings.construction = Construction::random;
        EXPECT_LE(explore_annealed(limited, settings).best.used_routes(), limited.max_routes());
    });
}

TEST(Fleet, ATargetIsReachedByNoSolutionOfTooManyRoutes) {
    ExploreSettings settings = anneal_runs(200);
    settings.stop.target = 1e9;
    const Exploration result = explore_annealed(pairs_that_fill(12, 12), settings);
    EXPECT_EQ(result.reason, StopReason::target);
    EXPECT_EQ(result.best.used_routes(), 12);
}

TEST(Fleet, FindsTheFleetThatCvrplibNamesWhereSavingsHasMore) {
    REQUIRE_COLLECTION();
    Random random(185);
    int more = 0;
    for (const auto& [name, vehicles] :
         {std::pair("A/A-n37-k6", 6), std::pair("A/A-n65-k9", 9), std::pair("B/B-n57-k7", 7),
          std::pair("P/P-n55-k10", 10), std::pair("X/X-n101-k25", 25)}) {
        const Instance instance =
            read_vrp(cvrplib::collection() / (std::string(name) + ".vrp")).with_vehicles(vehicles);
        more += construct(Construction::savings, instance, random).used_routes() > vehicles;
        EXPECT_EQ(explore_annealed(instance, anneal_runs(10)).best.used_routes(), vehicles) << name;
    }
    EXPECT_GT(more, 0) << "or else nothing was tested";
}

TEST(Fleet, SaysThatItFoundNoSolutionWithinTheFleet) {
    InstanceData data;  // three customers of 2 in two vehicles of 3
    data.places = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    data.demands = {0, 2, 2, 2};
    data.capacity = 3;
    data.vehicles = 2;
    const Instance instance(data);
    EXPECT_EQ(
        test::message_of<InputError>([&] { explore(instance, short_annealing(), nullptr, anneal_runs(20)); }),
        "no solution of 2 routes was found; allow more vehicles, or more time or runs");
}

}  // namespace
}  // namespace l2r

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "explore/explore.hpp"
#include "optimise/granular/granular_optimiser.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"
#include "support/anneal_runs.hpp"
#include "support/cvrplib.hpp"
#include "support/message.hpp"
#include "support/random_instances.hpp"
#include "value/adaptive.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

/// Two customers that are far from each other: one route is far longer than two.
InstanceData far_apart() {
    InstanceData data;
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 1, 0, 9, 1, 9, 0};
    return data;
}

TEST(Limits, RoutesKeepToTheirsInEveryStrategy) {
    for_many_limited_instances(1, 2, 40, 111, [](const Instance& instance, Random& random) {
        for (const Strategy strategy : strategies()) {
            ExploreSettings settings;
            settings.strategy = strategy;
            settings.seed = random.next();
            settings.perturbation.pick = picks()[random.below(2)];
            settings.stop.runs = 20;
            const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings);
            EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{}) << strategy_name(strategy);
        }
    });
}

TEST(Limits, TimeWindowsAreRefusedByNameWhereAnOptimiserDoesNotKeepToThem) {
    Random random(182);
    const Instance instance = any_windowed_instance(Layout::square, Loads::common, 20, random);
    ExploreSettings settings;
    settings.stop.runs = 5;
    for (const Strategy strategy : strategies()) {
        settings.strategy = strategy;
        EXPECT_EQ(
            test::message_of<InputError>([&] { explore(instance, paper::LocalSearch(), nullptr, settings); }),
            "the optimiser paper does not keep to time windows; anneal and granular do");
        EXPECT_EQ(faults(instance, explore(instance, granular::GranularOptimiser(), nullptr, settings).best),
                  std::vector<std::string>{})
            << strategy_name(strategy);
    }
}

TEST(Limits, ServicesThatDifferCountOnlyWhereThereIsALimitOnRoutes) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {0, 1}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.services = {0, 1, 2};
    ExploreSettings settings;
    settings.stop.runs = 5;
    EXPECT_EQ(explore(Instance(data), paper::LocalSearch(), nullptr, settings).best.routes(), 1);
    data.route_limit = 10;
    EXPECT_EQ(test::message_of<InputError>(
                  [&] { explore(Instance(data), paper::LocalSearch(), nullptr, settings); }),
              "the optimiser paper does not keep to services that differ; anneal and granular do");
}

TEST(Limits, TimeWindowsAreRefusedBeforeAnyRunWhereAScorerLooksAheadWithoutThem) {
    Random random(183);
    const Instance instance = any_windowed_instance(Layout::square, Loads::common, 20, random);
    ExploreSettings settings;
    settings.stop.runs = 5;
    settings.guidance.candidates = 2;
    const std::unique_ptr<Scorer> race = load_scorer("race");
    const AdaptiveScorer adapted(race->clone(), AdaptSettings());
    for (const Scorer* scorer :
         {static_cast<const Scorer*>(race.get()), static_cast<const Scorer*>(&adapted)})
        EXPECT_EQ(
            test::message_of<InputError>(
                [&] { check_settings(instance, granular::GranularOptimiser(), scorer, settings); }),
            "the scorer race looks ahead with the optimiser paper, which does not keep to time windows");
}

TEST(Limits, ASolutionOfTooManyRoutesIsNoResult) {
    InstanceData data = far_apart();
    ExploreSettings settings;
    settings.stop.runs = 5;
    EXPECT_EQ(explore(Instance(data), paper::LocalSearch(), nullptr, settings).best.routes(), 2);
    data.vehicles = 1;
    EXPECT_EQ(
        test::message_of<InputError>(
            [&] { explore(Instance(data), paper::LocalSearch(), nullptr, settings); }),
        "the shortest solution that was found has 2 routes, more than the limit of 1; allow more vehicles, "
        "or choose an optimiser that closes routes: anneal");
    data.vehicles = 2;
    EXPECT_EQ(explore(Instance(data), paper::LocalSearch(), nullptr, settings).best.routes(), 2);
}

TEST(Limits, AWarmStartWithinTheFleetIsNotGivenUpForShorterSolutionsOfMoreRoutes) {
    InstanceData data = far_apart();
    data.vehicles = 1;
    for (const Strategy strategy : strategies())
        for (const int threads : {1, 2}) {
            ExploreSettings settings;
            settings.strategy = strategy;
            settings.threads = threads;
            settings.warm_start = Solution{{1, 2}};
            settings.stop.runs = 30;
            settings.stop.target = 4;
            const Exploration result = explore(Instance(data), paper::LocalSearch(), nullptr, settings);
            EXPECT_EQ(result.best.used_routes(), 1) << strategy_name(strategy);
            EXPECT_EQ(result.length, 11);
            EXPECT_EQ(result.reason, StopReason::runs);
        }
}

TEST(Limits, OfVehiclesThatBindNothingLeaveTheDefaultSearchAsItIs) {
    const Instance free = random_instance(30, 183, 0);
    ExploreSettings settings = anneal_runs(12);
    settings.restart.most_runs = 3;
    const Exploration unlimited = explore(free, short_annealing(), nullptr, settings);
    const Instance loose = free.with_vehicles(2 * unlimited.best.used_routes());
    EXPECT_EQ(explore(loose, short_annealing(), nullptr, settings).best, unlimited.best);
    const Instance tight = free.with_vehicles(unlimited.best.used_routes());
    EXPECT_LE(explore(tight, short_annealing(), nullptr, settings).best.used_routes(), tight.max_routes());
}

TEST(Limits, ASolutionThatTakesTooManyOfLooselyLimitedVehiclesIsNoResult) {
    InstanceData data = far_apart();
    data.vehicles = 1;
    ExploreSettings settings = anneal_runs(5);
    settings.fleet.loose = 1;
    settings.warm_start = Solution{{1, 2}};
    EXPECT_EQ(explore(Instance(data), short_annealing(), nullptr, settings).best, (Solution{{1, 2}}));
}

/// Instances with DISTANCE, some with SERVICE_TIME: a thousand runs come near the best known.
TEST(Limits, OfCvrplibLeaveRoomForShortRoutes) {
    REQUIRE_COLLECTION();
    for (const char* name : {"CMT/CMT6", "CMT/CMT8", "CMT/CMT13", "Golden/Golden_1"}) {
        const std::filesystem::path file = cvrplib::collection() / (std::string(name) + ".vrp");
        const Instance instance = read_vrp(file, cvrplib::convention(file));
        ASSERT_TRUE(instance.has_route_limit()) << name;
        ExploreSettings settings;
        settings.strategy = Strategy::perturb_best;
        settings.construction = Construction::savings;
        settings.stop.runs = 1'000;
        const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings);
        EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
        const double best_known =
            *read_sol(std::filesystem::path(file).replace_extension(".sol")).stated_cost;
        EXPECT_LT(result.length, 1.1 * best_known) << name;
        EXPECT_GT(result.length, best_known * (1 - 1e-6)) << name;
    }
}

}  // namespace
}  // namespace l2r

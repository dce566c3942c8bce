#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "explore/explore.hpp"
#include "optimise/anneal/anneal_search.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"
#include "support/anneal_runs.hpp"
#include "support/cvrplib.hpp"
#include "support/exact.hpp"
#include "support/message.hpp"
#include "support/random_instances.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// The optimiser is there for the others; this one has no use for it.
Exploration explore_by_ruin(const Instance& instance, const ExploreSettings& settings,
                            const Observer& observer = {}) {
    const ToyOptimiser unused([](const Instance&, const Start& start, const Budget&) -> Outcome {
        ADD_FAILURE() << "the optimiser was run";
        return {start.solution, 1, true};
    });
    Exploration result = explore(instance, unused, nullptr, settings, observer);
    EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
    EXPECT_EQ(result.length, length(instance, result.best));
    return result;
}

TEST(RuinStrategy, GivesFeasibleRoutesFromAnyConstruction) {
    for_many_instances(1, 1, 60, 171, [](const Instance& instance, Random& random) {
        ExploreSettings settings = ruin_runs(4, random.next());
        for (const Construction construction : constructions()) {
            if (construction == Construction::sweep && !instance.has_places()) continue;
            settings.construction = construction;
            EXPECT_EQ(explore_by_ruin(instance, settings).runs, 4);
        }
    });
}

TEST(RuinStrategy, KeepsToTheLimitOfRoutes) {
    for_many_limited_instances(1, 1, 60, 172, [](const Instance& instance, Random& random) {
        explore_by_ruin(instance, ruin_runs(8, random.next()));
    });
}

/// Customer 2 makes the way from 1 to 3 shorter, and would that from 4 to 5 even more; but without it 1 and 3
/// are too long a route.
TEST(RuinStrategy, KeepsToTheLimitOfARouteThatGetsLongerByLosingACustomer) {
    InstanceData data;
    data.demands = {0, 1, 1, 1, 1, 1};
    data.capacity = 5;
    data.metric = Metric::matrix;
    data.matrix = {0,  50,  50, 50,  20,  20,   //
                   50, 0,   1,  100, 120, 120,  //
                   50, 1,   0,  1,   1,   1,    //
                   50, 100, 1,  0,   120, 120,  //
                   20, 120, 1,  120, 0,   110,  //
                   20, 120, 1,  120, 110, 0};
    data.route_limit = 160;
    data.vehicles = 2;
    ExploreSettings settings = ruin_runs(5);
    settings.warm_start = Solution{{1, 2, 3}, {4, 5}};
    EXPECT_EQ(explore_by_ruin(Instance(data), settings).length, 252);
}

TEST(RuinStrategy, FindsTheBestThereIsOnTinyInstances) {
    for (std::uint64_t i = 0; i < 10; ++i) {
        const Instance instance = random_instance(8, 173, i, 20);
        EXPECT_NEAR(explore_by_ruin(instance, ruin_runs(10)).length, optimal_length(instance), 1e-9);
    }
}

TEST(RuinStrategy, ShorterSearchesFollowOneAnotherWhereThereIsTime) {
    // 75 runs of 60 customers are time for five; each begins with a construction of its own and gets colder.
    const Instance instance = random_instance(60, 176, 0);
    std::vector<double> lengths;
    Observer observer;
    observer.ran = [&](std::int64_t, double length) { lengths.push_back(length); };
    const Exploration result = explore_by_ruin(instance, ruin_runs(75), observer);
    ASSERT_EQ(lengths.size(), 75);
    const auto mean = [&](int from, int to) {
        return std::accumulate(lengths.begin() + from, lengths.begin() + to, 0.0) / (to - from);
    };
    double warm = 0, cold = 0;
    for (int search = 1; search < 5; ++search) {
        warm += mean(15 * search, 15 * search + 3);
        cold += mean(15 * search - 3, 15 * search);
    }
    EXPECT_GT(warm, 1.001 * cold) << "it would be less if there were one search";
    EXPECT_EQ(explore_by_ruin(instance, ruin_runs(75)).best, result.best) << "the same each time";
}

TEST(RuinStrategy, SolvesInstancesOfOneTwoAndThreeCustomers) {
    for (const int customers : {1, 2, 3}) {
        Random random(174);
        for (const Layout layout : layouts) {
            const Instance instance = any_instance(layout, Loads::common, customers, random);
            EXPECT_NEAR(explore_by_ruin(instance, ruin_runs(5)).length, optimal_length(instance), 1e-9);
        }
    }
}

TEST(RuinStrategy, TakesCustomersAtOnePlaceAndWithoutDemand) {
    InstanceData data;
    data.places.assign(101, Point{3, 4});
    data.places[0] = {0, 0};
    data.demands.assign(101, 0);
    data.capacity = 10;
    EXPECT_EQ(explore_by_ruin(Instance(data), ruin_runs(5)).length, 10);
    for (std::size_t customer = 1; customer <= 100; ++customer) data.demands[customer] = customer % 2;
    EXPECT_EQ(explore_by_ruin(Instance(data), ruin_runs(5)).length, 50) << "50 to carry, 10 at a time";
    data.places.assign(101, Point{3, 4});
    EXPECT_EQ(explore_by_ruin(Instance(data), ruin_runs(5)).length, 0) << "the depot is there too";
}

TEST(RuinStrategy, WorksPastTheTableOfCosts) {
    const Instance instance = random_instance(Instance::dense_limit + 1, 175, 0);
    ExploreSettings settings = ruin_runs(3);
    settings.construction = Construction::nearest;
    const Exploration result = explore_by_ruin(instance, settings);
    EXPECT_LT(result.length, result.history.front().length);
}

TEST(RuinStrategy, ComesNearTheBestKnownOfCvrplib) {
    REQUIRE_COLLECTION();
    for (const char* name :
         {"A/A-n37-k6", "E/E-n101-k14", "X/X-n101-k25", "CMT/CMT6", "CMT/CMT13", "Golden/Golden_1"}) {
        const std::filesystem::path file = cvrplib::collection() / (std::string(name) + ".vrp");
        const Instance instance = read_vrp(file, cvrplib::convention(file));
        const double best_known =
            *read_sol(std::filesystem::path(file).replace_extension(".sol")).stated_cost;
        const Exploration result = explore_by_ruin(instance, ruin_runs(60));
        EXPECT_LT(result.length, 1.03 * best_known) << name;
        EXPECT_GT(result.length, best_known * (1 - 1e-6)) << name;
    }
}

TEST(RuinStrategy, GivesTheSameOnAnyNumberOfThreads) {
    const Instance instance = random_instance(100, 176, 0);
    ExploreSettings settings = ruin_runs(20);
    const Exploration alone = explore_by_ruin(instance, settings);
    for (const int threads : {1, 2, 4}) {
        settings.threads = threads;
        const Exploration again = explore_by_ruin(instance, settings);
        EXPECT_EQ(again.best, alone.best);
        EXPECT_EQ(again.history.size(), alone.history.size());
    }
    settings.seed = 2;
    EXPECT_NE(explore_by_ruin(instance, settings).best, alone.best);
}

/// Customers are renumbered for the search, and their routes combined; but not where there is a matrix.
TEST(RuinStrategy, ManyCustomersKeepTheirNumbersOutside) {
    const auto data = test_set_data(220, 1).front();
    std::vector<InstanceData> problems(4, data);
    problems[1].route_limit = 6;
    problems[1].service = 0.01;
    problems[2].vehicles = Instance(data).min_routes() + 1;
    problems[3].metric = Metric::matrix;
    for (const Point a : data.places)
        for (const Point b : data.places) problems[3].matrix.push_back(std::hypot(a.x - b.x, a.y - b.y));
    problems[3].places.clear();
    for (const InstanceData& problem : problems) {
        const Instance instance((InstanceData(problem)));
        ExploreSettings settings = ruin_runs(30);
        const Exploration result = explore_by_ruin(instance, settings);
        EXPECT_GT(result.history.size(), 1U);
        EXPECT_EQ(explore_by_ruin(instance, settings).best, result.best);
        settings.warm_start = result.best;
        EXPECT_LE(explore_by_ruin(instance, settings).length, result.length);
    }
}

TEST(RuinStrategy, KeepsItsTimeLimitWhereTheTableOfCostsIsLargest) {
    if (sanitized) GTEST_SKIP() << "there is no use in timing a sanitized build";
    const Instance instance = random_instance(Instance::dense_limit - 1, 181, 0);
    ExploreSettings settings = ruin_runs(1'000'000'000);
    settings.stop.seconds = 0.1;
    const Exploration result = explore_by_ruin(instance, settings);
    EXPECT_EQ(result.reason, StopReason::time);
    EXPECT_LT(result.seconds, 1) << "generous: this is no test of speed";
}

TEST(RuinStrategy, NeverEndsLongerThanItsWarmStart) {
    const Instance instance = random_instance(80, 177, 0);
    ExploreSettings settings = ruin_runs(15);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        settings.seed = seed;
        const Exploration first = explore_by_ruin(instance, settings);
        EXPECT_LE(first.length, settings.warm_start ? length(instance, *settings.warm_start) : first.length);
        settings.warm_start = first.best;
        EXPECT_EQ(first.history.back().length, first.length);
    }
    settings.stop.seconds = 0;
    EXPECT_EQ(explore_by_ruin(instance, settings).best, *settings.warm_start);
}

TEST(RuinStrategy, TakesAWarmStartThatHasEmptyRoutes) {
    const Instance instance = random_instance(3, 177, 0, 30);
    ExploreSettings settings = ruin_runs(40);
    settings.warm_start = Solution{{1, 2}, {}, {3}};
    EXPECT_LE(explore_by_ruin(instance, settings).length, length(instance, *settings.warm_start));
}

TEST(AnnealSearch, GoesOnFromAShorterSolutionThatRoutesOfThePoolMake) {
    const Instance instance = random_instance(30, 178, 0);
    const Solution best = explore_by_ruin(instance, ruin_runs(100)).best;
    Random random(179);
    const Solution start = construct(Construction::random, instance, random);
    RoutePool pool(instance);
    anneal::AnnealSearch search(instance, start, Stop(), &pool);
    search.combine_routes(start, random);
    EXPECT_EQ(search.best(), start) << "there is nothing to combine yet";
    for (int index = 0; index < best.routes(); ++index) {
        std::int64_t cost = 0;
        Node last = 0;
        for (const Node customer : best.route(index))
            cost += instance.cost(std::exchange(last, customer), customer);
        pool.add(best.route(index), cost + instance.cost(last, 0));
    }
    search.combine_routes(start, random);
    EXPECT_TRUE(search.takes_new_best());
    EXPECT_NEAR(length(instance, search.best()), length(instance, best), 1e-9);
}

TEST(RuinStrategy, KeepsItsTimeLimitOnLargeInstances) {
    if (sanitized) GTEST_SKIP() << "there is no use in timing a sanitized build";
    const Instance instance = random_instance(20'000, 178, 0);
    ExploreSettings settings = ruin_runs(1'000'000'000);
    settings.stop.seconds = 1;
    const Exploration result = explore_by_ruin(instance, settings);
    EXPECT_EQ(result.reason, StopReason::time);
    EXPECT_LT(result.seconds, 3) << "generous: this is no test of speed";
    EXPECT_LT(result.length, result.history.front().length);
}

TEST(RuinStrategy, EndsSoonAfterAFlagIsRaised) {
    const Instance instance = random_instance(200, 179, 0);
    std::atomic<bool> flag = false;
    ExploreSettings settings = ruin_runs(1'000'000'000);
    settings.stop.flag = &flag;
    Observer observer;
    observer.improved = [&](const Improvement& step, const Solution&) { flag = step.run > 0; };
    const Exploration result = explore_by_ruin(instance, settings, observer);
    EXPECT_EQ(result.reason, StopReason::flag);
    EXPECT_EQ(result.runs, result.history.back().run + 1);
    flag = true;
    EXPECT_EQ(explore_by_ruin(instance, settings).runs, 1) << "the construction is always there";
}

TEST(RuinStrategy, EndsAtItsTarget) {
    const Instance instance = random_instance(100, 180, 0);
    const Exploration free = explore_by_ruin(instance, ruin_runs(50));
    ExploreSettings settings = ruin_runs(50);
    const Improvement& step = free.history[free.history.size() / 2];
    settings.stop.target = step.length;
    const Exploration result = explore_by_ruin(instance, settings);
    EXPECT_EQ(result.reason, StopReason::target);
    EXPECT_EQ(result.runs, step.run + 1);
    EXPECT_EQ(result.length, step.length);
}

TEST(RuinStrategy, EndsWhereNothingImproves) {
    ExploreSettings settings = ruin_runs(1'000'000'000);
    settings.stop.idle_runs = 5;
    const Exploration result = explore_by_ruin(random_instance(20, 181, 0), settings);
    EXPECT_EQ(result.reason, StopReason::idle);
    EXPECT_EQ(result.runs, result.history.back().run + 1 + 5);
}

TEST(RuinStrategy, HasNoUseForAScorer) {
    const Instance instance = random_instance(10, 182, 0);
    const ToyScorer indifferent([](const Instance&, const Start&) { return 1.0; });
    ExploreSettings settings = ruin_runs(5);
    const std::string reason =
        "the strategy ruin has no candidates to choose from; a scorer goes with another";
    const auto message = [&](const Scorer* scorer) {
        return test::message_of<InputError>(
            [&] { explore(instance, paper::LocalSearch(), scorer, settings); });
    };
    EXPECT_EQ(message(&indifferent), reason);
    settings.guidance.candidates = 2;
    EXPECT_EQ(message(nullptr), reason);
    settings.guidance.candidates = 1;
    EXPECT_EQ(message(nullptr), "");
}

/// Pairs of 6 and 4 fill a vehicle of 10 each, but those nearest to each other do not go together: whoever
/// only looks at ways takes more vehicles.
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

TEST(RuinStrategy, FindsSolutionsWithinTheFleetWhereShorterOnesHaveMoreRoutes) {
    const Instance free = pairs_that_fill(12, 0);
    const Exploration shortest = explore_by_ruin(free, ruin_runs(20));
    ASSERT_GT(shortest.best.used_routes(), 12);
    const Instance limited = pairs_that_fill(12, 12);
    ExploreSettings settings = ruin_runs(20);
    const Exploration result = explore_by_ruin(limited, settings);
    EXPECT_EQ(result.best.used_routes(), 12);
    EXPECT_GT(result.length, shortest.length);
    for (const Solution& start : {result.best, shortest.best}) {
        settings.warm_start = start;
        EXPECT_EQ(explore_by_ruin(limited, settings).best.used_routes(), 12);
    }
}

TEST(RuinStrategy, FindsSolutionsWithinAnyFleetThatASolutionHas) {
    for_many_instances(1, 4, 40, 184, [](const Instance& instance, Random& random) {
        const Exploration free = explore_by_ruin(instance, ruin_runs(3, random.next()));
        const Instance limited = instance.with_vehicles(free.best.used_routes());
        ExploreSettings settings = ruin_runs(12, random.next());
        settings.construction = Construction::random;
        EXPECT_LE(explore_by_ruin(limited, settings).best.used_routes(), limited.max_routes());
    });
}

TEST(RuinStrategy, ATargetIsReachedByNoSolutionOfTooManyRoutes) {
    ExploreSettings settings = ruin_runs(200);
    settings.stop.target = 1e9;
    const Exploration result = explore_by_ruin(pairs_that_fill(12, 12), settings);
    EXPECT_EQ(result.reason, StopReason::target);
    EXPECT_EQ(result.best.used_routes(), 12);
}

TEST(RuinStrategy, FindsTheFleetThatCvrplibNamesWhereSavingsHasMore) {
    REQUIRE_COLLECTION();
    Random random(185);
    int more = 0;
    for (const auto& [name, vehicles] :
         {std::pair("A/A-n37-k6", 6), std::pair("A/A-n65-k9", 9), std::pair("B/B-n57-k7", 7),
          std::pair("P/P-n55-k10", 10), std::pair("X/X-n101-k25", 25)}) {
        const Instance instance =
            read_vrp(cvrplib::collection() / (std::string(name) + ".vrp")).with_vehicles(vehicles);
        more += construct(Construction::savings, instance, random).used_routes() > vehicles;
        EXPECT_EQ(explore_by_ruin(instance, ruin_runs(100)).best.used_routes(), vehicles) << name;
    }
    EXPECT_GT(more, 0) << "or else nothing was tested";
}

TEST(RuinStrategy, SaysThatItFoundNoSolutionWithinTheFleet) {
    InstanceData data;  // three customers of 2 in two vehicles of 3
    data.places = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    data.demands = {0, 2, 2, 2};
    data.capacity = 3;
    data.vehicles = 2;
    const Instance instance(data);
    EXPECT_EQ(test::message_of<InputError>(
                  [&] { explore(instance, paper::LocalSearch(), nullptr, ruin_runs(20)); }),
              "no solution of 2 routes was found; allow more vehicles, or more time or runs");
}

}  // namespace
}  // namespace l2r

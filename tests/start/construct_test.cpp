#include "start/construct.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/geographic_place.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

/// Those that work on this instance.
std::vector<Construction> possible(const Instance& instance) {
    std::vector<Construction> all = constructions();
    if (!instance.has_places()) std::erase(all, Construction::sweep);
    return all;
}

InstanceData plain_data(int customers) {
    InstanceData data;
    data.places.assign(static_cast<std::size_t>(customers) + 1, Point{1, 1});
    data.demands.assign(static_cast<std::size_t>(customers) + 1, 1);
    data.demands[0] = 0;
    data.capacity = 10;
    return data;
}

void expect_all_feasible(const Instance& instance, std::uint64_t seed) {
    for (const Construction construction : possible(instance)) {
        Random random(seed);
        EXPECT_EQ(faults(instance, construct(construction, instance, random)), std::vector<std::string>{})
            << construction_name(construction);
    }
}

TEST(Construct, EachHasItsName) {
    std::set<std::string_view> names;
    for (const Construction construction : constructions()) names.insert(construction_name(construction));
    EXPECT_EQ(names, (std::set<std::string_view>{"random", "savings", "sweep", "nearest"}));
}

TEST(Construct, RandomIsThePapersStart) {
    const Instance instance = random_instance(50, 81, 0);
    Random first(1), second(1);
    EXPECT_EQ(construct(Construction::random, instance, first), random_start(instance, second));
}

TEST(Construct, IsFeasibleOnAllKindsOfInstances) {
    for_many_instances(4, 1, 60, 82, [](const Instance& instance, Random& random) {
        expect_all_feasible(instance, random.next());
    });
    for_many_instances(1, 310, 350, 83, [](const Instance& instance, Random& random) {
        expect_all_feasible(instance, random.next());
    });
}

TEST(Construct, KeepsToTheLimitOnRoutes) {
    for_many_limited_instances(4, 1, 60, 95, [](const Instance& instance, Random& random) {
        expect_all_feasible(instance, random.next());
    });
    for_many_limited_instances(1, 310, 350, 96, [](const Instance& instance, Random& random) {
        expect_all_feasible(instance, random.next());
    });
}

TEST(Construct, KeepsToTimeWindows) {
    for_many_windowed_instances(4, 1, 60, 97, [](const Instance& instance, Random& random) {
        expect_all_feasible(instance, random.next());
    });
}

TEST(Construct, ATspIsOneRouteThoughJoiningRoutesSavesNothing) {
    InstanceData data;
    data.tsp = true;
    data.metric = Metric::matrix;
    data.matrix.assign(25, 0);
    for (std::size_t a = 1; a < 5; ++a)
        for (std::size_t b = 1; b < 5; ++b) data.matrix[a * 5 + b] = a == b ? 0 : 7;
    expect_all_feasible(Instance(data), 3);
}

TEST(Construct, IsFeasibleUnderEveryMetric) {
    for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::maximum, Metric::geographic,
                                Metric::great_circle, Metric::att})
        for (const Rounding rounding : {Rounding::none, Rounding::nearest, Rounding::ceil, Rounding::trunc}) {
            Random random(84);
            InstanceData data = plain_data(400);
            for (Point& place : data.places) {
                place.x = 20 * random.uniform();
                place.y = 20 * random.uniform();
                if (metric == Metric::geographic) place = geographic_place(place);
            }
            data.metric = metric;
            data.rounding = rounding;
            expect_all_feasible(Instance(data), 85);
        }
}

/// Routes are full too: where nobody is nearer, all are joined.
TEST(Construct, WorksWhereAllCustomersAreAtOnePlace) {
    for (const int customers : {1, 2, 25, 1'000})
        for (const double depot : {0.0, 1.0}) {
            InstanceData data = plain_data(customers);
            data.places[0] = {depot, depot};
            const Instance instance(data);
            expect_all_feasible(instance, 86);
            for (const Construction construction : constructions()) {
                Random random(87);
                EXPECT_LE(construct(construction, instance, random).routes(),
                          instance.min_routes() + customers / 50);
            }
        }
}

TEST(Construct, WorksWhereOneRouteHoldsAllAndWhereDemandsAreZero) {
    InstanceData data = plain_data(30);
    data.capacity = 30;
    data.places[7] = {5, 2};
    expect_all_feasible(Instance(data), 88);
    for (std::int64_t& demand : data.demands) demand = 0;
    expect_all_feasible(Instance(data), 89);
    InstanceData single = plain_data(1);
    single.demands[1] = single.capacity;
    expect_all_feasible(Instance(single), 90);
}

TEST(Construct, TheSameStreamGivesTheSameAndAnotherAnother) {
    for (const int customers : {60, 400}) {
        const Instance instance = random_instance(customers, 91, 0);
        for (const Construction construction : constructions()) {
            Random first(1), second(1), other(2);
            const Solution solution = construct(construction, instance, first);
            EXPECT_EQ(solution, construct(construction, instance, second)) << construction_name(construction);
            EXPECT_NE(solution, construct(construction, instance, first)) << construction_name(construction);
            EXPECT_NE(solution, construct(construction, instance, other)) << construction_name(construction);
        }
    }
}

TEST(Construct, SavingsAreShorterThanNearestAndNearestThanRandom) {
    for (std::uint64_t i = 0; i < 5; ++i) {
        const Instance instance = random_instance(500, 92, i);
        const auto found = [&](Construction construction) {
            Random random(93, i);
            return length(instance, construct(construction, instance, random));
        };
        EXPECT_LT(found(Construction::savings), 0.95 * found(Construction::nearest));
        EXPECT_LT(found(Construction::nearest), 0.7 * found(Construction::random));
        EXPECT_LT(found(Construction::sweep), 0.9 * found(Construction::random));
    }
}

TEST(Construct, SweepGoesRoundTheDepot) {
    InstanceData data = plain_data(8);
    data.places = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {2, 1.9}, {-1, 1.1}, {-3, -3.1}, {1, -1.1}};
    const std::vector<Node> circle{1, 5, 2, 6, 3, 7, 4, 8};
    const Instance instance(data);
    std::set<std::vector<Node>> seen, wanted;
    for (int i = 0; i < 400; ++i) {
        Random random(94, static_cast<std::uint64_t>(i));
        const Solution solution = construct(Construction::sweep, instance, random);
        seen.insert({solution.customers().begin(), solution.customers().end()});
    }
    for (std::size_t from = 0; from < circle.size(); ++from) {
        std::vector<Node> forth, back;
        for (std::size_t step = 0; step < circle.size(); ++step) {
            forth.push_back(circle[(from + step) % 8]);
            back.push_back(circle[(from + 8 - step) % 8]);
        }
        wanted.insert({forth, back});
    }
    EXPECT_EQ(seen, wanted);
}

TEST(Construct, SweepWithoutPlacesIsRefused) {
    Random random(95);
    const Instance instance = any_instance(Layout::odd_table, Loads::common, 5, random);
    EXPECT_THROW(construct(Construction::sweep, instance, random), InputError);
}

/// Each customer of a route is among the three nearest, to the one before it, of those that still fitted.
TEST(Construct, NearestGoesToOneOfTheThreeNearestThatFit) {
    for_many_instances(2, 1, 60, 96, [](const Instance& instance, Random& random) {
        const Solution solution = construct(Construction::nearest, instance, random);
        std::vector<bool> served(static_cast<std::size_t>(instance.nodes()), false);
        for (int r = 0; r < solution.routes(); ++r) {
            Node at = 0;
            std::int64_t room = instance.capacity();
            for (const Node next : solution.route(r)) {
                int nearer = 0;
                for (Node other = 1; other < instance.nodes(); ++other)
                    nearer += !served[other] && instance.demand(other) <= room &&
                              instance.cost(at, other) < instance.cost(at, next);
                EXPECT_LT(nearer, 3);
                served[next] = true;
                room -= instance.demand(next);
                at = next;
            }
            for (Node other = 1; other < instance.nodes(); ++other)
                EXPECT_TRUE(served[other] || instance.demand(other) > room);
        }
    });
}

TEST(Construct, AStopGivesRoutesThatKeepToTheirLimit) {
    const std::atomic<bool> now = true;
    for_many_limited_instances(2, 1, 60, 99, [&](const Instance& instance, Random& random) {
        for (const Construction construction : possible(instance)) {
            const Solution solution = construct(construction, instance, random, Stop::after(1e9, &now));
            EXPECT_EQ(faults(instance, solution), std::vector<std::string>{})
                << construction_name(construction);
        }
    });
}

TEST(Construct, AStopGivesAFeasibleSolutionSoon) {
    const Instance instance = random_instance(20'000, 97, 0);
    for (const Construction construction : constructions())
        for (const double delay : {0.0, 0.003, 0.01, 0.03, 0.06, 0.1}) {
            double least = 1;
            for (int attempt = 0; attempt < 3 && least > 0.1; ++attempt) {
                Random random(98);
                const auto begin = Stop::Clock::now();
                const Solution solution = construct(construction, instance, random, Stop::after(delay));
                const std::chrono::duration<double> taken = Stop::Clock::now() - begin;
                least = std::min(least, taken.count() - delay);
                ASSERT_EQ(faults(instance, solution), std::vector<std::string>{});
                EXPECT_LE(solution.routes(), 2 * instance.min_routes());
            }
            EXPECT_LT(least, 0.1) << construction_name(construction) << " stopped after " << delay;
        }
}

TEST(Construct, EachSettingCounts) {
    const Instance instance = random_instance(400, 77, 0);
    const auto made = [&](Construction construction, auto change) {
        ConstructionSettings settings;
        change(settings);
        Random random(1);
        return construct(construction, instance, random, Stop(), settings);
    };
    const auto savings = [&](auto change) {
        return made(Construction::savings, [&](ConstructionSettings& settings) { change(settings.savings); });
    };
    const Solution usual = savings([](SavingsSettings&) {});
    EXPECT_NE(savings([](SavingsSettings& s) { s.all_pairs = 2'000; }), usual);
    EXPECT_NE(savings([](SavingsSettings& s) { s.neighbours = 3; }), usual);
    EXPECT_NE(savings([](SavingsSettings& s) { s.neighbours = 3, s.rounds = 1; }),
              savings([](SavingsSettings& s) { s.neighbours = 3; }));
    EXPECT_NE(savings([](SavingsSettings& s) { s.least_shape = s.most_shape = 100; }), usual);
    EXPECT_NE(savings([](SavingsSettings& s) { s.spread = 0; }), usual);
    EXPECT_NE(made(Construction::nearest, [](ConstructionSettings& s) { s.nearest_choices = 1; }),
              made(Construction::nearest, [](ConstructionSettings&) {}));
}

}  // namespace
}  // namespace l2r

#include "explore/restarts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

#include "base/clock.hpp"
#include "explore/solve.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"
#include "support/anneal_runs.hpp"
#include "support/cvrplib.hpp"
#include "support/exact.hpp"
#include "support/random_instances.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

TEST(Restarts, GivesFeasibleRoutesFromAnyConstruction) {
    for_many_instances(1, 1, 60, 171, [](const Instance& instance, Random& random) {
        ExploreSettings settings = anneal_runs(4, random.next());
        for (const Construction construction : constructions()) {
            if (construction == Construction::sweep && !instance.has_places()) continue;
            settings.construction = construction;
            EXPECT_EQ(explore_annealed(instance, settings).runs, 4);
        }
    });
}

TEST(Restarts, KeepsToTheLimitOfRoutes) {
    for_many_limited_instances(1, 1, 60, 172, [](const Instance& instance, Random& random) {
        ExploreSettings settings = anneal_runs(20, random.next());
        settings.restart.most_runs = 3;
        explore_annealed(instance, settings);
    });
}

TEST(Restarts, KeepsToTimeWindows) {
    for_many_windowed_instances(1, 1, 60, 181, [](const Instance& instance, Random& random) {
        ExploreSettings settings = anneal_runs(20, random.next());
        settings.restart.most_runs = 3;
        explore_annealed(instance, settings);
    });
}

/// Customer 2 makes the path from 1 to 3 shorter, and would that from 4 to 5 even more; but without it 1 and
/// 3 are too long a route.
TEST(Restarts, KeepsToTheLimitOfARouteThatGetsLongerByLosingACustomer) {
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
    ExploreSettings settings = anneal_runs(5);
    settings.warm_start = Solution{{1, 2, 3}, {4, 5}};
    EXPECT_EQ(explore_annealed(Instance(data), settings).length, 252);
}

TEST(Restarts, FindsTheBestThereIsOnTinyInstances) {
    for (std::uint64_t i = 0; i < 10; ++i) {
        const Instance instance = random_instance(8, 173, i, 20);
        EXPECT_NEAR(explore_annealed(instance, anneal_runs(10)).length, optimal_length(instance), 1e-9);
    }
}

/// Ends by itself after its budget, or when its watch says so, and tells how many iterations that took.
class Clockwork : public Optimiser {
  public:
    explicit Clockwork(double seconds) : seconds_(seconds) {}
    std::string name() const override { return "clockwork"; }
    OptimiserTraits traits() const override { return {.fills_budget = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<Clockwork>(seconds_); }
    Outcome improve(const Instance&, const Start& start, const Budget& budget, Random&) override {
        Outcome outcome{start.solution};
        const auto share = [&] {
            return budget.iterations == 0
                       ? 0
                       : static_cast<double>(outcome.iterations) / static_cast<double>(budget.iterations);
        };
        while (!budget.stop.requested() && budget.watch->progress(outcome.iterations, share()) < 1) {
            budget.watch->instead();
            std::this_thread::sleep_for(std::chrono::duration<double>(seconds_));
            outcome.iterations += 50;
        }
        return outcome;
    }

  private:
    double seconds_;  ///< of 50 iterations
};

TEST(Restarts, FirstRunsAreAsLongAsTheInstanceIsWorthAndRecombinationsFollowWhereThereAreFour) {
    const ExploreSettings settings;
    const auto of = [&](int customers, double iterations) {
        const FirstRuns first = first_runs(random_instance(customers, 175, 0), settings, iterations);
        return std::pair(first.count, first.share);
    };
    EXPECT_EQ(of(100, 7'999), std::pair(3, 1.0)) << "0.2 n^2 each";
    EXPECT_EQ(of(100, 8'000), std::pair(2, 0.5));
    EXPECT_EQ(of(100, 1e9), std::pair(25, 0.5));
    EXPECT_EQ(of(1'000, 199'999), std::pair(1, 1.0));
    EXPECT_EQ(of(1'000, 200'000), std::pair(2, 0.5)) << "50 n each";
    EXPECT_EQ(of(2'500, 4'999'999), std::pair(3, 1.0));
    EXPECT_EQ(of(2'500, 5'000'000), std::pair(2, 0.5)) << "0.2 n^2 each";
    EXPECT_EQ(of(5, 1), std::pair(1, 1.0));
}

TEST(Restarts, AsManyRunsShareTheTimeAsItIsWorth) {
    const Instance instance = random_instance(20, 176, 0);
    const auto runs = [&](double seconds, double limit) {
        ExploreSettings settings;
        settings.threads = 1;
        settings.stop.seconds = limit;
        settings.restart.recombining_runs = 1e9;
        settings.restart.most_runs = 5;
        return explore(instance, Clockwork(seconds), nullptr, settings).runs;
    };
    EXPECT_EQ(runs(0.001, 0.5), 5) << "some 25,000 iterations are time for more than five searches";
    EXPECT_EQ(runs(0.02, 0.1), 1) << "some 250 are not time for two";
    ExploreSettings settings;
    settings.threads = 1;
    settings.restart.recombining_runs = 1e9;
    settings.stop.seconds = 0.3;
    settings.stop.runs = 2;
    EXPECT_EQ(explore(instance, Clockwork(0.001), nullptr, settings).runs, 2);
    settings.stop.runs = std::numeric_limits<std::int64_t>::max();
    settings.restart.most_runs = 3;
    EXPECT_EQ(explore(instance, Clockwork(0.001), nullptr, settings).runs, 3);
    Random random(1);
    settings.warm_start = construct(Construction::savings, instance, random);
    EXPECT_EQ(explore(instance, Clockwork(0.001), nullptr, settings).runs, 1)
        << "a warm start is searched from";
}

/// Each run ends with the right pairs in one half of the customers, and with one route a customer in the
/// other.
class HalfRight : public Optimiser {
  public:
    std::string name() const override { return "half right"; }
    OptimiserTraits traits() const override { return {.fills_budget = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<HalfRight>(); }
    Outcome improve(const Instance& instance, const Start&, const Budget& budget, Random&) override {
        Outcome outcome;
        const bool is_first = runs_++ % 2 == 0;
        for (Node customer = 1; customer < instance.nodes(); customer += 2) {
            if ((customer <= instance.customers() / 2) == is_first) {
                outcome.solution.add_route(std::vector<Node>{customer, customer + 1});
            } else {
                outcome.solution.add_route(std::vector<Node>{customer});
                outcome.solution.add_route(std::vector<Node>{customer + 1});
            }
        }
        for (int r = 0; r < outcome.solution.routes(); ++r)
            budget.pool->add(outcome.solution.route(r), route_cost(instance, outcome.solution.route(r)));
        return outcome;
    }

  private:
    int runs_ = 0;
};

TEST(Restarts, CombineTheRoutesOfTheirRuns) {
    InstanceData data;
    data.places = {{0, 0}};
    data.demands = {0};
    data.capacity = 2;
    for (int pair = 0; pair < 12; ++pair)
        for (int i = 0; i < 2; ++i) {
            data.places.push_back({10 * std::cos(pair) + 0.1 * i, 10 * std::sin(pair)});
            data.demands.push_back(1);
        }
    const Instance instance(data);
    ExploreSettings settings = anneal_runs(2);
    settings.threads = 1;
    settings.construction = Construction::random;
    const Exploration result = explore(instance, HalfRight(), nullptr, settings);
    EXPECT_EQ(result.best.routes(), 12);
}

TEST(Restarts, GetLongerWhereNothingElseLimitsThemAndNothingImproves) {
    const Instance instance = random_instance(20, 176, 3);
    ExploreSettings settings;
    settings.stop.idle_runs = 4;
    settings.restart.most_runs = 1'000;
    const Exploration result = explore_annealed(instance, settings);
    const std::int64_t usual = 5 * instance.customers();
    EXPECT_GE(result.iterations, usual * (result.runs - 4) + (1 + 2 + 4 + 8) * usual);
}

TEST(Restarts, EachFirstRunBeginsWithAConstructionOfItsOwnThatAScorerMayChoose) {
    const Instance instance = random_instance(30, 176, 1);
    ExploreSettings settings = anneal_runs(6);
    settings.threads = 1;
    settings.restart.most_runs = 6;
    settings.construction = Construction::random;
    const anneal::Annealing annealing = short_annealing();
    const Recorder unguided(annealing), guided(annealing);
    explore(instance, unguided, nullptr, settings);
    const ToyScorer shortest(
        [](const Instance& of, const Start& start) { return length(of, start.solution); });
    settings.guidance.candidates = 30;
    explore(instance, guided, &shortest, settings);
    ASSERT_EQ(unguided.seen().size(), 6U);
    ASSERT_EQ(guided.seen().size(), 6U);
    double without = 0, with = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        without += length(instance, unguided.seen()[i].start.solution);
        with += length(instance, guided.seen()[i].start.solution);
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(unguided.seen()[i].start.solution, unguided.seen()[j].start.solution);
    }
    EXPECT_LT(with, 0.97 * without);
}

TEST(Restarts, WithATimeLimitShortRunsFollowWhenTheFirstHaveHadTheirShare) {
    const Instance instance = random_instance(60, 176, 4);
    ExploreSettings settings;
    settings.threads = 1;
    settings.construction = Construction::random;
    settings.stop.seconds = 0.6;
    settings.restart.recombining_runs = 0;
    settings.restart.most_runs = 2;
    settings.restart.short_run = 1;
    double first_short = 0;
    Observer observer;
    const auto begun = std::chrono::steady_clock::now();
    observer.ran = [&](std::int64_t run, double) {
        if (run == 1) first_short = seconds_since(begun);
    };
    const Exploration result = explore(instance, Clockwork(0.001), nullptr, settings, observer);
    EXPECT_GT(result.runs, 4) << "runs of two steps, of a millisecond each";
    EXPECT_GE(first_short, 0.29) << "two runs share the first half";
}

/// The same routes for the same seed and budget, however the default is called; app.Solve and Python's tests
/// hold their part of it.
TEST(Restarts, SolveIsTheDefaultOfEverything) {
    const Instance instance = random_instance(40, 177, 2);
    StopRule stop;
    stop.runs = 2;
    const Exploration result = solve(instance, stop, 7);
    ExploreSettings settings;
    settings.stop = stop;
    settings.seed = 7;
    EXPECT_EQ(explore(instance, anneal::Annealing(), nullptr, settings).best, result.best);
    EXPECT_EQ(result.runs, 2);
    EXPECT_EQ(result.iterations, 2 * 20 * 40);
}

TEST(Restarts, SolvesInstancesOfOneTwoAndThreeCustomers) {
    for (const int customers : {1, 2, 3}) {
        Random random(174);
        for (const Layout layout : layouts) {
            const Instance instance = any_instance(layout, Loads::common, customers, random);
            ExploreSettings settings = anneal_runs(10);
            settings.restart.most_runs = 5;
            EXPECT_NEAR(explore_annealed(instance, settings).length, optimal_length(instance), 1e-9);
        }
    }
}

TEST(Restarts, TakesCustomersAtOnePlaceAndWithoutDemand) {
    InstanceData data;
    data.places.assign(101, Point{3, 4});
    data.places[0] = {0, 0};
    data.demands.assign(101, 0);
    data.capacity = 10;
    EXPECT_EQ(explore_annealed(Instance(data), anneal_runs(5)).length, 10);
    for (std::size_t customer = 1; customer <= 100; ++customer) data.demands[customer] = customer % 2;
    EXPECT_EQ(explore_annealed(Instance(data), anneal_runs(5)).length, 50) << "50 to carry, 10 at a time";
    data.places.assign(101, Point{3, 4});
    EXPECT_EQ(explore_annealed(Instance(data), anneal_runs(5)).length, 0) << "the depot is there too";
}

TEST(Restarts, WorksPastTheTableOfCosts) {
    const Instance instance = random_instance(Instance::dense_limit + 1, 175, 0);
    ExploreSettings settings = anneal_runs(3);
    settings.construction = Construction::nearest;
    const Exploration result = explore_annealed(instance, settings);
    EXPECT_LT(result.length, result.history.front().length);
}

TEST(Restarts, ComesNearTheBestKnownOfCvrplib) {
    REQUIRE_COLLECTION();
    for (const char* name :
         {"A/A-n37-k6", "E/E-n101-k14", "X/X-n101-k25", "CMT/CMT6", "CMT/CMT13", "Golden/Golden_1"}) {
        const std::filesystem::path file = cvrplib::collection() / (std::string(name) + ".vrp");
        const Instance instance = read_vrp(file, cvrplib::convention(file));
        const double best_known =
            *read_sol(std::filesystem::path(file).replace_extension(".sol")).stated_cost;
        const Exploration result = explore_annealed(instance, anneal_runs(3));
        EXPECT_LT(result.length, 1.03 * best_known) << name;
        EXPECT_GT(result.length, best_known * (1 - 1e-6)) << name;
    }
}

TEST(Restarts, GiveTheSameForTheSameSeed) {
    const Instance instance = random_instance(100, 176, 0);
    ExploreSettings settings = anneal_runs(20);
    settings.restart.most_runs = 3;
    const Exploration once = explore_annealed(instance, settings),
                      again = explore_annealed(instance, settings);
    EXPECT_EQ(again.best, once.best);
    EXPECT_EQ(again.history.size(), once.history.size());
    settings.stop.seconds = 1'000;
    EXPECT_EQ(explore_annealed(instance, settings).best, once.best) << "there is time enough";
    settings.seed = 2;
    EXPECT_NE(explore_annealed(instance, settings).best, once.best);
}

/// Customers are renumbered for the search, and their routes combined; but not where there is a matrix.
TEST(Restarts, ManyCustomersKeepTheirNumbersOutside) {
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
        ExploreSettings settings = anneal_runs(2);
        const Exploration result = explore_annealed(instance, settings);
        EXPECT_GT(result.history.size(), 1U);
        EXPECT_EQ(explore_annealed(instance, settings).best, result.best);
        settings.warm_start = result.best;
        EXPECT_LE(explore_annealed(instance, settings).length, result.length);
    }
}

TEST(Restarts, KeepsItsTimeLimitWhereTheTableOfCostsIsLargest) {
    if (sanitized) GTEST_SKIP() << "there is no use in timing a sanitized build";
    const Instance instance = random_instance(Instance::dense_limit - 1, 181, 0);
    ExploreSettings settings = anneal_runs(1'000'000'000);
    settings.stop.seconds = 0.1;
    const Exploration result = explore_annealed(instance, settings);
    EXPECT_EQ(result.reason, StopReason::time);
    EXPECT_LT(result.seconds, 1) << "generous: this is no test of speed";
}

TEST(Restarts, NeverEndsLongerThanItsWarmStart) {
    const Instance instance = random_instance(80, 177, 0);
    ExploreSettings settings = anneal_runs(15);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        settings.seed = seed;
        const Exploration first = explore_annealed(instance, settings);
        EXPECT_LE(first.length, settings.warm_start ? length(instance, *settings.warm_start) : first.length);
        settings.warm_start = first.best;
        EXPECT_EQ(first.history.back().length, first.length);
    }
    settings.stop.seconds = 0;
    EXPECT_EQ(explore_annealed(instance, settings).best, *settings.warm_start);
}

TEST(Restarts, TakesAWarmStartThatHasEmptyRoutes) {
    const Instance instance = random_instance(3, 177, 0, 30);
    ExploreSettings settings = anneal_runs(40);
    settings.warm_start = Solution{{1, 2}, {}, {3}};
    EXPECT_LE(explore_annealed(instance, settings).length, length(instance, *settings.warm_start));
}

TEST(Restarts, KeepsItsTimeLimitOnLargeInstances) {
    if (sanitized) GTEST_SKIP() << "there is no use in timing a sanitized build";
    const Instance instance = random_instance(20'000, 178, 0);
    ExploreSettings settings = anneal_runs(1'000'000'000);
    settings.stop.seconds = 1;
    const Exploration result = explore_annealed(instance, settings);
    EXPECT_EQ(result.reason, StopReason::time);
    EXPECT_LT(result.seconds, 3) << "generous: this is no test of speed";
    EXPECT_LT(result.length, result.history.front().length);
}

TEST(Restarts, EndsSoonAfterAFlagIsRaised) {
    const Instance instance = random_instance(200, 179, 0);
    std::atomic<bool> flag = false;
    ExploreSettings settings = anneal_runs(1'000'000'000);
    settings.threads = 1;
    settings.stop.flag = &flag;
    Observer observer;
    observer.improved = [&](const Improvement& step, const Solution&) { flag = step.run > 0; };
    const Exploration result = explore_annealed(instance, settings, observer);
    EXPECT_EQ(result.reason, StopReason::flag);
    EXPECT_EQ(result.runs, result.history.back().run + 1);
    flag = true;
    EXPECT_EQ(explore_annealed(instance, settings).runs, 1) << "the construction is always there";
}

TEST(Restarts, EndsAtItsTarget) {
    const Instance instance = random_instance(100, 180, 0);
    const Exploration free = explore_annealed(instance, anneal_runs(4));
    ExploreSettings settings = anneal_runs(4);
    const Improvement& step = free.history[free.history.size() / 2];
    settings.stop.target = step.length;
    const Exploration result = explore_annealed(instance, settings);
    EXPECT_EQ(result.reason, StopReason::target);
    EXPECT_EQ(result.runs, step.run + 1);
    EXPECT_LE(result.length, step.length);
    EXPECT_LT(result.iterations, free.iterations);
}

TEST(Restarts, EndsWhereNothingImproves) {
    ExploreSettings settings = anneal_runs(1'000'000'000);
    settings.stop.idle_runs = 5;
    const Exploration result = explore_annealed(random_instance(20, 181, 0), settings);
    EXPECT_EQ(result.reason, StopReason::idle);
    EXPECT_EQ(result.runs, result.history.back().run + 1 + 5);
}

}  // namespace
}  // namespace l2r

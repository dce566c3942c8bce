#include "optimise/anneal/annealing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "optimise/route_pool.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/anneal_runs.hpp"
#include "support/message.hpp"
#include "support/random_instances.hpp"

namespace l2r::anneal {
namespace {

/// Writes down what a run tells, and ends it or hands it a solution where a test wants that.
class Notes : public RunWatch {
  public:
    void improved(const Solution& solution) override { solutions.push_back(solution); }
    double progress(std::int64_t iterations, double share) override {
        asked_at.push_back(iterations);
        return iterations >= end_at ? 1 : share;
    }
    std::optional<Solution> instead() override { return std::exchange(handed, std::nullopt); }

    std::vector<Solution> solutions;
    std::vector<std::int64_t> asked_at;
    std::int64_t end_at = std::numeric_limits<std::int64_t>::max();
    std::optional<Solution> handed;
};

Start random_start_of(const Instance& instance, std::uint64_t seed) {
    Random random(seed);
    return {construct(Construction::random, instance, random), 0};
}

TEST(Annealing, MakesShorterFeasibleRoutesOfAnyStart) {
    const auto check = [](const Instance& instance, Random& random) {
        const Start start = random_start_of(instance, random.next());
        for (const double most : {0.3, 0.0}) {  // share of the capacity that routes may carry above it
            AnnealingSettings settings;
            settings.annealing.iterations_per_customer = 5;
            settings.overload.most = most;
            const Outcome outcome = Annealing(settings).improve(instance, start, {}, random);
            EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
            EXPECT_LE(length(instance, outcome.solution), length(instance, start.solution) * (1 + 1e-12));
        }
    };
    for_many_instances(1, 2, 40, 301, check);
    for_many_windowed_instances(1, 2, 40, 330, check);
}

TEST(Annealing, KeepsAsManyRoutesOfAStartAsItsBudgetSays) {
    Random random(317);
    const Instance instance = random_instance(120, 317, 0);
    Start scattered;
    for (Node customer = 1; customer <= 120; ++customer) scattered.solution.add_route(std::vector{customer});
    Budget budget;
    budget.iterations = 200;
    budget.closes_routes = false;
    budget.most_routes = instance.min_routes() + 3;
    const Solution kept = Annealing().improve(instance, scattered, budget, random).solution;
    EXPECT_EQ(faults(instance, kept), std::vector<std::string>{});
    EXPECT_LE(kept.used_routes(), budget.most_routes + 1);
}

TEST(Annealing, FindsRoutesThatAreFullToTheBrim) {
    // Eight pairs of customers, far apart from pair to pair. Each vehicle holds two of them, and one of each
    // pair is so large that only its small twin fits beside it.
    InstanceData data;
    data.places = {{0, 0}};
    data.demands = {0};
    for (int i = 0; i < 8; ++i)
        for (const int demand : {52 + 5 * i, 48 - 5 * i}) {
            data.places.push_back({1000 * std::cos(0.7 * i), 1000 * std::sin(0.7 * i) + demand});
            data.demands.push_back(demand);
        }
    data.capacity = 100;
    const Instance instance(std::move(data));
    Random random(318);
    const Solution found = Annealing().improve(instance, random_start_of(instance, 1), {}, random).solution;
    EXPECT_EQ(faults(instance, found), std::vector<std::string>{});
    EXPECT_EQ(found.used_routes(), 8);
}

TEST(Annealing, AnOutcomeDoesNotDependOnTheRunsBeforeIt) {
    const Instance first = random_instance(60, 302, 0), second = random_instance(250, 302, 1);
    Annealing used = short_annealing();
    for (const Instance* instance : {&first, &second, &second, &first}) {
        const Start start = random_start_of(*instance, 3);
        Random one(4), other(4);
        EXPECT_EQ(used.improve(*instance, start, {}, one).solution,
                  short_annealing().improve(*instance, start, {}, other).solution);
    }
}

TEST(Annealing, TakesAsManyIterationsAsItsBudgetSays) {
    const Instance instance = random_instance(30, 303, 0);
    Random random(5);
    Budget budget;
    EXPECT_EQ(Annealing().improve(instance, random_start_of(instance, 1), budget, random).iterations,
              20 * 30);
    budget.iterations = 123;
    EXPECT_EQ(Annealing().improve(instance, random_start_of(instance, 1), budget, random).iterations, 123);
    Notes notes;
    notes.end_at = 100;
    budget.watch = &notes;
    EXPECT_EQ(Annealing().improve(instance, random_start_of(instance, 1), budget, random).iterations, 100);
    EXPECT_EQ(notes.asked_at, (std::vector<std::int64_t>{0, 50, 100}));
}

TEST(Annealing, TellsItsImprovementsAndTheLastIsItsOutcome) {
    for (const int customers : {40, 230}) {  // above 200 they are numbered anew inside
        const Instance instance = random_instance(customers, 304, 0);
        Notes notes;
        Budget budget;
        budget.watch = &notes;
        Random random(6);
        const Outcome outcome =
            short_annealing().improve(instance, random_start_of(instance, 1), budget, random);
        ASSERT_GT(notes.solutions.size(), 2U);
        for (std::size_t i = 0; i < notes.solutions.size(); ++i) {
            EXPECT_EQ(faults(instance, notes.solutions[i]), std::vector<std::string>{});
            if (i == 0) continue;
            EXPECT_LT(length(instance, notes.solutions[i]), length(instance, notes.solutions[i - 1]));
        }
        EXPECT_EQ(notes.solutions.back(), outcome.solution);
    }
}

TEST(Annealing, GoesOnFromASolutionThatItIsHanded) {
    const Instance instance = random_instance(50, 305, 0);
    const Solution good = explore_annealed(instance, anneal_runs(3)).best;
    for (const Solution& handed : {good, random_start_of(instance, 9).solution}) {
        Notes notes;
        notes.handed = handed;
        Budget budget;
        budget.watch = &notes;
        budget.iterations = 50;
        Random random(7);
        const Solution found =
            short_annealing().improve(instance, random_start_of(instance, 1), budget, random).solution;
        EXPECT_LE(length(instance, found), length(instance, handed) + 1e-9);
    }
}

TEST(Annealing, NeverEndsLongerThanItWasBeforeItWasHandedALongSolution) {
    const Instance instance = random_instance(50, 305, 1);
    const Solution good = explore_annealed(instance, anneal_runs(3)).best;
    Notes notes;
    notes.handed = random_start_of(instance, 9).solution;
    Budget budget;
    budget.watch = &notes;
    budget.iterations = 50;
    Random random(7);
    const Outcome outcome = short_annealing().improve(instance, {good, 0}, budget, random);
    EXPECT_LE(length(instance, outcome.solution), length(instance, good) + 1e-9);
}

TEST(Annealing, FillsThePoolWithRoutesInTheNumbersOfTheInstance) {
    for (const int renumbered : {200, 10}) {  // from there on they have other numbers inside
        const Instance instance = random_instance(40, 306, 0);
        AnnealingSettings settings;
        settings.renumbered = renumbered;
        RoutePool pool(instance);
        Budget budget;
        budget.pool = &pool;
        Random random(8);
        const Solution found =
            Annealing(settings).improve(instance, random_start_of(instance, 1), budget, random).solution;
        ASSERT_GT(pool.size(), 10);
        // With wrong numbers, routes would seem cheaper than they are, or serve a customer twice.
        std::int64_t cost = 0;
        for (int r = 0; r < found.routes(); ++r) {
            pool.add(found.route(r), route_cost(instance, found.route(r)));
            cost += route_cost(instance, found.route(r));
        }
        const Solution combined = pool.cheaper_solution(cost + 1, Stop());
        ASSERT_GT(combined.routes(), 0);
        EXPECT_EQ(faults(instance, combined), std::vector<std::string>{});
        EXPECT_LE(length(instance, combined), length(instance, found) + 1e-9);
    }
}

TEST(Annealing, BeginsAsHotAsItsBudgetSays) {
    const Instance instance = random_instance(60, 307, 0);
    const auto found = [&](double of_settings, double of_budget) {
        AnnealingSettings settings;
        settings.annealing.first_temperature = of_settings;
        Budget budget;
        budget.first_temperature = of_budget;
        Random random(9);
        return Annealing(settings).improve(instance, random_start_of(instance, 1), budget, random).solution;
    };
    EXPECT_EQ(found(0.3, 0.1), found(0.1, 0)) << "the budget comes before the settings";
    EXPECT_NE(found(0.3, 0.1), found(0.3, 0));
}

TEST(Annealing, GivesUpEarlyOnlyWhereThereAreManyCustomers) {
    const Instance instance = random_instance(80, 310, 0);
    const auto outcome = [&](int many_customers, double edges) {
        AnnealingSettings settings;
        settings.many_customers = many_customers;
        settings.give_up_early = edges;
        Random random(9);
        return Annealing(settings).improve(instance, random_start_of(instance, 8), {}, random).solution;
    };
    const Solution usual = outcome(5'000, 5);
    EXPECT_EQ(outcome(81, 0), usual);
    EXPECT_EQ(outcome(80, 1e6), usual) << "nothing is as long as that";
    EXPECT_NE(outcome(80, 0), usual);
}

TEST(Annealing, ClosesRoutesOnlyWhereItsBudgetSaysSo) {
    const Instance instance = random_instance(150, 311, 0, 23);
    const Start start = random_start_of(instance, 10);
    const auto outcome = [&](bool closes_routes, const AnnealingSettings& settings = {}) {
        Budget budget;
        budget.iterations = 300;
        budget.closes_routes = closes_routes;
        Random random(11);
        return Annealing(settings).improve(instance, start, budget, random).solution;
    };
    AnnealingSettings never;
    never.closing.share = 0;
    EXPECT_EQ(outcome(false), outcome(true, never));
    EXPECT_NE(outcome(false), outcome(true));
}

TEST(Annealing, StopsAtOnceAndGivesWhatItHas) {
    const Instance instance = random_instance(500, 308, 0);
    const Start start = random_start_of(instance, 1);
    const std::atomic<bool> raised = true;
    Budget budget;
    budget.stop = Stop(Stop::Clock::time_point::max(), &raised);
    Random random(10);
    EXPECT_EQ(Annealing().improve(instance, start, budget, random).solution, start.solution);
}

TEST(Annealing, RefusesSettingsOutOfRange) {
    AnnealingSettings settings;
    settings.removal.mean_removed = 0;
    EXPECT_EQ(test::message_of<InputError>([&] { Annealing annealing(settings); }),
              "the setting removal.mean_removed is a number from 1 to 10000, not 0");
}

}  // namespace
}  // namespace l2r::anneal

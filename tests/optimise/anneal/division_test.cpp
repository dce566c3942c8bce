#include "optimise/anneal/division.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "optimise/anneal/annealing.hpp"
#include "optimise/anneal/divided_run.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/random_instances.hpp"

namespace l2r::anneal {
namespace {

/// Follows a divided run.
class DividedNotes : public RunWatch {
  public:
    explicit DividedNotes(const Instance& instance) : instance_(instance) {}

    void improved(const Solution& solution) override {
        EXPECT_EQ(faults(instance_, solution), std::vector<std::string>{});
        lengths.push_back(length(instance_, solution));
    }
    double progress(std::int64_t iterations, double share) override {
        EXPECT_GE(iterations, last_);
        last_ = iterations;
        return share;
    }

    std::vector<double> lengths;

  private:
    const Instance& instance_;
    std::int64_t last_ = 0;
};

Solution savings_of(const Instance& instance) {
    Random random(3);
    return construct(Construction::savings, instance, random);
}

/// Divides what is small.
AnnealingSettings small_parts() {
    AnnealingSettings settings;
    settings.division.least_customers = 30;
    settings.division.part = 12;
    settings.annealing.iterations_per_customer = 8;
    settings.division.least_iterations = 1;
    return settings;
}

/// A search of a part that changes nothing.
Outcome after_all_iterations(const PartRun& run) {
    Outcome outcome{run.start};
    const auto share = [&] {
        return static_cast<double>(outcome.iterations) / static_cast<double>(run.budget.iterations);
    };
    while (run.budget.watch->progress(outcome.iterations, share()) < 1) ++outcome.iterations;
    return outcome;
}

TEST(Division, EveryRouteIsInOneGroupThatIsNotTooLarge) {
    const Instance instance = random_instance(400, 331, 0);
    const Solution solution = savings_of(instance);
    Random random(1);
    std::set<std::vector<std::vector<int>>> ways;
    for (int i = 0; i < 20; ++i) {
        const std::vector<std::vector<int>> groups = divide(instance, solution, 60, random);
        std::set<int> routes;
        for (const std::vector<int>& group : groups) {
            std::size_t customers = 0;
            for (const int r : group) {
                EXPECT_TRUE(routes.insert(r).second);
                customers += solution.route(r).size();
            }
            EXPECT_LE(customers, 90U);
            EXPECT_GE(customers, 10U);
        }
        EXPECT_EQ(static_cast<int>(routes.size()), solution.used_routes());
        ways.insert(groups);
    }
    EXPECT_GE(ways.size(), 18U) << "borders must move from round to round";
}

TEST(Division, GroupsLieSideBySide) {
    const Instance instance = random_instance(400, 331, 1, 10);
    Solution solution;  // a route for each customer
    std::vector<int> all;
    for (Node customer = 1; customer <= 400; ++customer) {
        all.push_back(solution.routes());
        solution.add_route(std::vector{customer});
    }
    const auto mean_distance = [&](const std::vector<int>& routes) {
        double sum = 0;
        for (const int a : routes)
            for (const int b : routes) sum += instance.distance(a + 1, b + 1);
        return sum / static_cast<double>(routes.size() * routes.size());
    };
    Random random(2);
    for (int i = 0; i < 20; ++i)
        for (const std::vector<int>& group : divide(instance, solution, 25, random))
            EXPECT_LT(mean_distance(group), 0.5 * mean_distance(all));
}

TEST(Division, ARunOfPartsEndsFeasibleAndNotLonger) {
    for_many_instances(1, 30, 60, 332, [](const Instance& instance, Random& random) {
        const Solution start = savings_of(instance);
        for (const double most : {0.3, 0.0}) {  // share of the capacity that routes may carry above it
            DividedNotes notes(instance);
            Budget budget;
            budget.watch = &notes;
            AnnealingSettings settings = small_parts();
            settings.overload.most = most;
            const Outcome outcome = Annealing(settings).improve(instance, {start}, budget, random);
            EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
            EXPECT_LE(length(instance, outcome.solution), length(instance, start) * (1 + 1e-9));
        }
    });
}

/// Parts are searched by the clock, or rather by the number of iterations, which does not depend on the
/// machine.
class Clock : public DividedNotes {
  public:
    Clock(const Instance& instance, std::int64_t iterations)
        : DividedNotes(instance), iterations_(static_cast<double>(iterations)) {}

    bool is_by_time() const override { return true; }
    double progress(std::int64_t iterations, double share) override {
        DividedNotes::progress(iterations, share);
        return static_cast<double>(iterations) / iterations_;
    }

  private:
    const double iterations_;
};

TEST(Division, ByTheClockAPartIsToldOfAsSoonAsItIsDone) {
    const Instance instance = random_instance(300, 338, 0);
    const Solution start = savings_of(instance);
    AnnealingSettings settings = small_parts();
    settings.division.part = 50;
    Clock clock(instance, 12'000);
    Budget budget;
    budget.watch = &clock;
    Random random(5);
    const Outcome outcome = Annealing(settings).improve(instance, {start}, budget, random);
    EXPECT_GE(clock.lengths.size(), 8U);
    EXPECT_TRUE(std::is_sorted(clock.lengths.rbegin(), clock.lengths.rend()));
    EXPECT_EQ(clock.lengths.back(), length(instance, outcome.solution));
    EXPECT_GE(outcome.iterations, 12'000);
    EXPECT_LE(outcome.iterations, 12'200);
}

TEST(Division, ByTheClockTheFirstPartKnowsNoSpeed) {
    const Instance instance = random_instance(200, 339, 0);
    AnnealingSettings settings = small_parts();
    settings.division.part = 40;
    Clock clock(instance, 8'000);
    Budget budget;
    budget.watch = &clock;
    Random random(7);
    int parts = 0;
    improve_in_parts(instance, savings_of(instance), budget, settings, random, [&](const PartRun& run, int) {
        EXPECT_EQ(run.may_overload, ++parts > 1);
        return after_all_iterations(run);
    });
    EXPECT_GE(parts, 16);
}

TEST(Division, ARoundIsToldOfAsSoonAsItIsDone) {
    const Instance instance = random_instance(300, 333, 0);
    const Solution start = savings_of(instance);
    AnnealingSettings settings = small_parts();
    settings.division.part = 50;
    DividedNotes notes(instance);
    Budget budget;
    budget.watch = &notes;
    Random random(5);
    const Outcome outcome = Annealing(settings).improve(instance, {start}, budget, random);
    EXPECT_GE(notes.lengths.size(), 3U);
    EXPECT_TRUE(std::is_sorted(notes.lengths.rbegin(), notes.lengths.rend()));
    EXPECT_EQ(notes.lengths.back(), length(instance, outcome.solution));
    EXPECT_LT(notes.lengths.back(), 0.99 * length(instance, start));
    EXPECT_NEAR(static_cast<double>(outcome.iterations), 8 * 300, 4 * 6) << "each part's share is rounded";
}

TEST(Division, TheSameStreamGivesTheSameRoutes) {
    const Instance instance = random_instance(120, 334, 0), other = random_instance(40, 334, 1);
    const Solution start = savings_of(instance);
    Annealing used(small_parts());
    Random before(1), first(6), second(6);
    used.improve(other, {savings_of(other)}, {}, before);
    EXPECT_EQ(used.improve(instance, {start}, {}, first).solution,
              Annealing(small_parts()).improve(instance, {start}, {}, second).solution);
}

TEST(Division, RoundsGoOnCoolingAndOnlyTheFirstClosesRoutes) {
    const Instance instance = random_instance(200, 335, 0);
    AnnealingSettings settings = small_parts();
    settings.division.part = 40;
    double first = 0, last = 0;
    int parts = 0, closing = 0;
    Random random(7);
    Budget budget;
    budget.iterations = 8'000;
    improve_in_parts(instance, savings_of(instance), budget, settings, random, [&](const PartRun& run, int) {
        if (run.budget.first_temperature != first) {
            EXPECT_EQ(run.budget.first_temperature, parts == 0 ? 0.3 : last);
        }
        EXPECT_LT(run.last_temperature, run.budget.first_temperature);
        first = run.budget.first_temperature;
        last = run.last_temperature;
        ++parts;
        closing += run.budget.closes_routes ? 1 : 0;
        EXPECT_TRUE(run.may_overload);
        return after_all_iterations(run);
    });
    EXPECT_NEAR(last, 0.03, 1e-12);
    EXPECT_GE(parts, 16);
    EXPECT_GE(closing, 4);
    EXPECT_LE(2 * closing, parts);
}

TEST(Division, FewIterationsLeaveNoRoomForOverload) {
    const Instance instance = random_instance(200, 336, 0);
    AnnealingSettings settings = small_parts();
    settings.division.part = 40;
    settings.division.least_iterations = 11;
    Random random(8);
    Budget budget;
    budget.iterations = 8'000;  // ten for each customer and round
    int parts = 0;
    improve_in_parts(instance, savings_of(instance), budget, settings, random, [&](const PartRun& run, int) {
        EXPECT_FALSE(run.may_overload);
        ++parts;
        return after_all_iterations(run);
    });
    EXPECT_GE(parts, 16);
}

TEST(Division, WhatIsSmallOrShortOrLimitedIsNotDivided) {
    const DivisionSettings settings{.least_customers = 50, .part = 10, .rounds = 2, .least_iterations = 3};
    const auto is_divided_with = [&](const Instance& instance, const Budget& budget) {
        return is_divided(instance, settings, budget);
    };
    const Instance instance = random_instance(50, 337, 0);
    Budget budget;
    EXPECT_TRUE(is_divided_with(instance, budget));
    budget.iterations = 300;
    EXPECT_TRUE(is_divided_with(instance, budget));
    budget.iterations = 299;
    EXPECT_FALSE(is_divided_with(instance, budget));
    EXPECT_FALSE(is_divided_with(random_instance(49, 337, 0), {}));
    EXPECT_FALSE(is_divided_with(instance.with_vehicles(50), {}));
    DivisionSettings other = settings;
    other.part = 26;
    EXPECT_FALSE(is_divided(instance, other, {})) << "there would be one part";
    other = settings;
    other.long_route = 50.0 / instance.min_routes();
    EXPECT_TRUE(is_divided(instance, other, {}));
    other.long_route *= 0.99;
    EXPECT_FALSE(is_divided(instance, other, {})) << "routes are long";
    InstanceData table;
    table.metric = Metric::matrix;
    table.matrix.assign(51 * 51, 0);
    table.demands.assign(51, 1);
    table.demands[0] = 0;
    table.capacity = 10;
    EXPECT_FALSE(is_divided_with(Instance(table), {}));
}

TEST(Division, AStopEndsItWithWhatThereIs) {
    const Instance instance = random_instance(300, 338, 0);
    const Solution start = savings_of(instance);
    std::atomic<bool> flag = false;
    Budget budget;
    budget.stop = Stop::after(1e9, &flag);
    Random random(9);
    int parts = 0;
    const Outcome outcome =
        improve_in_parts(instance, start, budget, small_parts(), random, [&](const PartRun& run, int) {
            if (++parts == 3) flag = true;
            Outcome of_part{run.start};
            for (std::int64_t done = 0; run.budget.watch != nullptr && done < 10;)
                of_part.iterations = ++done;
            return of_part;
        });
    EXPECT_EQ(parts, 3);
    EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
}

}  // namespace
}  // namespace l2r::anneal

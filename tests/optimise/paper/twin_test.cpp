#include <gtest/gtest.h>

#include "optimise/paper/local_search.hpp"
#include "optimise/paper/plain_search.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r::paper {
namespace {

/// Runs both and returns what LocalSearch made of the start. A settled start is not special to the twin.
Outcome expect_twins(LocalSearch& fast, const Instance& instance, const Start& start, int cycles) {
    Random unused(0);
    const Budget budget{cycles, Stop()};
    const Outcome found = fast.improve(instance, start, budget, unused);
    const Outcome plain = PlainSearch().improve(instance, start, budget, unused);
    EXPECT_EQ(found.solution, plain.solution);
    EXPECT_EQ(found.cycles, plain.cycles);
    EXPECT_EQ(found.converged, plain.converged);
    return found;
}

TEST(Twins, AgreeOnRandomStartsOfAllKindsOfInstances) {
    LocalSearch fast;
    for_many_instances(100, 1, 30, 1, [&](const Instance& instance, Random& random) {
        expect_twins(fast, instance, {random_start(instance, random)}, until_converged);
    });
}

TEST(Twins, AgreeOnLargerInstances) {
    LocalSearch fast;
    for_many_instances(4, 60, 120, 2, [&](const Instance& instance, Random& random) {
        expect_twins(fast, instance, {random_start(instance, random)}, until_converged);
    });
}

TEST(Twins, AgreeWhereTheBudgetEndsTheRun) {
    LocalSearch fast;
    for_many_instances(20, 5, 40, 3, [&](const Instance& instance, Random& random) {
        const Start start{random_start(instance, random)};
        for (const int cycles : {1, 2, 3}) expect_twins(fast, instance, start, cycles);
    });
}

/// What LocalSearch skips because it is settled, the twin finds to have nothing to gain.
TEST(Twins, AgreeOnStartsWithSettledRoutes) {
    LocalSearch fast;
    for_many_instances(12, 5, 50, 4, [&](const Instance& instance, Random& random) {
        Outcome parent = expect_twins(fast, instance, {random_start(instance, random)}, until_converged);
        Start start;
        for (const int routes : {1, 2, 3, 2, 1}) {
            perturb(instance, parent.solution, routes, random, start);
            parent = expect_twins(fast, instance, start, until_converged);
        }
    });
}

TEST(Twins, AgreeFromAConvergedSolutionThatIsWhollySettled) {
    LocalSearch fast;
    for_many_instances(1, 10, 40, 5, [&](const Instance& instance, Random& random) {
        const Outcome parent =
            expect_twins(fast, instance, {random_start(instance, random)}, until_converged);
        const Outcome again = expect_twins(fast, instance, {parent.solution, parent.solution.routes()}, 3);
        EXPECT_EQ(again.solution, parent.solution);
        EXPECT_TRUE(again.converged);
        EXPECT_EQ(again.cycles, 1);
    });
}

/// A start may hold empty routes, which count as the empty route that searches keep at hand.
TEST(Twins, AgreeOnStartsWithEmptyRoutes) {
    LocalSearch fast;
    for_many_instances(2, 5, 30, 6, [&](const Instance& instance, Random& random) {
        const Solution full = random_start(instance, random);
        Start start;
        for (int r = 0; r < full.routes(); ++r) {
            if (random.below(3) == 0) start.solution.add_route({});
            start.solution.add_route(full.route(r));
        }
        expect_twins(fast, instance, start, until_converged);
    });
}

/// Two customers that are far from each other but share a route: only an empty route helps.
TEST(Twins, OpenARouteWhereThatIsShorter) {
    InstanceData data;
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 1, 0, 9, 1, 9, 0};
    const Instance instance(data);
    LocalSearch fast;
    const Outcome outcome = expect_twins(fast, instance, {Solution{{1, 2}}}, until_converged);
    EXPECT_EQ(outcome.solution.routes(), 2);
    EXPECT_EQ(length(instance, outcome.solution), 4);
}

TEST(Twins, AgreeWhereRoutesHaveALimitAndKeepToIt) {
    LocalSearch fast;
    for_many_limited_instances(40, 1, 40, 8, [&](const Instance& instance, Random& random) {
        Outcome parent = expect_twins(fast, instance, {random_start(instance, random)}, until_converged);
        EXPECT_EQ(faults(instance, parent.solution), std::vector<std::string>{});
        Start start;
        perturb(instance, parent.solution, 2, random, start);
        parent = expect_twins(fast, instance, start, until_converged);
        EXPECT_EQ(faults(instance, parent.solution), std::vector<std::string>{});
    });
}

/// The square root may come out just above a whole number: then the way round is shorter by one.
TEST(Twins, AgreeWhereRoundingUpBreaksTheTriangleInequality) {
    InstanceData data;
    data.places = {{88.8, 33.0}, {-160.8, -39.8}, {-160.8, -39.8}, {304.8, 96.0}, {304.8, 96.0}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 4;
    data.rounding = Rounding::ceil;
    LocalSearch fast;
    expect_twins(fast, Instance(std::move(data)), {Solution{{1, 2, 3, 4}}}, until_converged);
}

/// Past a thousand nodes all routes share one table of coarse columns.
TEST(Twins, AgreePastAThousandNodes) {
    LocalSearch fast;
    Random random(7);
    const Instance instance = any_instance(Layout::square, Loads::tight, 1'050, random);
    expect_twins(fast, instance, {random_start(instance, random)}, 1);
}

}  // namespace
}  // namespace l2r::paper

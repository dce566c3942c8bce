#include "optimise/learnt/policy_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"
#include "support/random_policy.hpp"

namespace l2r::learnt {
namespace {

PolicySearch search_with(Choice choice, std::uint64_t seed) {
    return {std::make_shared<Policy>(random_policy(choice, seed), "random"), "learnt:random"};
}

TEST(PolicySearch, EndsFeasibleAtALocalOptimumAndNeverLonger) {
    paper::LocalSearch paper;
    for (const Choice choice : {Choice::greedy, Choice::sampled}) {
        PolicySearch search = search_with(choice, 11);
        for_many_instances(3, 1, 40, 81, [&](const Instance& instance, Random& random) {
            Start start{random_start(instance, random)};
            for (int run = 0; run < 2; ++run) {
                const Outcome outcome = search.improve(instance, start, {}, random);
                ASSERT_TRUE(outcome.converged);
                EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
                EXPECT_LE(length(instance, outcome.solution), length(instance, start.solution) * (1 + 1e-12));
                const Outcome again = paper.improve(instance, {outcome.solution}, {}, random);
                EXPECT_EQ(again.solution, outcome.solution);
                perturb(instance, outcome.solution, 2, random, start);
            }
        });
    }
}

TEST(PolicySearch, ClonesAndUsedOnesFindTheSameFromTheSameStream) {
    for (const Choice choice : {Choice::greedy, Choice::sampled}) {
        PolicySearch search = search_with(choice, 12);
        for (std::uint64_t i = 0; i < 20; ++i) {
            const Instance instance = random_instance(30, 82, i);
            Random random(83, i);
            const Start start{random_start(instance, random)};
            Random one = random, other = random;
            const auto clone = search.clone();
            EXPECT_EQ(clone->name(), "learnt:random");
            EXPECT_EQ(search.improve(instance, start, {}, one).solution,
                      clone->improve(instance, start, {}, other).solution);
            EXPECT_EQ(one.next(), other.next());
        }
    }
}

TEST(PolicySearch, AGreedyOneDrawsNothing) {
    PolicySearch search = search_with(Choice::greedy, 13);
    const Instance instance = random_instance(30, 84, 0);
    Random random(85), untouched(85);
    search.improve(instance, {random_start(instance, random)}, {}, random);
    random_start(instance, untouched);
    EXPECT_EQ(random.next(), untouched.next());
}

TEST(PolicySearch, StopsWhenAsked) {
    PolicySearch search = search_with(Choice::greedy, 14);
    const Instance instance = random_instance(2'000, 86, 0);
    Random random(87);
    const Start start{random_start(instance, random)};
    const Outcome outcome =
        search.improve(instance, start, {until_converged, Stop(Stop::Clock::now())}, random);
    EXPECT_FALSE(outcome.converged);
    EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
    EXPECT_EQ(search.improve(instance, start, {0, Stop()}, random).solution, start.solution);
}

/// One hidden unit that is always 0, so that scores are what the bias says.
Policy with_scores(const MoveScores& scores) {
    std::vector<float> parameters(policy_tensors(1).parameters(), 0);
    std::copy(scores.begin(), scores.end(), parameters.end() - static_cast<std::ptrdiff_t>(scores.size()));
    return {1, parameters};
}

TEST(PolicyChooser, TheBestOpenMoveIsTakenGreedily) {
    const Policy policy = with_scores({1, 5, 3, 4, 2});
    PolicyChooser chooser(policy);
    const Instance instance = random_instance(20, 88, 0);
    Random random(0);
    std::vector<PolicyStep> steps;
    chooser.begin(instance, Choice::greedy, random, &steps);
    EXPECT_EQ(chooser.next({100, 3, {1, 1, 1, 1, 1}}), paper::MoveKind::relocate_within);
    EXPECT_EQ(chooser.next({90, 3, {1, 0, 1, 1, 1}}), paper::MoveKind::exchange);
    EXPECT_EQ(chooser.next({80, 3, {1, 0, 0, 0, 0}}), paper::MoveKind::two_opt);
    EXPECT_EQ(chooser.next({80, 3, {1, 0, 0, 0, 1}}), paper::MoveKind::relocate_between);
    ASSERT_EQ(steps.size(), 3U) << "one move alone is no choice";
    EXPECT_EQ(steps[1].open, (std::array<bool, 5>{true, false, true, true, true}));
    EXPECT_EQ(steps[1].chosen, paper::MoveKind::exchange);
}

TEST(PolicyChooser, MovesAreDrawnByTheirProbabilities) {
    const auto half = std::log(2.0F);
    const Policy policy = with_scores({0, 50, half, 0, -half});
    PolicyChooser chooser(policy);
    const Instance instance = random_instance(20, 89, 0);
    Random random(90);
    std::array<int, 5> drawn{};
    constexpr int draws = 20'000;
    for (int i = 0; i < draws; ++i) {
        chooser.begin(instance, Choice::sampled, random);
        ++drawn[static_cast<std::size_t>(chooser.next({100, 3, {1, 0, 2, 3, 1}}))];
    }
    const std::array<double, 5> wanted{2 / 9.0, 0, 4 / 9.0, 2 / 9.0, 1 / 9.0};
    for (std::size_t move = 0; move < wanted.size(); ++move)
        EXPECT_NEAR(drawn[move], wanted[move] * draws, 300) << move;
    EXPECT_EQ(drawn[1], 0) << "closed";
}

}  // namespace
}  // namespace l2r::learnt

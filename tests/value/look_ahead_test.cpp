#include "value/look_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/scores.hpp"
#include "support/toy_search.hpp"
#include "value/tidy.hpp"

namespace l2r {
namespace {

Start first_start(const Instance& instance) {
    Random random(1);
    return {random_start(instance, random), 0};
}

Solution after_a_cycle(const Instance& instance, const Start& start) {
    Random random(2);
    Budget one_cycle;
    one_cycle.cycles = 1;
    return paper::LocalSearch().improve(instance, start, one_cycle, random).solution;
}

Start moved_on(const Instance& instance, Start start, HeadStart head_start = HeadStart()) {
    head_start.give(instance, {&start, 1}, Stop());
    return start;
}

std::set<std::vector<Node>> routes_of(const Solution& solution, int first, int last) {
    std::set<std::vector<Node>> routes;
    for (int r = first; r < last; ++r) {
        const auto route = solution.route(r);
        routes.insert(std::vector<Node>(route.begin(), route.end()));
    }
    return routes;
}

/// Puts each customer on a route of its own, in three cycles, or in one without a count.
Outcome take_apart(const Instance& instance, int cycles) {
    Outcome outcome;
    for (Node customer = 1; customer <= instance.customers(); ++customer)
        outcome.solution.add_route(std::vector{customer});
    outcome.cycles = cycles;
    return outcome;
}

TEST(HeadStart, IsACycleOfThePapersOptimiser) {
    const Instance instance = random_instance(40, 1, 0);
    const Start start = first_start(instance), moved = moved_on(instance, start);
    EXPECT_EQ(moved.solution, after_a_cycle(instance, start));
    EXPECT_EQ(moved.cycles, 1);
    Solution tidied;
    tidy(instance, start, tidied);
    EXPECT_LT(length(instance, moved.solution), length(instance, tidied));
}

TEST(HeadStart, DoesNotDependOnWhatWasMovedBeforeAndACopyDoesTheSame) {
    const Instance instance = random_instance(40, 1, 0), other = random_instance(20, 1, 1);
    HeadStart head_start;
    std::vector<Start> starts{first_start(instance), first_start(instance)};
    Start another = first_start(other);
    head_start.give(instance, {&starts[0], 1}, Stop());
    head_start.give(other, {&another, 1}, Stop());
    head_start.give(instance, starts, Stop());
    EXPECT_EQ(starts[0].solution, starts[1].solution);
    EXPECT_EQ(moved_on(instance, first_start(instance), head_start).solution, starts[0].solution);
}

TEST(HeadStart, KeepsWhatIsSettledAndIsGivenOnce) {
    const Instance instance = random_instance(100, 2, 0);
    Random random(3);
    const Solution parent =
        paper::LocalSearch().improve(instance, first_start(instance), {}, random).solution;
    int settled = 0;
    for (int k = 0; k < 50; ++k) {
        Start start;
        perturb(instance, parent, 2, random, start);
        const Solution after = after_a_cycle(instance, start);
        const Start moved = moved_on(instance, start);
        EXPECT_EQ(moved.cycles, 1);
        EXPECT_EQ(routes_of(moved.solution, 0, moved.solution.routes()), routes_of(after, 0, after.routes()));
        const auto before = routes_of(start.solution, 0, start.settled);
        const auto kept = routes_of(moved.solution, 0, moved.settled);
        EXPECT_TRUE(std::includes(before.begin(), before.end(), kept.begin(), kept.end()));
        for (const auto& route : routes_of(moved.solution, moved.settled, moved.solution.routes()))
            EXPECT_FALSE(before.contains(route));
        EXPECT_EQ(moved_on(instance, moved).solution, moved.solution) << "one cycle is enough";
        settled += moved.settled;
    }
    EXPECT_GT(settled, 50);
}

TEST(HeadStart, MayBeOfAnyOptimiserAndBudget) {
    const Instance instance = random_instance(6, 3, 0);
    for (const int cycles : {0, 3}) {
        Budget budget;
        budget.cycles = 7;
        int given = 0;
        const ToyOptimiser toy([&](const Instance& of, const Start&, const Budget& with) {
            given = with.cycles;
            return take_apart(of, cycles);
        });
        const Start moved = moved_on(instance, first_start(instance), HeadStart(toy.clone(), budget));
        EXPECT_EQ(given, 7);
        EXPECT_EQ(moved.solution, take_apart(instance, cycles).solution);
        EXPECT_EQ(moved.cycles, std::max(1, cycles));
    }
}

TEST(HeadStart, LeavesStartsAloneOnceItIsStopped) {
    const Instance instance = random_instance(40, 4, 0);
    std::vector<Start> starts(5, first_start(instance));
    std::atomic<bool> stop = false;
    const ToyOptimiser toy([&](const Instance& of, const Start&, const Budget&) {
        stop = true;
        return take_apart(of, 1);
    });
    HeadStart(toy.clone(), Budget()).give(instance, starts, Stop(Stop::Clock::time_point::max(), &stop));
    EXPECT_EQ(starts[0].cycles, 1);
    for (std::size_t k = 1; k < starts.size(); ++k) {
        EXPECT_EQ(starts[k].cycles, 0);
        EXPECT_EQ(starts[k].solution, first_start(instance).solution);
    }
}

TEST(LookAhead, ShowsTheOtherScorerWhatBecomesOfTheStarts) {
    const Instance instance = random_instance(40, 5, 0);
    const ToyScorer by_length(
        [](const Instance& of, const Start& start) { return length(of, start.solution); });
    LookAhead scorer("ahead", by_length.clone());
    EXPECT_EQ(scorer.name(), "ahead");
    EXPECT_TRUE(scorer.moves_starts());
    std::vector<Start> starts{first_start(instance)};
    const double expected = length(instance, after_a_cycle(instance, starts[0]));
    EXPECT_EQ(score_of(scorer, instance, starts[0]), expected);
    EXPECT_EQ(scorer.clone()->score(instance, starts, Stop()).front(), expected);
    EXPECT_EQ(starts[0].cycles, 1);
    EXPECT_EQ(score_of(scorer, instance, starts[0]), expected) << "it is moved on once";
}

/// Writes down the starts that it is told of.
class Student : public ToyScorer {
  public:
    explicit Student(std::vector<Start>& told)
        : ToyScorer([](const Instance&, const Start&) { return 0; }), told_(told) {}
    bool learns() const override { return true; }
    void learn(const Instance&, const Start& start, double, const Stop&) override { told_.push_back(start); }

  private:
    std::vector<Start>& told_;
};

TEST(LookAhead, TeachesTheOtherScorerWhatItWouldHaveShownIt) {
    const Instance instance = random_instance(40, 6, 0);
    std::vector<Start> told;
    LookAhead scorer("ahead", std::make_unique<Student>(told));
    EXPECT_TRUE(scorer.learns());
    const Start start = first_start(instance);
    scorer.learn(instance, start, 1, Stop());
    scorer.learn(instance, moved_on(instance, start), 1, Stop());
    ASSERT_EQ(told.size(), 2U);
    for (const Start& seen : told) EXPECT_EQ(seen.solution, after_a_cycle(instance, start));
}

}  // namespace
}  // namespace l2r

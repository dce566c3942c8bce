#include <gtest/gtest.h>

#include <functional>

#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r::paper {
namespace {

/// A chooser that is a function.
class Chooser : public SweepChooser {
  public:
    explicit Chooser(std::function<MoveKind(const SearchState&)> choose) : choose_(std::move(choose)) {}
    MoveKind next(const SearchState& state) override { return choose_(state); }

  private:
    std::function<MoveKind(const SearchState&)> choose_;
};

MoveKind any_open(const SearchState& state, Random& random) {
    while (true)
        if (const MoveKind move = all_moves[random.below(all_moves.size())]; state.is_open(move)) return move;
}

Outcome improve(LocalSearch& search, const Instance& instance, const Start& start) {
    Random unused(0);
    return search.improve(instance, start, {}, unused);
}

/// Only sweeps with nothing to search may be left out.
TEST(SweepChooser, TheCyclesOrderGivesTheCyclesResult) {
    LocalSearch search;
    for_many_instances(3, 1, 60, 61, [&](const Instance& instance, Random& random) {
        Start start{random_start(instance, random)};
        for (int run = 0; run < 2; ++run) {
            const Outcome cycles = improve(search, instance, start);
            std::size_t at = 0;
            Chooser in_turn([&](const SearchState& state) {
                while (!state.is_open(all_moves[at % all_moves.size()])) ++at;
                return all_moves[at++ % all_moves.size()];
            });
            const Outcome chosen = search.improve_by(in_turn, instance, start, {});
            EXPECT_EQ(chosen.solution, cycles.solution);
            EXPECT_TRUE(chosen.converged);
            perturb(instance, cycles.solution, 2, random, start);
        }
    });
}

TEST(SweepChooser, AnyOrderEndsWhereNoMoveGains) {
    LocalSearch search;
    for_many_instances(5, 1, 40, 62, [&](const Instance& instance, Random& random) {
        Start start{random_start(instance, random)};
        for (int run = 0; run < 2; ++run) {
            Chooser at_random([&](const SearchState& state) { return any_open(state, random); });
            const Outcome chosen = search.improve_by(at_random, instance, start, {});
            ASSERT_TRUE(chosen.converged);
            EXPECT_EQ(faults(instance, chosen.solution), std::vector<std::string>{});
            const Outcome again = improve(search, instance, {chosen.solution});
            EXPECT_EQ(again.solution, chosen.solution);
            EXPECT_EQ(again.cycles, 1);
            perturb(instance, chosen.solution, 2, random, start);
        }
    });
}

TEST(SweepChooser, SeesTheCostFallAndMovesClose) {
    LocalSearch search;
    Random random(63);
    const Instance instance = random_instance(40, 63, 0);
    const Start start{random_start(instance, random)};
    std::vector<SearchState> states;
    Chooser at_random([&](const SearchState& state) {
        states.push_back(state);
        return any_open(state, random);
    });
    const Outcome outcome = search.improve_by(at_random, instance, start, {});
    ASSERT_GT(states.size(), 5U);
    EXPECT_NEAR(static_cast<double>(states[0].cost) * instance.cost_step(), length(instance, start.solution),
                1e-5);
    EXPECT_EQ(states[0].routes, start.solution.routes());
    for (const MoveKind move : all_moves) EXPECT_TRUE(states[0].is_open(move));
    for (std::size_t i = 1; i < states.size(); ++i) EXPECT_LE(states[i].cost, states[i - 1].cost);
    EXPECT_LE(length(instance, outcome.solution),
              static_cast<double>(states.back().cost) * instance.cost_step() + 1e-5);
}

TEST(SweepChooser, AMoveWithinRoutesIsClosedUntilARouteChanges) {
    LocalSearch search;
    Random random(64);
    const Instance instance = random_instance(30, 64, 0);
    std::int64_t cost = 0;
    int seen = 0;
    Chooser two_opt_first([&](const SearchState& state) {
        if (!state.is_open(MoveKind::two_opt)) {
            ++seen;
            cost = state.cost;
            return any_open(state, random);
        }
        EXPECT_TRUE(seen == 0 || state.cost < cost) << "open again although nothing has changed";
        return MoveKind::two_opt;
    });
    search.improve_by(two_opt_first, instance, {random_start(instance, random)}, {});
    EXPECT_GT(seen, 3);
}

TEST(SweepChooser, FiveSweepsCountAsACycle) {
    LocalSearch search;
    Random random(65);
    const Instance instance = random_instance(100, 65, 0);
    const Start start{random_start(instance, random)};
    int sweeps = 0;
    Chooser at_random([&](const SearchState& state) {
        ++sweeps;
        return any_open(state, random);
    });
    const Outcome two = search.improve_by(at_random, instance, start, {2, Stop(), 5});
    EXPECT_EQ(sweeps, 10);
    EXPECT_EQ(two.cycles, 2);
    EXPECT_FALSE(two.converged);
    ASSERT_EQ(two.lengths.size(), 2U);
    EXPECT_NEAR(two.lengths[1], length(instance, two.solution), 1e-5);
    EXPECT_LT(two.lengths[1], two.lengths[0]);
    EXPECT_EQ(search.improve_by(at_random, instance, start, {0, Stop()}).solution, start.solution);
    EXPECT_EQ(sweeps, 10);
}

TEST(SweepChooser, AStoppedRunKeepsWhatItHas) {
    LocalSearch search;
    Random random(66);
    const Instance instance = random_instance(400, 66, 0);
    const Start start{random_start(instance, random)};
    std::atomic<bool> flag = false;
    int sweeps = 0;
    Chooser raises([&](const SearchState& state) {
        flag = ++sweeps == 3;
        return any_open(state, random);
    });
    const Outcome outcome =
        search.improve_by(raises, instance, start, {until_converged, Stop::after(1e9, &flag)});
    EXPECT_EQ(sweeps, 3);
    EXPECT_FALSE(outcome.converged);
    EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
    EXPECT_LT(length(instance, outcome.solution), length(instance, start.solution));
}

}  // namespace
}  // namespace l2r::paper

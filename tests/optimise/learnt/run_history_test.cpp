#include "optimise/learnt/run_history.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r::learnt {
namespace {

float feature(const PolicyRow& row, std::string_view name) {
    const auto found = std::find_if(policy_features.begin(), policy_features.end(),
                                    [&](const PolicyFeature& feature) { return feature.name() == name; });
    EXPECT_NE(found, policy_features.end()) << name;
    return row[static_cast<std::size_t>(found - policy_features.begin())];
}

/// A depot in the middle of a line: customers 3 and 4 to its right and left, demands 4 and 2 of 6.
Instance line() {
    InstanceData data;
    data.places = {{0, 0}, {3, 0}, {-4, 0}};
    data.demands = {0, 4, 2};
    data.capacity = 6;
    data.rounding = Rounding::nearest;  // a step is 1
    return Instance(data);
}

TEST(RunHistory, MeasuresARunByHand) {
    const Instance instance = line();
    RunHistory history;
    history.begin(instance);
    PolicyRow row = history.measure({20, 2, {3, 3, 3, 3, 0}});
    EXPECT_FLOAT_EQ(feature(row, "changed.two_opt"), 1) << "two routes and an empty one";
    EXPECT_FLOAT_EQ(feature(row, "changed.relocate_between"), 0);
    EXPECT_FLOAT_EQ(feature(row, "recent.two_opt"), 0);
    EXPECT_FLOAT_EQ(feature(row, "length_to_start"), 1);
    EXPECT_FLOAT_EQ(feature(row, "length_to_star"), 20.0F / 14);
    EXPECT_FLOAT_EQ(feature(row, "sweeps"), 0);
    EXPECT_FLOAT_EQ(feature(row, "slack"), 0.5);
    EXPECT_FLOAT_EQ(feature(row, "routes_to_least"), 1);
    EXPECT_FLOAT_EQ(feature(row, "customers_a_route"), 0.1F);
    history.choose(paper::MoveKind::cross);
    row = history.measure({16, 1, {1, 0, 0, 0, 0}});
    EXPECT_FLOAT_EQ(feature(row, "gain.cross"), 10 * 0.2F);
    EXPECT_FLOAT_EQ(feature(row, "recent.cross"), 1);
    EXPECT_FLOAT_EQ(feature(row, "slack"), 0);
    EXPECT_FLOAT_EQ(feature(row, "changed.two_opt"), 0.5);
    history.choose(paper::MoveKind::two_opt);
    row = history.measure({14, 1, {}});
    EXPECT_FLOAT_EQ(feature(row, "gain.cross"), 10 * 0.2F) << "of its own last sweep";
    EXPECT_FLOAT_EQ(feature(row, "gain.two_opt"), 10 * 0.125F);
    EXPECT_FLOAT_EQ(feature(row, "recent.cross"), 0.5);
    EXPECT_FLOAT_EQ(feature(row, "recent.two_opt"), 1);
    EXPECT_FLOAT_EQ(feature(row, "length_to_start"), 0.7F);
    EXPECT_FLOAT_EQ(feature(row, "length_to_star"), 1);
    EXPECT_FLOAT_EQ(feature(row, "sweeps"), 2.0F / 12);
}

TEST(RunHistory, ForgetsTheRunBefore) {
    const Instance instance = line();
    RunHistory used, fresh;
    used.begin(random_instance(20, 1, 0));
    used.measure({1'000, 5, {1, 2, 3, 4, 5}});
    used.choose(paper::MoveKind::exchange);
    used.measure({900, 5, {1, 2, 3, 4, 5}});
    const paper::SearchState state{20, 2, {3, 3, 3, 3, 3}};
    for (RunHistory* history : {&used, &fresh}) history->begin(instance);
    EXPECT_EQ(used.measure(state), fresh.measure(state));
}

TEST(RunHistory, IsFiniteOnAnyKindOfInstance) {
    for_many_instances(3, 1, 30, 71, [&](const Instance& instance, Random& random) {
        class Watch : public paper::SweepChooser {
          public:
            explicit Watch(const Instance& of) { history_.begin(of); }
            paper::MoveKind next(const paper::SearchState& state) override {
                for (const float value : history_.measure(state)) EXPECT_TRUE(std::isfinite(value));
                for (const paper::MoveKind move : paper::all_moves)
                    if (state.is_open(move)) {
                        history_.choose(move);
                        return move;
                    }
                throw std::logic_error("asked although no move is open");
            }

          private:
            RunHistory history_;
        } watch(instance);
        paper::LocalSearch().improve_by(watch, instance, {random_start(instance, random)}, {});
    });
}

}  // namespace
}  // namespace l2r::learnt

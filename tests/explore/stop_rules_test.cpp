#include <gtest/gtest.h>

#include <algorithm>

#include "explore/explore.hpp"
#include "explore/ladder.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"

namespace l2r {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

class StopRules : public testing::TestWithParam<Strategy> {
  protected:
    StopRules() { settings_.strategy = GetParam(); }

    /// Explores the line with runs that end where `script` says, and holds that as many runs were made as
    /// counted.
    Exploration explore_line(std::vector<int> script) const {
        const Ladder ladder(std::move(script));
        Exploration result = explore(line_, ladder, nullptr, settings_);
        EXPECT_EQ(static_cast<std::int64_t>(ladder.runs()), result.runs);
        EXPECT_EQ(faults(line_, result.best), std::vector<std::string>{});
        return result;
    }

    const Instance line_ = line_instance();
    ExploreSettings settings_;
};

INSTANTIATE_TEST_SUITE_P(Every, StopRules, testing::ValuesIn(strategies()), [](const auto& test) {
    std::string name(strategy_name(test.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST_P(StopRules, EndAfterExactlySoManyRuns) {
    for (const int runs : {1, 2, 3, 10, 64, 65, 66, 1'000}) {
        settings_.stop.runs = runs;
        const Exploration result = explore_line({9, 8, 8, 8, 7, 8});
        EXPECT_EQ(result.runs, runs);
        EXPECT_EQ(result.reason, StopReason::runs);
    }
}

TEST_P(StopRules, EndAtTheRunThatReachesTheTarget) {
    settings_.stop.runs = 1'000;
    for (const double target : {rung_length(5), rung_length(5) + 1, rung_length(6) - 0.5}) {
        settings_.stop.target = target;
        const Exploration result = explore_line({9, 9, 7, 9, 8, 6, 9, 9, 9, 5, 4, 3});
        EXPECT_EQ(result.runs, 10);
        EXPECT_EQ(result.length, rung_length(5));
        EXPECT_EQ(result.reason, StopReason::target);
    }
    settings_.stop.target = rung_length(10);
    EXPECT_EQ(explore_line({9, 8}).runs, 1) << "the first run reaches it";
}

TEST_P(StopRules, EndAfterExactlySoManyRunsWithoutImprovement) {
    for (const int idle : {1, 2, 3, 7, 100}) {
        settings_.stop.idle_runs = idle;
        std::vector<int> script{9};
        for (const int rung : {8, 5, 2}) {
            script.insert(script.end(), static_cast<std::size_t>(idle) - 1, 9);
            script.push_back(rung);
        }
        script.push_back(9);
        const Exploration result = explore_line(script);
        EXPECT_EQ(result.runs, 1 + 4 * idle) << "three improvements just in time, then none";
        EXPECT_EQ(result.length, rung_length(2));
        EXPECT_EQ(result.reason, StopReason::idle);
    }
}

TEST_P(StopRules, TakeAnEqualLengthForNoImprovement) {
    settings_.stop.idle_runs = 4;
    EXPECT_EQ(explore_line({7, 7, 7, 7, 7, 7, 7}).runs, 5);
    EXPECT_EQ(explore_line({7}).history.size(), 1U);
}

TEST_P(StopRules, EndAtWhicheverComesFirst) {
    const std::vector<int> script{9, 9, 7, 9, 9, 9, 9, 5};
    const auto reason = [&](double seconds, std::int64_t runs, double target, std::int64_t idle) {
        settings_.stop = {seconds, runs, target, idle, nullptr};
        return explore_line(script).reason;
    };
    EXPECT_EQ(reason(60, 5, rung_length(5), 4), StopReason::runs);
    EXPECT_EQ(reason(60, 100, rung_length(5), 5), StopReason::target);
    EXPECT_EQ(reason(60, 100, rung_length(5), 4), StopReason::idle);
    EXPECT_EQ(reason(0, 100, rung_length(5), 4), StopReason::time);
    EXPECT_EQ(reason(0, 1, rung_length(5), 4), StopReason::runs);
    EXPECT_EQ(reason(0, 1, rung_length(9), 4), StopReason::target);
}

TEST_P(StopRules, AlwaysLeaveTimeForTheFirstRun) {
    const std::atomic<bool> raised = true;
    for (const Construction construction : constructions()) {
        settings_.construction = construction;
        const Instance instance = random_instance(200, 91, 0);
        settings_.stop = {0, 100, -infinite, 100, nullptr};
        Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings_);
        EXPECT_EQ(result.runs, 1);
        EXPECT_EQ(result.reason, StopReason::time);
        EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
        settings_.stop = {60, 100, -infinite, 100, &raised};
        result = explore(instance, paper::LocalSearch(), nullptr, settings_);
        EXPECT_EQ(result.runs, 1);
        EXPECT_EQ(result.reason, StopReason::flag);
        EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
    }
}

TEST_P(StopRules, EndNearTheTimeLimit) {
    const Instance instance = random_instance(100, 92, 0);
    settings_.stop.seconds = 0.15;
    const Exploration result = explore(instance, paper::LocalSearch(), nullptr, settings_);
    EXPECT_EQ(result.reason, StopReason::time);
    EXPECT_GE(result.seconds, 0.15);
    EXPECT_LT(result.seconds, 2) << "generous: this is no test of speed";
    EXPECT_GE(result.runs, 1);
}

TEST_P(StopRules, EndWithTheRunThatARaisedFlagFallsInto) {
    for (const int last : {0, 1, 7, 30, 70}) {
        std::atomic<bool> flag = false;
        int runs = 0;
        const ToyOptimiser raiser([&](const Instance&, const Start&, const Budget& budget) {
            if (runs++ == last) flag = true;
            EXPECT_EQ(budget.stop.requested(), flag) << "the optimiser is told as well";
            return Outcome{rung_solution(5), 1, true};
        });
        settings_.stop.flag = &flag;
        const Exploration result = explore(line_, raiser, nullptr, settings_);
        EXPECT_EQ(result.runs, last + 1);
        EXPECT_EQ(runs, last + 1);
        EXPECT_EQ(result.reason, StopReason::flag);
    }
}

TEST_P(StopRules, CanBeEndedByAnObserver) {
    std::atomic<bool> flag = false;
    settings_.stop.flag = &flag;
    Observer observer;
    observer.improved = [&](const Improvement& step, const Solution&) { flag = step.run == 2; };
    const Ladder ladder({9, 9, 8, 9});
    EXPECT_EQ(explore(line_, ladder, nullptr, settings_, observer).reason, StopReason::flag);
}

TEST(StopReasonText, NamesEachOne) {
    EXPECT_EQ(stop_reason_text(StopReason::time), "time limit");
    EXPECT_EQ(stop_reason_text(StopReason::runs), "number of runs");
    EXPECT_EQ(stop_reason_text(StopReason::target), "target length");
    EXPECT_EQ(stop_reason_text(StopReason::idle), "no improvement");
    EXPECT_EQ(stop_reason_text(StopReason::flag), "interrupted");
}

}  // namespace
}  // namespace l2r

#include "optimise/outside/outside_fixture.hpp"

namespace l2r {
namespace {

TEST_F(OutsideTest, ClonesWorkSideBySideAndShareTheirFailures) {
    OutsideOptimiser optimiser(failed("infeasible '" + (folder_ / "log").string() + "'"), {.seconds = 30});
    // Whoever comes first, and others until the log is there, get a wrong answer.
    EXPECT_EQ(improve_many(optimiser, 100), 0);
    EXPECT_GE(optimiser.failures().total(), 1);
    EXPECT_LE(optimiser.failures().total(), outside_threads);
    EXPECT_LE(test::child_count(), outside_threads);
}

TEST_F(OutsideTest, ClonesSurviveAProgramThatCrashesHangsAndLies) {
    OutsideOptimiser optimiser(failed("random"), {.seconds = 0.5, .grace_seconds = 0, .start_seconds = 5});
    EXPECT_LT(improve_many(optimiser, 200), 100);
    EXPECT_LE(test::child_count(), outside_threads);
}

TEST_F(OutsideTest, AFlagRaisedByAnotherThreadStopsARun) {
    OutsideOptimiser optimiser(failed("hang"), {.seconds = 30});
    std::atomic<bool> flag = false;
    std::jthread raiser([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        flag = true;
    });
    const Outcome outcome = improve(optimiser, Stop::after(60, &flag));
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_LT(outcome.outside_seconds, 10);
}

}  // namespace
}  // namespace l2r

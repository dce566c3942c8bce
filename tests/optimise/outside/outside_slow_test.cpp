#include "optimise/outside/outside_fixture.hpp"

namespace l2r {
namespace {

TEST_F(OutsideTest, NoneOfTenThousandRequestsIsLostToAProgramThatCrashesHangsAndLies) {
    OutsideOptimiser optimiser(failed("random"), {.seconds = 0.2, .grace_seconds = 0.1, .start_seconds = 3});
    const int failed_runs = improve_many(optimiser, 10'000);
    const Failures& failures = optimiser.failures();
    RecordProperty("failures", failures.summary());
    for (const FailureKind kind :
         {FailureKind::crash, FailureKind::exit_code, FailureKind::time_limit, FailureKind::closed,
          FailureKind::garbage, FailureKind::wrong_id, FailureKind::infeasible, FailureKind::refused})
        EXPECT_GT(failures.counts()[kind], 0) << to_string(kind);
    EXPECT_GT(failures.total(), 500);
    EXPECT_LT(failed_runs, 1'000);  // most go well the second time
    EXPECT_LE(test::child_count(), outside_threads);
}

TEST_F(OutsideTest, NoneOfManyRunsIsLostToAProgramThatIsGivenFilesAndFailsNowAndThen) {
    // A third of all seeds fail both times.
    OutsideOptimiser optimiser("exec:sh -c 'case {seed} in *[012]) exit 1;; esac; exec " + python() +
                                   "\"$0\" none {start} {output}' '" + support +
                                   "file_optimiser.py' {instance}",
                               {.seconds = 30});
    const int failed_runs = improve_many(optimiser, 300);
    EXPECT_GT(failed_runs, 30);
    EXPECT_LT(failed_runs, 200);
    EXPECT_EQ(optimiser.failures().total(), 2 * failed_runs);
}

}  // namespace
}  // namespace l2r

#include "optimise/outside_fixture.hpp"

namespace l2r {
namespace {

TEST_F(OutsideTest, NoneOfTenThousandRequestsIsLostToAProgramThatCrashesHangsAndLies) {
    OutsideOptimiser optimiser(troubled("random"),
                               {.seconds = 0.2, .grace_seconds = 0.1, .start_seconds = 3});
    const int troubled_runs = improve_many(optimiser, 10'000);
    const Troubles& troubles = optimiser.troubles();
    RecordProperty("troubles", troubles.summary());
    for (const TroubleKind kind :
         {TroubleKind::crash, TroubleKind::exit_code, TroubleKind::time_limit, TroubleKind::closed,
          TroubleKind::garbage, TroubleKind::wrong_id, TroubleKind::infeasible, TroubleKind::refused})
        EXPECT_GT(troubles.counts()[kind], 0) << to_string(kind);
    EXPECT_GT(troubles.total(), 500);
    EXPECT_LT(troubled_runs, 1'000);  // most go well the second time
    EXPECT_LE(test::child_count(), outside_threads);
}

TEST_F(OutsideTest, NoneOfManyRunsIsLostToAProgramThatIsGivenFilesAndFailsNowAndThen) {
    // A third of all seeds fail both times.
    OutsideOptimiser optimiser("exec:sh -c 'case {seed} in *[012]) exit 1;; esac; exec " + python() +
                                   "\"$0\" none {start} {output}' '" + support +
                                   "file_optimiser.py' {instance}",
                               {.seconds = 30});
    const int troubled_runs = improve_many(optimiser, 300);
    EXPECT_GT(troubled_runs, 30);
    EXPECT_LT(troubled_runs, 200);
    EXPECT_EQ(optimiser.troubles().total(), 2 * troubled_runs);
}

}  // namespace
}  // namespace l2r

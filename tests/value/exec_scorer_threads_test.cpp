#include "optimise/outside/outside_fixture.hpp"
#include "value/exec_scorer.hpp"

namespace l2r {
namespace {

class ExecScorerThreadsTest : public OutsideTest {};

TEST_F(ExecScorerThreadsTest, ClonesScoreSideBySideAndSurviveAProgramThatFailsNowAndThen) {
    // Whoever comes first, and others until the log is there, get a wrong answer.
    const ExecScorer scorer(failed("too-few '" + (folder_ / "log").string() + "'"), until_converged, patient);
    const std::vector<Instance> instances{whole_instance(20, 1), whole_instance(12, 2)};
    std::vector<std::unique_ptr<Scorer>> clones;
    for (int worker = 0; worker < outside_threads; ++worker) clones.push_back(scorer.clone());
    Workers workers(outside_threads);
    for_each(workers, 100, [&](int i, int worker) {
        const Instance& instance = instances[i / 25 % 2 == 0 ? 0 : 1];
        Random random(3, 0, static_cast<std::uint64_t>(i));
        std::vector<Start> starts{{random_start(instance, random)}, {random_start(instance, random)}};
        const std::vector<double> scores =
            clones[static_cast<std::size_t>(worker)]->score(instance, starts, Stop());
        for (std::size_t k = 0; k < starts.size(); ++k)
            EXPECT_EQ(scores.at(k), 1000.0 * starts[k].solution.routes() + starts[k].solution.route(0)[0]);
    });
    EXPECT_LE(test::child_count(), outside_threads);
}

}  // namespace
}  // namespace l2r

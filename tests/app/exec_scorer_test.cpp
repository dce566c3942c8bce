#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "base/clock.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;

/// Programs of the tests and of the examples as scorers of the commands.
class ExecScorerCommand : public test::Program {
  protected:
    static std::string failing(const std::string& kind) {
        return "exec:python3 -S -E '" + test::source_folder() + "/tests/support/failing_optimiser.py' " +
               kind;
    }
    const std::string example_ = "exec:python3 -S -E '" + test::source_folder() + "/examples/scorer.py'";
    const std::string town_ = test::source_folder() + "/examples/town-20.vrp";
};

TEST_F(ExecScorerCommand, ChoosesInSolveByItsAnswers) {
    write(
        "indifferent.py",
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    print(json.dumps({'id': request['id'], 'scores': [0] * len(request['starts'])}), flush=True)\n");
    const auto solve = [&](std::vector<std::string> guidance) {
        std::vector<std::string> words{"solve",  town_, "--optimiser", "paper", "--construction", "random",
                                       "--runs", "20",  "--threads",   "2",     "--json"};
        words.insert(words.end(), guidance.begin(), guidance.end());
        return run(words);
    };
    const auto with = [&](const std::string& scorer) {
        return solve({"--scorer", scorer, "--candidates", "4", "--keep-guidance"});
    };
    const Finished guided = with(example_), none = solve({});
    ASSERT_EQ(guided.exit_code, 0) << guided.err;
    const json told = json::parse(guided.out);
    EXPECT_EQ(told["scorer"], example_);
    EXPECT_EQ(told["candidates"], 4);
    EXPECT_EQ(told["stopped_by"], "number of runs");
    EXPECT_TRUE(contains(guided.err, "scorer exec:python3")) << guided.err;
    const json indifferent = json::parse(with("exec:python3 -S -E indifferent.py").out);
    EXPECT_EQ(indifferent["history"].size(),
              json::parse(none.out)["history"].size());  // the first one each time
    EXPECT_EQ(indifferent["routes"], json::parse(none.out)["routes"]);
}

TEST_F(ExecScorerCommand, IsMeasuredByEvaluateBesideOthers) {
    ASSERT_EQ(
        run({"generate", "samples", "--size", "10", "--count", "60", "--starts", "4", "-o", "set"}).exit_code,
        0);
    const Finished outcome =
        run({"evaluate", "set", "--scorer", "length", "--scorer", example_, "--threads", "2", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json told = json::parse(outcome.out);
    EXPECT_EQ(told["scorers"][1]["scorer"], example_);
    EXPECT_NE(told["scorers"][1]["accuracy"]["value"], 0.5);
    // By the clock: the pipe alone takes longer than adding up a length.
    EXPECT_GT(told["scorers"][1]["score_seconds"], told["scorers"][0]["score_seconds"]);
}

TEST_F(ExecScorerCommand, GuidesExperiments) {
    const Finished outcome =
        run({"experiment", "testset", "--size", "20", "--count", "2", "--runs", "3", "--optimiser", "paper",
             "--construction", "random", "--scorer", example_, "--candidates", "3", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(json::parse(outcome.out)["scorer"], example_);
    const Finished paper =
        run({"experiment", "paper", "--figures", "restart", "--sizes", "20", "--instances", "2", "--runs",
             "2", "--candidates", "3", "--scorer", example_, "-o", "paper", "--json"});
    EXPECT_EQ(paper.exit_code, 0) << paper.err;
    EXPECT_TRUE(contains(paper.out, "scorer")) << paper.out;
}

TEST_F(ExecScorerCommand, AFailureIsSaidWithExitCode3) {
    ASSERT_EQ(
        run({"generate", "samples", "--size", "10", "--count", "3", "--starts", "4", "-o", "set"}).exit_code,
        0);
    const Finished evaluated = run({"evaluate", "set", "--scorer", failing("too-few")});
    EXPECT_EQ(evaluated.exit_code, 3);
    EXPECT_EQ(evaluated.out, "");
    EXPECT_TRUE(contains(evaluated.err, "gave no scores for 4 starts of the instance")) << evaluated.err;
    EXPECT_TRUE(contains(evaluated.err, "the program's answer has 3 scores, not one for each of 4 starts"));
    const Finished missing = run({"solve", town_, "--optimiser", "paper", "--scorer", "exec:no-such-scorer"});
    EXPECT_EQ(missing.exit_code, 3);
    EXPECT_TRUE(contains(missing.err, "the scorer 'exec:no-such-scorer': cannot start")) << missing.err;
}

TEST_F(ExecScorerCommand, AFailureInTheMidstOfASearchCostsNoRoutes) {
    write(
        "leaves.py",
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['id'] > 5: sys.exit('tired')\n"
        "    if request['id'] == 1: open('log', 'a').write('x')\n"
        "    if len(open('log').read()) > 1: sys.exit('tired')\n"
        "    print(json.dumps({'id': request['id'], 'scores': [0] * len(request['starts'])}), flush=True)\n");
    const Finished outcome = run({"solve", town_, "--optimiser", "paper", "--construction", "random",
                                  "--scorer", "exec:python3 -S -E leaves.py", "--candidates", "4",
                                  "--keep-guidance", "--runs", "50", "-o", "out.sol"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "it said: tired")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "; the best solution until then was kept")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "stopped by: failure")) << outcome.err;
    EXPECT_EQ(run({"check", town_, "out.sol"}).exit_code, 0);
}

TEST_F(ExecScorerCommand, AScorerThatHangsHoldsUpNoTimeLimit) {
    const Finished measured =
        run({"solve", town_, "--optimiser", "paper", "--scorer", failing("hang"), "--time", "0.5"});
    EXPECT_EQ(measured.exit_code, 3);
    EXPECT_TRUE(
        contains(measured.err, "' gave no answer within 0.25 s, half of the time limit: give more time"))
        << measured.err;
    const auto begun = std::chrono::steady_clock::now();
    const Finished outcome = run({"solve", town_, "--optimiser", "paper", "--scorer", failing("hang"),
                                  "--time", "0.5", "--candidates", "4"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_LT(seconds_since(begun), test::sanitized ? 20 : 5);
    EXPECT_TRUE(contains(outcome.err, "stopped by: time limit")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "gave no answer before the time was over")) << outcome.err;
    const Finished adapted = run({"solve", town_, "--optimiser", "paper", "--scorer", failing("hang"),
                                  "--time", "0.5", "--candidates", "4", "--adapt"});
    EXPECT_TRUE(
        contains(adapted.err, "gave no answer before the time was over, so it chose nothing: give more time"))
        << adapted.err;
}

}  // namespace
}  // namespace l2r

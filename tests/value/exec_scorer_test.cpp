#include "value/exec_scorer.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "optimise/outside/outside_fixture.hpp"
#include "support/message.hpp"
#include "support/scores.hpp"
#include "value/adaptive.hpp"
#include "value/look_ahead.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

using nlohmann::json;

/// Long enough for a busy machine to start Python.
constexpr OutsideSettings short_limit{.seconds = 0.1, .grace_seconds = 0.1, .start_seconds = 0};

class ExecScorerTest : public OutsideTest {
  protected:
    void SetUp() override {
        OutsideTest::SetUp();
        Random random(3);
        for (int i = 0; i < 4; ++i) starts_.push_back({random_start(instance_, random)});
    }

    /// What failing_optimiser.py gives.
    std::vector<double> expected() const {
        std::vector<double> scores;
        for (const Start& start : starts_)
            scores.push_back(1000.0 * start.solution.routes() + start.solution.route(0)[0]);
        return scores;
    }
    std::vector<double> score(Scorer& scorer, const Stop& stop = {}) {
        return scorer.score(instance_, starts_, stop);
    }
    std::string failure(const std::string& kind, const OutsideSettings& settings = patient) {
        ExecScorer scorer(failed(kind), until_converged, settings);
        const std::string message = test::message_of<OutsideError>([&] { score(scorer); });
        const std::string before =
            "the scorer '" + failed(kind) + "' gave no scores for 4 starts of the instance 'whole'";
        EXPECT_TRUE(message.starts_with(before)) << message;
        return message.substr(std::min(before.size(), message.size()));
    }

    std::vector<Start> starts_;
};

TEST_F(ExecScorerTest, ItsAnswersAreTheScores) {
    const auto scorer = load_scorer(failed("none"));
    EXPECT_EQ(score(*scorer), expected());
    EXPECT_EQ(score(*scorer), expected());
    EXPECT_EQ(scorer->name(), failed("none"));
    EXPECT_TRUE(scorer->is_outside());
    EXPECT_TRUE(LookAhead("ahead", scorer->clone()).is_outside());
    EXPECT_TRUE(AdaptiveScorer(scorer->clone(), AdaptSettings()).is_outside());
    EXPECT_FALSE(load_scorer("stage")->is_outside());
    EXPECT_EQ(about_scorer(failed("none")), std::nullopt);
}

TEST_F(ExecScorerTest, IsToldTheInstanceOnceAndTheCyclesWhereTheyAreAskedFor) {
    const auto log = folder_ / "log";
    {
        ExecScorer scorer(failed("none '" + log.string() + "'"), 3, patient);
        score(scorer);
        score(scorer);
    }
    std::istringstream lines(read_file(log));
    std::vector<json> requests;
    for (std::string line; std::getline(lines, line);) requests.push_back(json::parse(line));
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(requests[0]["instance"]["capacity"], 20);
    EXPECT_FALSE(requests[1].contains("instance"));
    EXPECT_EQ(requests[1]["id"], 2);
    EXPECT_EQ(requests[1]["cycles"], 3);
    ASSERT_EQ(requests[1]["starts"].size(), starts_.size());
    EXPECT_EQ(requests[1]["starts"][1][0], json(starts_[1].solution.route(0)));
}

TEST_F(ExecScorerTest, WhatGoesWrongTwiceIsSaidWithWhatTheProgramSaid) {
    const std::string twice = ", asked twice: ",
                      end = ". What it has to answer: docs/formats.md, Outside scorers";
    EXPECT_EQ(failure("crash"), twice + "the program was ended by SIGSEGV; it said: about to crash" + end);
    EXPECT_EQ(
        failure("exit"),
        twice + "the program ended with exit code 1 before it had answered; it said: out of luck" + end);
    EXPECT_EQ(failure("hang", short_limit),
              twice + "the program gave no answer within 0.1 s and was ended" + end);
    EXPECT_EQ(failure("garbage"),
              twice + "the program's answer is not a JSON object: 'Welcome to the solver!'" + end);
    EXPECT_EQ(failure("wrong-id"), twice + "the program's answer is to request 2, not to 1" + end);
    EXPECT_EQ(failure("refuse"), ": the program says: not today");
    const auto begins = [](const std::string& message, const std::string& with) {
        EXPECT_EQ(message.substr(0, with.size()), with);
    };
    begins(failure("too-few"), twice + "the program's answer has 3 scores, not one for each of 4 starts: '{");
    begins(failure("not-numbers"), twice + "the program's answer has a score that is no number: '{");
    begins(failure("nan"), twice + "the program's answer is not a JSON object: '{");
    begins(failure("deep-scores"),
           twice + "the program's answer has 1 scores, not one for each of 4 starts: '{");
    EXPECT_EQ(test::child_count(), 0);
}

TEST_F(ExecScorerTest, WhatGoesWrongOnceIsForgottenWithAFreshProcess) {
    for (const char* kind : {"crash", "garbage", "too-few"}) {
        const auto log = folder_ / kind;
        ExecScorer scorer(failed(std::string(kind) + " '" + log.string() + "'"), until_converged, patient);
        EXPECT_EQ(score(scorer), expected()) << kind;
    }
}

TEST_F(ExecScorerTest, AStopEndsItsRequestAtOnceAndIsNoFailure) {
    ExecScorer scorer(failed("hang"), until_converged, patient);
    const auto begun = Stop::Clock::now();
    EXPECT_EQ(score(scorer, Stop::after(0.2)), std::vector<double>(starts_.size(), unread));
    EXPECT_LT(std::chrono::duration<double>(Stop::Clock::now() - begun).count(), 5);
    EXPECT_EQ(test::child_count(), 0);
    EXPECT_TRUE(scorer.is_silent());
}

TEST_F(ExecScorerTest, ClonesHaveProcessesOfTheirOwnWhichLaterOnesTakeOver) {
    const auto scorer = load_scorer(failed("none"));
    score(*scorer);
    EXPECT_EQ(test::child_count(), 1);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(score(*scorer->clone()), expected());
    EXPECT_FALSE(dynamic_cast<const ExecScorer&>(*scorer).is_silent());
    EXPECT_EQ(test::child_count(), 2);
}

TEST_F(ExecScorerTest, ACommandThatCannotBeAScorerIsRefusedAtOnce) {
    EXPECT_EQ(
        test::message_of<OutsideError>([] { load_scorer("exec:no-such-scorer"); }),
        "the scorer 'exec:no-such-scorer': cannot start 'no-such-scorer': there is no such program in the "
        "folders of PATH");
    EXPECT_EQ(test::message_of<InputError>([] { load_scorer("exec: "); }),
              "the scorer 'exec: ' names no program; write exec:PROGRAM ARGS");
    EXPECT_EQ(
        test::message_of<InputError>([] { load_scorer("exec:sh {instance}"); }),
        "the scorer 'exec:sh {instance}' has a placeholder, which only optimisers have; scorers are asked "
        "in lines of JSON (docs/formats.md)");
}

TEST_F(ExecScorerTest, TheExampleScoresByHowWidelyRoutesAreSpread) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {3, 0}, {0, 3}};
    data.demands = {0, 1, 1, 1};
    data.capacity = 3;
    std::vector<Start> starts{{Solution{{2, 1}, {3}}}, {Solution{{1}, {2}, {3}}}};
    const auto scorer = load_scorer("exec:'" + test::source_folder() + "/examples/scorer.py'");
    EXPECT_EQ(scorer->score(Instance(data), starts, {}), (std::vector<double>{2, 0}));
    data.places.clear();
    data.metric = Metric::matrix;
    data.matrix.assign(16, 1);
    for (const int node : {0, 5, 10, 15}) data.matrix[static_cast<std::size_t>(node)] = 0;
    const std::string message =
        test::message_of<OutsideError>([&] { scorer->score(Instance(data), starts, {}); });
    EXPECT_TRUE(message.ends_with(": the program says: instances without coordinates are not supported"))
        << message;
}

}  // namespace
}  // namespace l2r

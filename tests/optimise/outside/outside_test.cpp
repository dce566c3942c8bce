#include "optimise/outside/outside.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "optimise/outside/outside_fixture.hpp"
#include "problem/vrp_file.hpp"
#include "support/message.hpp"
#include "support/paths.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

using nlohmann::json;

/// Long enough for a busy machine to start Python.
constexpr OutsideSettings hasty{.seconds = 0.1, .grace_seconds = 0.1, .start_seconds = 0};

/// The requests that failing_optimiser.py wrote down.
std::vector<json> requests_in(const std::filesystem::path& path) {
    std::vector<json> requests;
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);) requests.push_back(json::parse(line));
    return requests;
}

TEST_F(OutsideTest, TheAnswerIsTheOutcome) {
    OutsideOptimiser optimiser(failed("none"), patient);
    for (int run = 0; run < 3; ++run) {
        const Outcome outcome = improve(optimiser);
        EXPECT_EQ(outcome.solution, turned_round(start_.solution));
        EXPECT_TRUE(outcome.converged);
        EXPECT_EQ(outcome.failure, "");
        EXPECT_GT(outcome.outside_seconds, 0);
    }
    EXPECT_EQ(optimiser.failures().total(), 0);
    EXPECT_EQ(optimiser.name(), failed("none"));
}

TEST_F(OutsideTest, ALongerAnswerIsNoTroubleButTheStartComesBack) {
    OutsideOptimiser optimiser(failed("longer"), patient);
    const Outcome outcome = improve(optimiser);
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_TRUE(outcome.converged);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(optimiser.failures().total(), 0);
}

TEST_F(OutsideTest, RequestsSayAllThereIsToKnow) {
    const auto log = folder_ / "log";
    std::ofstream(log) << "";
    Random random(3);
    const Instance other = any_instance(Layout::decimal_table, Loads::common, 6, random);
    Random start_random(4);
    const Start other_start{random_start(other, start_random)};
    {
        OutsideOptimiser optimiser(failed("none '" + log.string() + "'"), patient);
        improve(optimiser);
        improve(optimiser);
        optimiser.improve(other, other_start, {}, random_);
        improve(optimiser);
    }
    const std::vector<json> requests = requests_in(log);
    ASSERT_EQ(requests.size(), 4U);
    Random seeds(11);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(requests[i]["id"], i + 1);
        EXPECT_EQ(requests[i]["seed"], seeds.next() >> 33);
        EXPECT_EQ(requests[i]["seconds"], 30);
        EXPECT_EQ(requests[i].contains("instance"), i != 1);  // told when it is another than last time
    }
    const json& first = requests[0]["instance"];
    EXPECT_EQ(requests[0]["start"].size(), start_.solution.routes());
    EXPECT_EQ(requests[0]["start"][0], json(start_.solution.route(0)));
    EXPECT_EQ(first["name"], "whole");
    EXPECT_EQ(first["capacity"], 20);
    EXPECT_EQ(first["demands"][20], instance_.demand(20));
    EXPECT_EQ(first["places"][20], (json{instance_.place(20).x, instance_.place(20).y}));
    EXPECT_EQ(first["metric"], "euclidean");
    EXPECT_EQ(first["rounding"], "nearest");
    EXPECT_FALSE(first.contains("distances"));
    const json& second = requests[2]["instance"];
    EXPECT_EQ(second["metric"], "matrix");
    EXPECT_EQ(second["distances"][2][5].get<double>(), other.distance(2, 5));
    EXPECT_EQ(second["places"], json::array());
}

TEST_F(OutsideTest, IsToldOfLimitsOnRoutesAndVehicles) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {0, 1}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.route_limit = 4.5;
    data.service = 0.25;
    data.vehicles = 2;
    const auto log = folder_ / "log";
    {
        OutsideOptimiser optimiser(failed("none '" + log.string() + "'"), patient);
        EXPECT_EQ(optimiser.improve(Instance(data), Start{Solution{{1}, {2}}}, {}, random_).failure, "");
        improve(optimiser);
    }
    const std::vector<json> requests = requests_in(log);
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(requests[0]["instance"]["route_limit"], 4.5);
    EXPECT_EQ(requests[0]["instance"]["service"], 0.25);
    EXPECT_EQ(requests[0]["instance"]["vehicles"], 2);
    for (const char* key : {"route_limit", "service", "vehicles"})
        EXPECT_FALSE(requests[1]["instance"].contains(key)) << key;
}

TEST_F(OutsideTest, AnswersThatTakeTooLongOrTooManyVehiclesAreNotFeasible) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {0, 1}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.route_limit = 3;
    const auto failure = [&](const std::string& answer, const Solution& start) {
        OutsideOptimiser optimiser("exec:sh -c 'echo \"" + answer + "\" # {instance}'", patient);
        return optimiser.improve(Instance(data), Start{start}, {}, random_);
    };
    EXPECT_EQ(
        failure("Route 1: 1 2", Solution{{1}, {2}}).failure,
        "the program's answer is not feasible: route 1 takes 3.414213562373095, more than the limit of 3");
    data.route_limit = 4;
    data.vehicles = 1;
    EXPECT_EQ(failure("Route 1: 1 2", Solution{{1}, {2}}).solution, (Solution{{1, 2}}));
    const std::string two = "Route 1: 1\nRoute 2: 2";
    EXPECT_EQ(failure(two, Solution{{1, 2}}).failure,
              "the program's answer is not feasible: there are 2 routes, more than the limit of 1");
}

/// Fewer routes may be longer ones.
TEST_F(OutsideTest, AnAnswerThatMakesDoWithTheVehiclesMayBeLongerThanAStartThatDoesNot) {
    InstanceData data;
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 1, 0, 9, 1, 9, 0};
    OutsideOptimiser optimiser("exec:sh -c 'echo Route 1: 1 2 # {instance}'", patient);
    const Solution start{{1}, {2}};
    EXPECT_EQ(optimiser.improve(Instance(data), Start{start}, {}, random_).solution, start);
    data.vehicles = 1;
    EXPECT_EQ(optimiser.improve(Instance(data), Start{start}, {}, random_).solution, (Solution{{1, 2}}));
}

struct Case {
    std::string kind;  ///< what failing_optimiser.py does
    FailureKind failure;
    std::string message;  ///< its beginning

    friend void PrintTo(const Case& wrong, std::ostream* out) { *out << wrong.kind; }
};

class OutsideFailure : public OutsideTest, public testing::WithParamInterface<Case> {
  protected:
    const OutsideSettings settings_ = GetParam().kind == "hang" ? hasty : patient;
};

TEST_P(OutsideFailure, ThatComesTwiceGivesTheStartBackAndTheReason) {
    OutsideOptimiser optimiser(failed(GetParam().kind), settings_);
    const Outcome outcome = improve(optimiser);
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_FALSE(outcome.converged);
    EXPECT_TRUE(outcome.failure.starts_with(GetParam().message)) << outcome.failure;
    EXPECT_EQ(optimiser.failures().counts(), (std::map<FailureKind, std::int64_t>{{GetParam().failure, 2}}));
    EXPECT_EQ(optimiser.failures().last(), outcome.failure);
    EXPECT_EQ(optimiser.failures().summary(), "2 " + to_string(GetParam().failure));
}

TEST_P(OutsideFailure, ThatComesOnceIsForgottenWithAFreshProcess) {
    const auto log = folder_ / "log";
    // A fresh process must be up in time, so this hangs for longer.
    const OutsideSettings settings =
        GetParam().kind == "hang" ? OutsideSettings{.seconds = 2, .grace_seconds = 0, .start_seconds = 0}
                                  : patient;
    Outcome outcome;
    {
        OutsideOptimiser optimiser(failed(GetParam().kind + " '" + log.string() + "'"), settings);
        outcome = improve(optimiser);
        EXPECT_EQ(optimiser.failures().total(), 1);
    }
    EXPECT_EQ(outcome.solution, turned_round(start_.solution));
    EXPECT_TRUE(outcome.converged);
    EXPECT_EQ(outcome.failure, "");
    const std::vector<json> requests = requests_in(log);
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(requests[0], requests[1]);  // the same seed, and the instance again
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OutsideFailure,
    testing::Values(
        Case{"crash", FailureKind::crash, "the program was ended by SIGSEGV; it said: about to crash"},
        Case{"exit", FailureKind::exit_code,
             "the program ended with exit code 1 before it had answered; it said: out of luck"},
        Case{"hang", FailureKind::time_limit, "the program gave no answer within 0.1 s and was ended"},
        Case{"close", FailureKind::closed, "the program closed its input or output before it had answered"},
        Case{"endless", FailureKind::too_long, "the program wrote a line without end"},
        Case{"garbage", FailureKind::garbage,
             "the program's answer is not a JSON object: 'Welcome to the solver!'"},
        Case{"not-routes", FailureKind::garbage,
             "the program's answer has a customer that is no whole number: "},
        Case{"wrong-id", FailureKind::wrong_id, "the program's answer is to request 2, not to 1"},
        Case{"infeasible", FailureKind::infeasible, "the program's answer is not feasible: customer "}),
    [](const auto& test) {
        std::string name = test.param.kind;
        std::erase(name, '-');
        return name;
    });

TEST_F(OutsideTest, ARefusalIsAnAnswerThatIsNotAskedForAgain) {
    OutsideOptimiser optimiser(failed("refuse"), patient);
    const Outcome outcome = improve(optimiser);
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_FALSE(outcome.converged);
    EXPECT_EQ(outcome.failure, "the program says: not today");
    EXPECT_EQ(optimiser.failures().counts(),
              (std::map<FailureKind, std::int64_t>{{FailureKind::refused, 1}}));
    EXPECT_EQ(test::child_count(), 1);  // it is well
}

TEST_F(OutsideTest, ARefusalIsShownFitForATerminal) {
    OutsideOptimiser rude(failed("rude"), patient);
    const Outcome outcome = improve(rude);
    const std::string shown = R"(the program says: \x1b[2Jgr\xc2\x9bün\x07\x0axxx)";
    EXPECT_EQ(outcome.failure.substr(0, shown.size()), shown);
    EXPECT_TRUE(outcome.failure.ends_with("x..."));
    EXPECT_LT(outcome.failure.size(), 1'000U);
}

TEST_F(OutsideTest, AnswersOfAnyDepthAreRefused) {
    OutsideOptimiser refused(failed("deep-error"), patient);
    const Outcome outcome = improve(refused);
    const std::string shown = R"(the program says: {"id": 1, "error": [[[[)";
    EXPECT_EQ(outcome.failure.substr(0, shown.size()), shown);
    EXPECT_LT(outcome.failure.size(), 1'000U);
    for (const std::string key : {"routes", "id"}) {
        OutsideOptimiser optimiser(failed("deep-" + key), patient);
        EXPECT_TRUE(improve(optimiser).failure.starts_with("the program's answer has ")) << key;
    }
}

TEST_F(OutsideTest, AProgramThatFailsFromTheBeginningIsGivenUp) {
    OutsideOptimiser optimiser(failed("exit"), patient);
    const auto clone = optimiser.clone();
    for (int run = 0; run < 4; ++run) EXPECT_NE(improve(run % 2 == 0 ? optimiser : *clone).failure, "");
    const std::string message = test::message_of<OutsideError>([&] { improve(optimiser); });
    EXPECT_EQ(message, "'" + optimiser.name() +
                           "' has answered none of its first 10 requests: the program ended with exit code 1 "
                           "before it had answered; it said: out of luck");
}

TEST_F(OutsideTest, AProgramThatWorkedOnceIsNotGivenUp) {
    const auto log = folder_ / "log";
    std::ofstream(log) << "";
    OutsideOptimiser optimiser(failed("exit '" + log.string() + "'"), patient);
    EXPECT_EQ(improve(optimiser).failure, "");
    for (int run = 0; run < OutsideOptimiser::hopeless; ++run) {
        std::filesystem::remove(log);
        EXPECT_EQ(improve(optimiser).failure, "");
    }
    EXPECT_EQ(optimiser.failures().total(), OutsideOptimiser::hopeless);
}

TEST_F(OutsideTest, AStopGivesTheStartBackAtOnceAndIsNoFailure) {
    OutsideOptimiser optimiser(failed("hang"), patient);
    const Outcome outcome = improve(optimiser, Stop::after(0.2));
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_FALSE(outcome.converged);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.outside_seconds, 10);
    EXPECT_EQ(optimiser.failures().total(), 0);
}

TEST_F(OutsideTest, EveryRunDrawsOneNumberWhateverHappens) {
    OutsideOptimiser good(failed("none"), patient), bad(failed("exit"), patient);
    improve(good);
    improve(bad);
    improve(good, Stop::after(0));
    Random same(11);
    for (int draw = 0; draw < 3; ++draw) same.next();
    EXPECT_EQ(random_.next(), same.next());
}

TEST_F(OutsideTest, ClonesHaveProcessesOfTheirOwnWhichLaterOnesTakeOver) {
    OutsideOptimiser optimiser(failed("none"), patient);
    improve(optimiser);
    EXPECT_EQ(test::child_count(), 1);
    for (int i = 0; i < 3; ++i) {
        const auto clone = optimiser.clone();
        EXPECT_EQ(improve(*clone).solution, turned_round(start_.solution));
        EXPECT_EQ(test::child_count(), 2);
    }
    EXPECT_EQ(test::child_count(), 2);
}

TEST_F(OutsideTest, AProgramThatCannotBeStartedIsNamedAtOnce) {
    EXPECT_EQ(test::message_of<OutsideError>([] { OutsideOptimiser("exec:no-such-solver --fast"); }),
              "cannot start 'no-such-solver': there is no such program in the folders of PATH");
    EXPECT_EQ(test::message_of<InputError>([] { OutsideOptimiser("exec: "); }),
              "'exec: ' names no program; write exec:PROGRAM ARGS");
    EXPECT_NE(test::message_of<InputError>([] { OutsideOptimiser("exec:sh 'a"); }), "");
    EXPECT_EQ(OutsideOptimiser("exec:sh -c 'a b'").name(), "exec:sh -c 'a b'");
}

TEST_F(OutsideTest, TheExampleShortensRoutes) {
    OutsideOptimiser optimiser("exec:'" + test::source_folder() + "/examples/optimiser.py'", patient);
    Random random(1);
    for (const Layout layout : layouts) {
        const Instance instance = any_instance(layout, Loads::loose, 15, random);
        const Start start{random_start(instance, random)};
        const Outcome outcome = optimiser.improve(instance, start, {}, random);
        EXPECT_EQ(outcome.failure, "");
        EXPECT_LT(length(instance, outcome.solution), length(instance, start.solution));
    }
    InstanceData data{"round", {{0, 0}, {1, 1}}, {0, 1}, 1, Metric::geographic, Rounding::trunc, {}};
    const Outcome refused = optimiser.improve(Instance(data), Start{Solution{{1}}}, {}, random);
    EXPECT_EQ(refused.failure, "the program says: distances that are geographic are not supported");
}

}  // namespace
}  // namespace l2r

#include "app/solve_fixture.hpp"
#include "explore/explore.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;
using Solve = test::SolveProgram;

TEST_F(Solve, WritesASolutionThatCheckConfirms) {
    for (const int customers : {1, 2, 20, 100}) {
        const std::string file = generate(customers);
        const Finished outcome = run({"solve", file, "--runs", "2", "-o", "out.sol"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(contains(outcome.err, ", 2 runs")) << outcome.err;
        expect_right(file, "out.sol");
    }
}

TEST_F(Solve, FindsTheBestOfTheSquare) {
    const Finished outcome = run({"solve", "square.vrp", "--runs", "20", "-o", "out.sol"});
    EXPECT_TRUE(contains(outcome.err, "length 48, 2 routes, 20 runs (1600 iterations) in ")) << outcome.err;
    expect_right("square.vrp", "out.sol");
}

TEST_F(Solve, SaysOneRunAndOneRoute) {
    const Finished outcome = run({"solve", generate(1), "--runs", "1", "-o", "out.sol"});
    EXPECT_TRUE(contains(outcome.err, ", 1 route, 1 run in ")) << outcome.err;
}

TEST_F(Solve, PrintsTheSolutionAndNothingElseWithoutAnOutputFile) {
    const std::string file = generate(50);
    const Finished to_file = run({"solve", file, "--runs", "2", "-o", "out.sol"});
    const Finished printed = run({"solve", file, "--runs", "2"});
    EXPECT_EQ(printed.exit_code, 0);
    EXPECT_EQ(printed.out, read_file(folder_ / "out.sol"));
    EXPECT_EQ(run({"solve", file, "--runs", "2", "-o", "-"}).out, printed.out);
    EXPECT_FALSE(exists(folder_ / "-"));
    EXPECT_EQ(run({"solve", file, "--runs", "2", "-o", "-", "--json"}).exit_code, 2);
}

TEST_F(Solve, SpeaksJsonThatAgreesWithARecomputation) {
    const std::string file = generate(50);
    const Finished outcome = run({"solve", file, "--runs", "3", "--seed", "9", "--json", "-o", "out.sol"});
    ASSERT_EQ(outcome.exit_code, 0);
    const json result = json::parse(outcome.out);
    const Instance instance = read_vrp(folder_ / file);
    Solution solution;
    for (const json& route : result["routes"]) solution.add_route(route.get<std::vector<Node>>());
    EXPECT_EQ(faults(instance, solution), std::vector<std::string>{});
    EXPECT_EQ(result["length"].get<double>(), length(instance, solution));
    EXPECT_EQ(solution, read_sol(folder_ / "out.sol").solution);
    EXPECT_EQ(result["customers"], 50);
    EXPECT_EQ(result["runs"], 3);
    EXPECT_EQ(result["seed"], 9);
    EXPECT_EQ(result["stopped_by"], "number of runs");
    const json& history = result["history"];
    ASSERT_FALSE(history.empty());
    EXPECT_EQ(history.front()["run"], 0);
    EXPECT_EQ(history.back()["length"], result["length"]);
    for (std::size_t i = 1; i < history.size(); ++i) {
        EXPECT_LT(history[i]["length"], history[i - 1]["length"]);
        EXPECT_LE(history[i - 1]["run"], history[i]["run"]);
        EXPECT_LE(history[i - 1]["seconds"], history[i]["seconds"]);
    }
    EXPECT_LE(history.back()["seconds"], result["seconds"]);
}

TEST_F(Solve, DrawsItsRoutes) {
    const std::string file = generate(20);
    ASSERT_EQ(run({"solve", file, "--runs", "5", "-o", "out.sol", "--plot", "out.svg"}).exit_code, 0);
    EXPECT_EQ(run({"plot", file, "out.sol", "-o", "same.svg"}).exit_code, 0);
    EXPECT_TRUE(contains(read_file(folder_ / "out.svg"), "</svg>"));
    EXPECT_EQ(read_file(folder_ / "out.svg"), read_file(folder_ / "same.svg"));
}

TEST_F(Solve, SaysBeforehandThatThereIsNothingToDraw) {
    write("matrix.vrp", read_file(fs::path(test::source_folder()) / "tests/data/good/full-matrix.vrp"));
    const Finished outcome = run({"solve", "matrix.vrp", "--runs", "5", "-o", "x.sol", "--plot", "x.svg"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.err.starts_with("l2r: matrix.vrp: ")) << outcome.err;
    EXPECT_FALSE(fs::exists(folder_ / "x.sol"));
    EXPECT_EQ(run({"solve", "matrix.vrp", "--runs", "5", "-o", "x.sol"}).exit_code, 0);
    expect_right("matrix.vrp", "x.sol");
}

TEST_F(Solve, IsGuidedByAnyScorerInAnyStrategyAndSaysWhatThatBought) {
    const std::string file = generate(30);
    for (const std::string strategy :
         {"restart", "perturb", "perturb-best", "population", "population-replace", "climb"})
        for (const std::string scorer : {"network", "linear", "cycle", "length", "race", "stage"}) {
            const std::vector<std::string> command{
                "solve",        file, "--runs", "30",      "--scorer", scorer,        "--strategy", strategy,
                "--candidates", "3",  "-o",     "out.sol", "--json",   "--optimiser", "paper"};
            const Finished outcome = run(command);
            ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
            expect_right(file, "out.sol");
            const json result = json::parse(outcome.out);
            EXPECT_EQ(result["candidates"], 3);
            const bool watched = strategy == "restart" || strategy.starts_with("perturb");
            ASSERT_EQ(result["guidance"].is_object(), watched) << strategy;
            EXPECT_EQ(contains(outcome.err, "guidance: 26 guided runs, 3 without"), watched) << outcome.err;
            auto threaded = command;
            threaded.insert(threaded.end(), {"--keep-guidance"});
            const bool is_chain = strategy != "restart" && strategy != "perturb-best";
            if (!is_chain && scorer != "stage") threaded.insert(threaded.end(), {"--threads", "3"});
            const json kept = json::parse(run(threaded).out);
            EXPECT_TRUE(kept["guidance"].is_null());
            if (!watched) {
                EXPECT_EQ(kept["routes"], result["routes"]);
            }
        }
    const Finished adapted = run({"solve", file, "--runs", "200", "--optimiser", "paper", "--scorer",
                                  "linear", "--adapt", "-o", "out.sol", "--explain"});
    EXPECT_TRUE(
        contains(adapted.err, "linear-20.safetensors chooses from 20 candidates, and learns on the way"))
        << adapted.err;
    expect_right(file, "out.sol");
}

TEST_F(Solve, SaysThatAScorerWasTrainedForSomethingElse) {
    const std::vector<std::string> command{"solve",    generate(30), "--runs",     "3",
                                           "--scorer", "linear",     "--optimiser"};
    const auto with = [&](const std::string& optimiser) {
        std::vector<std::string> whole = command;
        whole.push_back(optimiser);
        return run(whole);
    };
    EXPECT_TRUE(
        contains(with("paper").err, "linear-20.safetensors: it was trained on 20 customers, not 30\n"));
    EXPECT_FALSE(contains(
        run({"solve", generate(20), "--runs", "3", "--scorer", "linear", "--optimiser", "paper"}).err,
        "trained"));
    EXPECT_TRUE(
        contains(with("anneal").err, "it was trained to predict the optimiser 'paper', not 'anneal'"));
    const Finished outcome = with("exec:sh -c 'cat {start} # {instance}'");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.err,
                         "linear-20.safetensors: it was trained to predict the optimiser 'paper', "
                         "not 'exec:sh -c"))
        << outcome.err;
}

TEST_F(Solve, ExplainsThatItIsNotGuidedByDefault) {
    const std::string file = generate(30);
    const Finished outcome = run({"solve", file, "--runs", "2", "--explain"});
    EXPECT_TRUE(contains(outcome.err, "strategy restart; starts by savings\noptimiser anneal\n"))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "no scorer: none that comes with l2r was trained with this optimiser"))
        << outcome.err;
    const Finished asked = run({"solve", file, "--runs", "5", "--explain", "--optimiser", "granular",
                                "--strategy", "perturb-best", "--construction", "sweep"});
    EXPECT_TRUE(
        contains(asked.err,
                 "strategy perturb-best, as asked for; starts by sweep, as asked for\noptimiser granular, as "
                 "asked for\n"))
        << asked.err;
    EXPECT_EQ(run({"solve", file, "--runs", "2", "--scorer", "none"}).out, outcome.out);
    const Finished refused = run({"solve", file, "--runs", "2", "--adapt"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.err, "--adapt needs a --scorer")) << refused.err;
}

TEST_F(Solve, GivesTheSameOnAnyNumberOfThreads) {
    for (const int customers : {20, 100, 300}) {
        const std::string file = generate(customers);
        for (const std::string strategy : {"restart", "perturb-best"}) {
            const std::vector<std::string> command{"solve",       file,    "--runs",     "40",
                                                   "--seed",      "3",     "--strategy", strategy,
                                                   "--optimiser", "paper", "--threads"};
            const auto with_threads = [&](const std::string& threads) {
                auto arguments = command;
                arguments.push_back(threads);
                return run(arguments).out;
            };
            const std::string alone = with_threads("1");
            EXPECT_TRUE(contains(alone, "Cost "));
            EXPECT_EQ(with_threads("2"), alone);
            EXPECT_EQ(with_threads("4"), alone);
        }
    }
}

/// All but times, the ratio of two of them included.
TEST_F(Solve, RepeatsAllOfItsJson) {
    const std::string file = generate(30);
    const auto told = [&](const std::string& options) {
        const Finished outcome = test::run(
            {"sh", "-c",
             std::string("exec '") + test::l2r_program() + "' solve " + file + " --json " + options},
            folder_.string());
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        json result = json::parse(outcome.out);
        result.erase("seconds");
        for (const char* of_machine : {"cpu_seconds", "books_seconds"}) result.erase(of_machine);
        for (json& step : result["history"]) step.erase("seconds");
        if (result["guidance"].is_object()) result["guidance"].erase("cost_ratio");
        return result;
    };
    for (const char* options :
         {"--runs 3", "--runs 40", "--runs 40 --time 1000", "--runs 3 --vehicles min",
          "--runs 3 --scorer linear", "--runs 3 --optimiser granular",
          "--runs 2000 --optimiser paper --scorer length", "--idle 300 --optimiser paper --scorer linear",
          "--runs 300 --optimiser paper --scorer stage", "--runs 300 --optimiser paper --strategy perturb",
          "--runs 20 --optimiser paper --strategy perturb-best --scorer network",
          "--runs 50 --optimiser paper --strategy population --scorer linear",
          "--runs 50 --optimiser paper --strategy climb --scorer linear"})
        EXPECT_EQ(told(options), told(options)) << options;
}

TEST_F(Solve, NeverEndsLongerThanTheSolutionItStartsFrom) {
    const std::string file = generate(60);
    ASSERT_EQ(run({"solve", file, "--runs", "3", "-o", "first.sol"}).exit_code, 0);
    const double first = *read_sol(folder_ / "first.sol").stated_cost;
    for (const std::string seed : {"11", "12", "13"}) {
        ASSERT_EQ(run({"solve", file, "--runs", "3", "--strategy", "restart", "--seed", seed, "--start",
                       "first.sol", "-o", "second.sol"})
                      .exit_code,
                  0);
        EXPECT_LE(*read_sol(folder_ / "second.sol").stated_cost, first);
        expect_right(file, "second.sol");
    }
}

TEST_F(Solve, RefusesToStartFromAnInfeasibleSolution) {
    write("wrong.sol", "Route #1: 1 2 3\nRoute #2: 4\n");
    const Finished outcome = run({"solve", "square.vrp", "--start", "wrong.sol", "-o", "x.sol"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.err, "l2r: wrong.sol: route 1 carries 3, more than the capacity of 2\n");
    EXPECT_FALSE(fs::exists(folder_ / "x.sol"));
}

TEST_F(Solve, KeepsToTheLimitOnRoutesInEveryStrategy) {
    InstanceData data;
    Random random(31);
    data.places = {{50, 50}};
    data.demands = {0};
    data.capacity = 100;
    for (int customer = 0; customer < 40; ++customer) {
        const double x = random.below(100);
        data.places.push_back({x, static_cast<double>(random.below(100))});
        data.demands.push_back(1);
    }
    data.rounding = Rounding::nearest;
    data.route_limit = 250;
    data.service = 10;
    write("limited.vrp", format_vrp(Instance(data)));
    for (const Strategy strategy : strategies()) {
        const Finished outcome = run({"solve", "limited.vrp", "--runs", "3", "--strategy",
                                      std::string(strategy_name(strategy)), "-o", "limited.sol"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        expect_right("limited.vrp", "limited.sol");
    }
}

TEST_F(Solve, KeepsToItsVehiclesOrSaysThatItCannot) {
    const Finished enough = run({"solve", "square.vrp", "--runs", "20", "--vehicles", "2", "-o", "two.sol"});
    EXPECT_EQ(enough.exit_code, 0) << enough.err;
    EXPECT_EQ(read_sol(folder_ / "two.sol").solution.routes(), 2);
    const Finished few = run({"solve", "square.vrp", "--vehicles", "1", "-o", "x.sol"});
    EXPECT_EQ(few.exit_code, 2);
    EXPECT_EQ(few.err, "l2r: --vehicles: 1 vehicle is too few: the demand takes at least 2\n");
    EXPECT_FALSE(fs::exists(folder_ / "x.sol"));
}

TEST_F(Solve, AnswersHowFewVehiclesSuffice) {
    const Finished outcome =
        run({"solve", "square.vrp", "--runs", "20", "--vehicles", "min", "-o", "few.sol", "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "fewest vehicles: 2; the demand takes no fewer\n")) << outcome.err;
    const auto fewest = nlohmann::json::parse(outcome.out)["fewest_vehicles"];
    EXPECT_EQ(fewest, (nlohmann::json{{"found", 2}, {"least", 2}, {"proven", true}}));
    EXPECT_EQ(read_sol(folder_ / "few.sol").solution.routes(), 2);
    const Finished other = run({"solve", "square.vrp", "--vehicles", "min", "--optimiser", "paper"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_EQ(other.err,
              "l2r: --vehicles min belongs to the optimiser anneal, the only one that looks for fewer; the "
              "optimiser "
              "paper was chosen\n");
}

TEST_F(Solve, EndsAtItsTimeLimit) {
    const std::string file = generate(100);
    const double seconds = test::best_of_three(0.5, [&] {
        const auto begun = test::SteadyClock::now();
        const Finished outcome = run({"solve", file, "--time", "0.3", "-o", "out.sol"});
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_TRUE(contains(outcome.err, "stopped by: time limit")) << outcome.err;
        return test::seconds_since(begun);
    });
    EXPECT_GE(seconds, 0.3);
    EXPECT_LT(seconds, test::sanitized ? 3 : 0.5);
    expect_right(file, "out.sol");
    EXPECT_EQ(run({"solve", file, "--time", "0", "-o", "out.sol"}).exit_code, 0);
    expect_right(file, "out.sol");
}

TEST_F(Solve, NamesInputThatNeverEnds) {
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"solve", "square.vrp", "--start", "/dev/zero"},
                                               {"solve", "square.vrp", "--scorer", "/dev/zero"},
                                               {"solve", "square.vrp", "--optimiser", "learnt:/dev/zero"},
                                               {"check", "square.vrp", "/dev/zero"}}) {
        const Finished outcome = run(command);
        EXPECT_EQ(outcome.exit_code, 2) << command[1];
        EXPECT_TRUE(contains(outcome.err, "/dev/zero: has more than ")) << outcome.err;
    }
    if (test::sanitized) return;  // sanitizers reserve more memory than the limit
    const Finished tight = test::run(
        {"sh", "-c", std::string("ulimit -v 400000; yes | exec '") + test::l2r_program() + "' solve -"},
        folder_.string());
    EXPECT_EQ(tight.exit_code, 3);
    EXPECT_EQ(tight.err, "l2r: /dev/stdin: cannot read: it does not fit into memory\n");
}

TEST_F(Solve, LogsEveryImprovementInOrder) {
    const std::string file = generate(50);
    const Finished outcome = run({"solve", file, "--runs", "3", "--log", "--json"});
    const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
    EXPECT_EQ(static_cast<std::size_t>(lines), json::parse(outcome.out)["history"].size() + 1);
}

TEST_F(Solve, ShowsNoProgressInAPipe) {
    const std::string file = generate(50);
    const Finished outcome = run({"solve", file, "--time", "0.4"});
    for (const char escape : {'\x1b', '\r'})
        EXPECT_EQ((outcome.out + outcome.err).find(escape), std::string::npos);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(Solve, ShowsProgressOnATerminal) {
    if (test::run({"script", "-qec", "true", "/dev/null"}).exit_code != 0)
        GTEST_SKIP() << "'script' cannot make a terminal here";
    const std::string file = generate(50);
    const Finished outcome = test::run(
        {"script", "-qec",
         std::string("'") + test::l2r_program() + "' solve " + file + " --time 0.5 -o out.sol", "/dev/null"},
        folder_.string(), 30);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.out, "\r\x1b[K")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, " s left, length ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "\r\x1b[Klength ")) << "the line is cleared before the result";
    expect_right(file, "out.sol");
}

TEST_F(Solve, NamesTheOptionThatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"--time", "-1"},           {"--time", "soon"},      {"--runs", "0"},     {"--runs", "many"},
        {"--runs", "1.5"},          {"--idle", "0"},         {"--target", "low"}, {"--target", "-1"},
        {"--strategy", "nonsense"}, {"--routes", "0"},       {"--routes", "3-2"}, {"--routes", "2-"},
        {"--pick", "nonsense"},     {"--construction", "x"}, {"--cycles", "0"},   {"--optimiser", "x"},
        {"--seed", "-1"},           {"--vehicles", "0"},     {"--vehicles", "x"}, {"--threads", "0"},
        {"--threads", "x"},         {"--round", "up"},       {"--nonsense", "1"}};
    for (const auto& [option, value] : wrong) {
        const Finished outcome = run({"solve", "square.vrp", "-o", "x.sol", option, value});
        EXPECT_EQ(outcome.exit_code, 2) << option << " " << value;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(outcome.err.substr(0, 5), "l2r: ");
        EXPECT_TRUE(contains(outcome.err, option)) << outcome.err;
        EXPECT_FALSE(fs::exists(folder_ / "x.sol"));
    }
}

TEST_F(Solve, ReadsItsInstanceFromStandardInput) {
    const std::string program = std::string("'") + test::l2r_program() + "' ";
    const Finished solved =
        test::run({"sh", "-c", program + "solve - --runs 5 <square.vrp | " + program + "check square.vrp -"},
                  folder_.string());
    EXPECT_EQ(solved.out, "length 48, as stated\nroutes 2\nfeasible\n") << solved.err;
    const Finished piped =
        test::run({"bash", "-c", "cat square.vrp | " + program + "solve - --runs 5"}, folder_.string());
    const Finished substituted =
        test::run({"bash", "-c", program + "solve <(cat square.vrp) --runs 5 -o >(cat)"}, folder_.string());
    EXPECT_EQ(piped.exit_code, 0) << piped.err;
    EXPECT_EQ(substituted.out, piped.out) << substituted.err;
    const Finished bad =
        test::run({"sh", "-c", "echo nonsense | " + program + "solve - --runs 5"}, folder_.string());
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_EQ(bad.err, "l2r: /dev/stdin:1: unknown keyword 'nonsense'\n");
    const Finished same =
        test::run({"sh", "-c", program + "solve - --runs 5 -o square.vrp <square.vrp"}, folder_.string());
    EXPECT_TRUE(contains(same.err, "is the instance")) << same.err;
}

TEST_F(Solve, SaysHowFarItIsFromTheBestKnown) {
    write("best.sol", "Route #1: 1 2\nRoute #2: 3 4\n");
    for (const auto& [known, gap] :
         {std::pair{"40", 20.0}, std::pair{"60", -20.0}, std::pair{"best.sol", 0.0}}) {
        const Finished outcome = run({"solve", "square.vrp", "--runs", "5", "--json", "--best-known", known});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_NEAR(json::parse(outcome.out)["gap_percent"].get<double>(), gap, 1e-9);
        EXPECT_TRUE(contains(outcome.err, "length 48, gap ")) << outcome.err;
    }
    EXPECT_TRUE(
        json::parse(run({"solve", "square.vrp", "--runs", "1", "--json"}).out)["best_known"].is_null());
    write("wrong.sol", "Route #1: 1 2 3\nRoute #2: 4\n");
    for (const char* known : {"0", "-5", "absent.sol", "wrong.sol"})
        EXPECT_EQ(run({"solve", "square.vrp", "--runs", "1", "--best-known", known}).exit_code, 2) << known;
}

/// Stacks of a thousand threads do not fit into half a gigabyte.
TEST_F(Solve, SaysThatThereAreNotSoManyThreads) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve more memory than the limit";
    const Finished outcome =
        test::run({"sh", "-c",
                   std::string("ulimit -v 500000; exec '") + test::l2r_program() +
                       "' solve square.vrp --strategy perturb-best --runs 9 --threads 1024"},
                  folder_.string(), 10);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "cannot start 1024 threads")) << outcome.err;
}

}  // namespace
}  // namespace l2r

#include "app/solve_fixture.hpp"
#include "explore/solve.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;
using SolveByDefault = test::SolveProgram;

TEST_F(SolveByDefault, GivesTheRoutesOfTheLibrary) {
    const std::string file = generate(30);
    ASSERT_EQ(run({"solve", file, "--runs", "2", "--seed", "5", "-o", "default.sol"}).exit_code, 0);
    expect_right(file, "default.sol");
    StopRule stop;
    stop.runs = 2;
    EXPECT_EQ(read_sol(folder_ / "default.sol").solution, solve(read_vrp(folder_ / file), stop, 5).best);
}

TEST_F(SolveByDefault, NamesStrategyOptimiserAndScorer) {
    const std::string file = generate(30);
    const Finished plain = run({"solve", file, "--runs", "1", "--json"});
    EXPECT_TRUE(contains(plain.err, "; strategy restart, optimiser anneal, no scorer\n")) << plain.err;
    const json result = json::parse(plain.out);
    EXPECT_EQ(result["strategy"], "restart");
    EXPECT_EQ(result["optimiser"], "anneal");
    EXPECT_TRUE(result["scorer"].is_null());
    EXPECT_EQ(result["iterations"], 600);
    const Finished guided =
        run({"solve", file, "--runs", "2", "--scorer", "length", "--optimiser", "paper", "--json"});
    EXPECT_TRUE(contains(guided.err, "; strategy restart, optimiser paper, scorer length\n")) << guided.err;
    EXPECT_EQ(json::parse(guided.out)["scorer"], "length");
}

TEST_F(SolveByDefault, RefusesOptionsThatDoNotBelongToWhatWasChosen) {
    const std::string file = generate(10);
    const auto refusal = [&](const std::vector<std::string>& options) {
        std::vector<std::string> command{"solve", file, "--runs", "1", "-o", "x.sol"};
        command.insert(command.end(), options.begin(), options.end());
        const Finished outcome = run(command);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_FALSE(fs::exists(folder_ / "x.sol"));
        return outcome.err;
    };
    const std::string of_perturbations =
        "the strategies perturb, perturb-best, climb, population and population-replace; the strategy "
        "restart was "
        "chosen\n";
    EXPECT_EQ(refusal({"--routes", "2"}), "l2r: --routes belongs to " + of_perturbations);
    EXPECT_EQ(refusal({"--pick", "near"}), "l2r: --pick belongs to " + of_perturbations);
    EXPECT_EQ(
        refusal({"--population", "5", "--strategy", "perturb"}),
        "l2r: --population belongs to the strategies population and population-replace; the strategy perturb "
        "was chosen\n");
    EXPECT_EQ(
        refusal({"--cycles", "2"}),
        "l2r: --cycles belongs to optimisers that work in cycles, such as paper, granular and learnt; the "
        "optimiser anneal was chosen\n");
    EXPECT_EQ(refusal({"--run-time", "2"}),
              "l2r: --run-time belongs to the optimisers exec:COMMAND and lkh:PROGRAM, not to anneal\n");
    for (const std::string option : {"--candidates", "--keep-guidance"}) {
        const std::vector<std::string> flag{option};
        EXPECT_EQ(refusal(option == "--candidates" ? std::vector<std::string>{option, "3"} : flag),
                  "l2r: " + option + " belongs to a scorer; none was chosen\n");
    }
    EXPECT_EQ(
        refusal({"--threads", "2", "--strategy", "perturb"}),
        "l2r: --threads belongs to the strategies restart and perturb-best; perturb is one chain of runs, "
        "which one thread does\n");
    EXPECT_EQ(
        refusal({"--set", "granular.thorough=1", "--optimiser", "paper"}),
        "l2r: --set: there is no setting 'granular.thorough' here; the optimiser is paper, --settings lists "
        "all\n");
}

TEST_F(SolveByDefault, RefusesSettingsOfPartsThatAreNotThere) {
    const std::string file = generate(10);
    EXPECT_EQ(run({"solve", file, "--runs", "1", "--optimiser", "paper", "--set", "restart.most_runs=3"}).err,
              "l2r: the setting restart.most_runs belongs to the strategy restart with the optimiser anneal; "
              "restart "
              "with paper was chosen\n");
    EXPECT_EQ(
        run({"solve", file, "--runs", "1", "--set", "climb.most_steps=3"}).err,
        "l2r: the setting climb.most_steps belongs to the strategy climb; the strategy restart was chosen\n");
    EXPECT_EQ(
        run({"solve", file, "--runs", "1", "--construction", "sweep", "--set", "savings.rounds=3"}).err,
        "l2r: the setting savings.rounds belongs to the construction savings; the construction sweep was "
        "chosen\n");
    EXPECT_EQ(run({"solve", file, "--runs", "1", "--set", "perturb.around=3"}).err,
              "l2r: the setting perturb.around belongs to perturbations of near routes (pick near)\n");
    EXPECT_EQ(run({"solve", file, "--runs", "1", "--scorer", "length", "--candidates", "1"}).err,
              "l2r: --candidates 1 leaves the scorer nothing to choose from; leave one of the two out\n");
}

TEST_F(SolveByDefault, LooksForTheFewestVehiclesBesideAScorer) {
    const auto outcome =
        run({"solve", "square.vrp", "--vehicles", "min", "--runs", "2", "--scorer", "length"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "fewest vehicles: 2")) << outcome.err;
}

TEST_F(SolveByDefault, TakesSettingsByNameAndListsThem) {
    const std::string file = generate(10);
    const Finished listed = run({"solve", "--settings"});
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    for (const char* name :
         {"anneal.first_temperature", "removal.mean_removed", "insertion.blink_rate", "closing.share",
          "granular.neighbours", "savings.neighbours", "restart.most_runs", "pool.rounds"})
        EXPECT_TRUE(contains(listed.out, std::string("  ") + name)) << name;
    const Finished set = run({"solve", file, "--runs", "1", "--json", "--set",
                              "anneal.iterations_per_customer=10", "--set", "restart.most_runs=2"});
    ASSERT_EQ(set.exit_code, 0) << set.err;
    EXPECT_EQ(json::parse(set.out)["iterations"], 100);
    EXPECT_EQ(json::parse(set.out)["optimiser"], "anneal anneal.iterations_per_customer=10");
}

}  // namespace
}  // namespace l2r

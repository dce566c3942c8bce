#include <signal.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app/program.hpp"

namespace l2r {
namespace {

using nlohmann::json;

/// The program under mpirun, with as many ranks as there are wanted.
class Mpirun : public test::Program {
  protected:
    void SetUp() override {
        test::Program::SetUp();
        if (!test::contains(test::run({"mpirun", "--version"}).out, "Open MPI"))
            GTEST_SKIP() << "no mpirun of Open MPI here";
    }
    test::Finished run_ranks(int ranks, const std::vector<std::string>& words) {
        std::vector<std::string> command{"mpirun", "--allow-run-as-root", "--oversubscribe",
                                         "-n",     std::to_string(ranks), test::l2r_program()};
        command.insert(command.end(), words.begin(), words.end());
        return test::run(command, folder_.string());
    }
    /// Of so many customers.
    std::string generate(int customers) {
        EXPECT_EQ(run({"generate", "instances", "--size", std::to_string(customers), "--count", "1", "--seed",
                       "5", "-o", "instances"})
                      .exit_code,
                  0);
        for (const auto& entry : std::filesystem::directory_iterator(folder_ / "instances"))
            if (test::contains(entry.path().filename().string(), "-" + std::to_string(customers) + "-"))
                return entry.path().string();
        return "";
    }
    /// One object on standard output, whoever printed it, without times.
    static json told(const test::Finished& outcome) {
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        json result = json::parse(outcome.out);
        for (const char* time : {"seconds", "cpu_seconds", "run_seconds"}) result.erase(time);
        if (result.contains("scorers"))
            for (json& scorer : result["scorers"])
                for (const char* time : {"score_seconds", "score_to_run"}) scorer.erase(time);
        return result;
    }
    std::string written(const std::string& file) { return read_file((folder_ / file).string()); }
};

std::size_t times(const std::string& message, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(message); at != std::string::npos; at = text.find(message, at + 1))
        ++count;
    return count;
}

TEST_F(Mpirun, RefusesACommandThatDoesNotShareItsWorkWithOneMessage) {
    const test::Finished outcome = run_ranks(3, {"plot", "square.vrp", "square.sol", "-o", "out.svg"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(times("would do the same work on every rank", outcome.err), 1U) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out.svg"));
}

TEST_F(Mpirun, SolvesTheSameOnAnyNumberOfRanks) {
    const std::string file = generate(60);
    ASSERT_EQ(run({"solve", file, "--runs", "60", "--threads", "1", "-o", "alone.sol"}).exit_code, 0);
    for (const int ranks : {2, 4}) {
        const test::Finished outcome = run_ranks(
            ranks, {"solve", file, "--runs", "60", "--threads", "2", "-o", "together.sol", "--json"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(written("together.sol"), written("alone.sol"));
        const auto result = nlohmann::json::parse(outcome.out);
        EXPECT_EQ(result["ranks"], ranks);
        EXPECT_EQ(result["threads"], 2 * ranks);
        EXPECT_EQ(result["runs"], 60);
    }
}

TEST_F(Mpirun, SolvesUntilTheTimeIsOver) {
    const test::Finished outcome =
        run_ranks(3, {"solve", generate(100), "--time", "1", "--threads", "1", "-o", "x.sol"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(times("on 3 threads of 3 ranks", outcome.err), 1U) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "x.sol"));
}

TEST_F(Mpirun, ASolutionIsWrittenWhereARankDies) {
    const std::string file = generate(100), solving = test::l2r_program() + " solve " + file;
    std::jthread job([&] {
        test::run({"sh", "-c",
                   "mpirun --allow-run-as-root --oversubscribe --bind-to none -n 3 " + solving +
                       " --time 60 --threads 1 --log -o x.sol 2> log.txt"},
                  folder_.string());
    });
    const auto has_begun = [&] {
        return std::filesystem::exists(folder_ / "log.txt") && test::contains(written("log.txt"), " s ");
    };
    for (int tries = 0; tries < 600 && !has_begun(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::istringstream found(test::run({"pgrep", "-f", "^" + solving}).out);
    std::vector<pid_t> ranks;
    for (pid_t rank = 0; found >> rank;) ranks.push_back(rank);
    ASSERT_EQ(ranks.size(), 3U);
    ::kill(ranks.back(), SIGKILL);  // rank 0 was started first
    job.join();
    EXPECT_EQ(run({"check", file, "x.sol"}).exit_code, 0) << written("log.txt");
}

TEST_F(Mpirun, RefusesStandardInputWhichReachesOneRankAlone) {
    const test::Finished outcome = run_ranks(2, {"solve", "-", "--runs", "1"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(test::contains(outcome.err, "standard input reaches one rank alone")) << outcome.err;
}

TEST_F(Mpirun, RefusesToLookForTheFewestVehiclesOnSeveralRanks) {
    const test::Finished outcome = run_ranks(2, {"solve", generate(20), "--runs", "1", "--vehicles", "min"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(test::contains(outcome.err, "--vehicles min: several ranks cannot share this"))
        << outcome.err;
}

TEST_F(Mpirun, DividesSeveralInstancesAndPrintsThemOnceInTheirOrder) {
    for (const int customers : {10, 20, 30, 40}) generate(customers);
    write("instances/bad.vrp", "nonsense\n");
    const auto solve = [&](int ranks, const std::string& folder) {
        const std::vector<std::string> words{"solve",  "instances", "square.vrp", "--runs", "2",
                                             "--jobs", "2",         "--json",     "-o",     folder};
        const test::Finished outcome = ranks == 1 ? run(words) : run_ranks(ranks, words);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(times("1 of 6 instances failed:\n  instances/bad.vrp:1: ", outcome.err), 1U) << outcome.err;
        std::istringstream lines(outcome.out);
        std::vector<json> objects;
        for (std::string line; std::getline(lines, line);) {
            objects.push_back(json::parse(line));
            for (const char* time : {"seconds", "cpu_seconds", "books_seconds", "history"})
                objects.back().erase(time);
        }
        return objects;
    };
    const std::vector<json> alone = solve(1, "alone");
    ASSERT_EQ(alone.size(), 6U);
    for (const int ranks : {2, 4}) {
        EXPECT_EQ(solve(ranks, "together"), alone) << ranks;
        for (const auto& entry : std::filesystem::directory_iterator(folder_ / "alone"))
            EXPECT_EQ(written("together/" + entry.path().filename().string()), read_file(entry.path()));
        std::filesystem::remove_all(folder_ / "together");
    }
}

TEST_F(Mpirun, DividesATestSetAndPrintsTheSameNumbersOnce) {
    const std::vector<std::string> command{"experiment", "testset", "--size", "20",    "--count",
                                           "10",         "--runs",  "3",      "--json"};
    const json alone = told(run(command));
    EXPECT_EQ(alone["lengths"].size(), 10U);
    EXPECT_EQ(told(run_ranks(3, command)), alone);
    auto guided = command;
    guided.insert(guided.end(), {"--optimiser", "paper", "--scorer", "linear"});
    EXPECT_EQ(told(run_ranks(2, guided)), told(run(guided)));
}

/// Then each rank measures how many candidates pay, and takes what rank 0 has found.
TEST_F(Mpirun, DividesATestSetWithATimeLimitToo) {
    const test::Finished outcome =
        run_ranks(3, {"experiment", "testset", "--size", "20", "--count", "7", "--time", "0.1", "--optimiser",
                      "paper", "--scorer", "linear", "--json"});
    EXPECT_EQ(told(outcome)["count"], 7) << outcome.err;
}

TEST_F(Mpirun, DividesAnEvaluationAndPrintsTheSameNumbersOnce) {
    ASSERT_EQ(run({"generate", "samples", "--size", "20", "--count", "300", "--starts", "4", "--seed", "7",
                   "-o", "samples"})
                  .exit_code,
              0);
    const std::vector<std::string> command{"evaluate", "samples", "--scorer", "linear", "--scorer",
                                           "length",   "--json",  "--plot",   "chart"};
    const json alone = told(run(command));
    EXPECT_EQ(told(run_ranks(3, command)), alone);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "chart-gain.svg"));
}

TEST_F(Mpirun, EndsAllRanksWhereTheCommandIsWrong) {
    EXPECT_EQ(run_ranks(3, {"evaluate", "absent", "--scorer", "length"}).exit_code, 2);
    EXPECT_EQ(run_ranks(3, {"experiment", "testset", "--runs", "1", "--strategy", "population", "--scorer",
                            "absent"})
                  .exit_code,
              2);
}

}  // namespace
}  // namespace l2r

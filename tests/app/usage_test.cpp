#include <algorithm>
#include <sstream>

#include "app/program.hpp"

namespace l2r {
namespace {

using test::contains;
using test::Finished;

class Usage : public test::Program {
  protected:
    /// What it says to a command line that is wrong, without the pointer to --help.
    std::string complaint(const std::vector<std::string>& words) {
        const Finished outcome = run(words);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        const std::size_t pointer = outcome.err.find("\nSee 'l2r");
        EXPECT_NE(pointer, std::string::npos) << outcome.err;
        return outcome.err.substr(0, pointer);
    }
};

TEST_F(Usage, NamesAnUnknownOptionAndTheNearestKnownOne) {
    EXPECT_EQ(complaint({"solve", "square.vrp", "--tme", "5"}),
              "l2r: there is no option --tme; did you mean --time?");
    EXPECT_EQ(complaint({"solve", "--tmie=5", "square.vrp"}),
              "l2r: there is no option --tmie; did you mean --time?");
    EXPECT_EQ(complaint({"solve", "square.vrp", "--optimizer", "paper"}),
              "l2r: there is no option --optimizer; did you mean --optimiser?");
    EXPECT_EQ(complaint({"solve", "square.vrp", "--cand", "5"}),
              "l2r: there is no option --cand; did you mean --candidates?");
    EXPECT_EQ(complaint({"solve", "square.vrp", "--nonsense"}), "l2r: there is no option --nonsense");
    EXPECT_EQ(complaint({"generate", "instances", "--sise", "5", "-o", "x"}),
              "l2r: there is no option --sise; did you mean --size?");
    EXPECT_EQ(complaint({"--verison"}), "l2r: there is no option --verison; did you mean --version?");
}

TEST_F(Usage, NamesAnUnknownCommandAndTheNearestKnownOne) {
    EXPECT_EQ(complaint({"slove", "square.vrp"}), "l2r: there is no command 'slove'; did you mean solve?");
    EXPECT_EQ(complaint({"generate", "instanecs"}),
              "l2r: there is no command 'l2r generate instanecs'; did you mean instances?");
    EXPECT_EQ(complaint({"help", "slove"}), "l2r: there is no command 'slove'; did you mean solve?");
}

TEST_F(Usage, SaysPlainlyWhatIsMissingOrTooMuch) {
    EXPECT_EQ(
        complaint({"solve"}),
        "l2r: INSTANCE is missing: the instance: a file of CVRPLIB, TSPLIB or Solomon, a table of "
        "stops (CSV) or a problem of VROOM (JSON); - for standard input. Or several, and folders of them");
    EXPECT_EQ(complaint({"generate", "instances", "-o", "x"}), "l2r: --size is missing: customers in each");
    EXPECT_EQ(complaint({"generate"}), "l2r: 'l2r generate' is to be followed by one of: instances, samples");
    EXPECT_EQ(complaint({"solve", "square.vrp", "--time"}), "l2r: --time takes a value: SECONDS");
    EXPECT_EQ(complaint({"solve", "square.vrp", "--time", "1", "--time", "2"}),
              "l2r: --time is given more than once");
    EXPECT_EQ(complaint({"check", "square.vrp", "right.sol", "more"}), "l2r: 'more' is one word too many");
    EXPECT_EQ(complaint({"solve", "square.vrp", "--round", "ciel"}),
              "l2r: --round: 'ciel' is not one of: none, nearest, ceil, trunc, tenths; did you mean ceil?");
    EXPECT_TRUE(contains(complaint({}), "l2r: 'l2r' is to be followed by one of: solve, check, "));
    EXPECT_EQ(complaint({"experiment", "testset", "--size", "x"}),
              "l2r: --size: 'x' is not a whole number from 1 to 999999");
}

TEST_F(Usage, ListsTheScorersThatItKnows) {
    const std::string names =
        "network, linear, cycle, cycle-network, perturb, length, race, stage, none, "
        "exec:COMMAND, any program (docs/formats.md)";
    for (const auto& command :
         std::vector<std::vector<std::string>>{{"solve", "square.vrp"},
                                               {"experiment", "testset", "--runs", "1"},
                                               {"experiment", "paper", "-o", "paper"}}) {
        std::vector<std::string> words = command;
        words.insert(words.end(), {"--scorer", "foo"});
        EXPECT_EQ(run(words).err, "l2r: --scorer: 'foo' is neither a file nor one of: " + names + "\n");
    }
}

TEST_F(Usage, HelpIsACommandToo) {
    EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
    EXPECT_EQ(run({"help", "solve"}).out, run({"solve", "--help"}).out);
    EXPECT_EQ(run({"help", "generate", "samples"}).out, run({"generate", "samples", "--help"}).out);
    EXPECT_EQ(run({"help", "solve"}).exit_code, 0);
}

TEST_F(Usage, HelpFitsEightyColumnsAndBreaksNoWord) {
    for (const auto& command : std::vector<std::vector<std::string>>{{},
                                                                     {"solve"},
                                                                     {"check"},
                                                                     {"plot"},
                                                                     {"generate", "instances"},
                                                                     {"generate", "samples"},
                                                                     {"samples", "info"},
                                                                     {"train"},
                                                                     {"train-policy"},
                                                                     {"evaluate"},
                                                                     {"exact"},
                                                                     {"experiment", "testset"},
                                                                     {"experiment", "paper"},
                                                                     {"bench"}}) {
        std::vector<std::string> words = command;
        words.emplace_back("--help");
        const std::string help = run(words).out;
        std::istringstream in(help);
        for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 80U) << line;
        EXPECT_TRUE(contains(help, "Usage: l2r")) << help;
    }
    EXPECT_TRUE(contains(run({"train", "--help"}).out, " \\\n      "))
        << "a command that is broken can be copied";
}

TEST_F(Usage, HelpOfSolveFitsTwoScreensAndHasTheEverydayFirst) {
    const std::string help = run({"solve", "--help"}).out;
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 2 * 45);
    const std::size_t research = help.find("The search, for research:");
    ASSERT_NE(research, std::string::npos);
    for (const char* option :
         {"--time", "--output", "--plot", "--vehicles", "--capacity", "--seed", "--json"})
        EXPECT_LT(help.find(option), research) << option;
    for (const char* option : {"--optimiser", "--strategy", "--scorer", "--set", "--most-alike"})
        EXPECT_GT(help.find("\n  " + std::string(option)), research) << option;
}

TEST_F(Usage, TellsAnInstanceFromASolution) {
    EXPECT_EQ(run({"solve", "right.sol"}).err,
              "l2r: right.sol:1: this looks like a solution (.sol), not like an instance (.vrp)\n");
    EXPECT_EQ(run({"check", "square.vrp", "square.vrp"}).err,
              "l2r: square.vrp:1: this looks like an instance (.vrp), not like a solution (.sol)\n");
}

class UnderMpirun : public test::Program {
  protected:
    /// As one of two ranks, by what Open MPI's mpirun puts into the environment.
    Finished run_as_rank(const std::string& rank, std::vector<std::string> words) {
        words.insert(words.begin(),
                     {"env", "OMPI_COMM_WORLD_SIZE=2", "OMPI_COMM_WORLD_RANK=" + rank, test::l2r_program()});
        return test::run(words, folder_.string());
    }
};

TEST_F(UnderMpirun, CommandsThatDoNotShareTheirWorkAreRefusedOnce) {
    for (const auto& command :
         std::vector<std::vector<std::string>>{{"check", "square.vrp", "right.sol"},
                                               {"plot", "square.vrp", "-o", "x"},
                                               {"exact", "square.vrp", "-o", "x"},
                                               {"generate", "instances", "--size", "5", "-o", "x"},
                                               {"samples", "info", "x"},
                                               {"train-policy", "-o", "x"},
                                               {"bench"}}) {
        const Finished first = run_as_rank("0", command), second = run_as_rank("1", command);
        EXPECT_EQ(first.exit_code, 2) << first.err;
        EXPECT_TRUE(contains(first.err,
                             "would do the same work on every rank: start it without mpirun. Ranks share "
                             "the work of 'l2r generate samples', 'l2r experiment paper', 'l2r "
                             "experiment testset', 'l2r evaluate', 'l2r solve', 'l2r train'\n"))
            << first.err;
        EXPECT_EQ(second.exit_code, 0) << "a rank that fails would end rank 0 before it speaks";
        EXPECT_EQ(first.out + second.out + second.err, "");
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
}

/// These go on, up to what is wrong with them.
TEST_F(UnderMpirun, CommandsThatShareTheirWorkAreNotRefused) {
    const Finished samples = run_as_rank(
        "1", {"generate", "samples", "--size", "5", "--count", "1", "--optimiser", "bad", "-o", "x"});
    EXPECT_EQ(samples.exit_code, 2);
    EXPECT_TRUE(contains(samples.err, "l2r: --optimiser: ")) << samples.err;
    const Finished training = run_as_rank("1", {"train", "absent", "--attention", "3", "-o", "x"});
    EXPECT_EQ(training.exit_code, 2);
    EXPECT_TRUE(contains(training.err, "--attention must be a multiple")) << training.err;
}

}  // namespace
}  // namespace l2r

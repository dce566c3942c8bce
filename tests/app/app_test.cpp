#include <gtest/gtest.h>

#include <sstream>

#include "app/program.hpp"
#include "problem/generate.hpp"
#include "problem/vrp_file.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using Program = test::Program;

TEST_F(Program, SaysItsVersion) {
    const Finished outcome = run({"--version"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out.substr(0, 4), "l2r ");
    EXPECT_EQ(outcome.err, "");
}

/// The names under "Commands:" in a help text.
std::vector<std::string> listed_commands(const std::string& help) {
    std::vector<std::string> names;
    std::istringstream in(help);
    std::string line;
    bool listing = false;
    while (std::getline(in, line)) {
        if (listing && line.empty()) break;
        if (listing && line.size() > 2 && line[2] != ' ')
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
        if (line == "Commands:") listing = true;
    }
    return names;
}

TEST_F(Program, GivesAnExampleForEveryCommand) {
    const Finished help = run({"--help"});
    EXPECT_EQ(help.exit_code, 0);
    const std::vector<std::string> commands = listed_commands(help.out);
    EXPECT_GE(commands.size(), 3U);
    for (const std::string& name : commands) {
        EXPECT_TRUE(test::contains(help.out, "\n  l2r " + name)) << name;
        const Finished outcome = run({name, "--help"});
        EXPECT_EQ(outcome.exit_code, 0) << name;
        EXPECT_TRUE(test::contains(outcome.out, "Example:\n  l2r " + name)) << name;
        EXPECT_EQ(outcome.err, "") << name;
        for (const std::string& inner : listed_commands(outcome.out))
            EXPECT_TRUE(test::contains(run({name, inner, "--help"}).out, "Example:\n  l2r "))
                << name << " " << inner;
    }
}

TEST_F(Program, RefusesAWrongCommandLine) {
    const std::vector<std::vector<std::string>> wrong{
        {},
        {"nonsense"},
        {"--nonsense"},
        {"check"},
        {"check", "square.vrp"},
        {"check", "square.vrp", "right.sol", "more"},
        {"check", "square.vrp", "right.sol", "--nonsense"},
        {"check", "square.vrp", "right.sol", "--round", "up"},
        {"generate"},
        {"generate", "instances", "-o", "x"},
        {"generate", "instances", "--size", "0", "-o", "x"},
        {"generate", "instances", "--size", "ten", "-o", "x"},
        {"generate", "instances", "--size", "010", "-o", "x"},
        {"generate", "instances", "--size", "10", "--count", "0", "-o", "x"},
        {"generate", "instances", "--size", "10", "--seed", "-1", "-o", "x"},
        {"generate", "instances", "--size", "10", "--capacity", "5", "-o", "x"},
        {"generate", "instances", "--size", "10", "--testset", "--seed", "1", "-o", "x"},
        {"plot", "square.vrp"}};
    for (const auto& arguments : wrong) {
        std::string line = "l2r";
        for (const std::string& argument : arguments) line += " " + argument;
        const Finished outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << line;
        EXPECT_EQ(outcome.out, "") << line;
        EXPECT_EQ(outcome.err.substr(0, 5), "l2r: ") << line;
        EXPECT_FALSE(fs::exists(folder_ / "x")) << line;
    }
    EXPECT_TRUE(test::contains(run({"nonsense"}).err, "no command 'nonsense'"));
}

TEST_F(Program, FailsWhereItsResultCannotBeWritten) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const std::string command :
         {"--version", "check square.vrp right.sol", "check square.vrp right.sol --json"}) {
        const Finished outcome = test::run(
            {"sh", "-c", std::string("exec '") + test::l2r_program() + "' " + command + " >/dev/full"},
            folder_.string());
        EXPECT_EQ(outcome.exit_code, 3) << command;
        EXPECT_TRUE(test::contains(outcome.err, "standard output") || test::contains(outcome.err, "write"))
            << outcome.err;
    }
}

TEST_F(Program, NamesFileAndLineOfABadInstance) {
    int tried = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(test::source_folder()) / "tests/data/bad")) {
        if (entry.path().extension() != ".vrp") continue;
        ++tried;
        const std::string file = entry.path().string();
        for (const auto& arguments : std::vector<std::vector<std::string>>{{"check", file, "right.sol"},
                                                                           {"plot", file, "-o", "x.svg"},
                                                                           {"solve", file, "-o", "x.svg"}}) {
            const Finished outcome = run(arguments);
            EXPECT_EQ(outcome.exit_code, 2) << file;
            EXPECT_EQ(outcome.out, "") << file;
            ASSERT_EQ(outcome.err.substr(0, 6 + file.size()), "l2r: " + file + ":");
            EXPECT_TRUE(std::isdigit(static_cast<unsigned char>(outcome.err[6 + file.size()])))
                << outcome.err;
        }
    }
    EXPECT_GT(tried, 0);
    EXPECT_FALSE(fs::exists(folder_ / "x.svg"));
    EXPECT_EQ(run({"check", "absent.vrp", "right.sol"}).err,
              "l2r: absent.vrp: cannot read: No such file or directory\n");
}

TEST_F(Program, VehiclesOfAFileLimitTheRoutes) {
    std::string text = square("EUC_2D");
    text.insert(text.find("NODE_COORD"), "VEHICLES : 3\n");
    write("three.vrp", text);
    write("four.sol", "Route #1: 1\nRoute #2: 2\nRoute #3: 3\nRoute #4: 4\nCost 56\n");
    EXPECT_TRUE(test::contains(run({"check", "three.vrp", "four.sol"}).out, "more than the limit of 3"));
    EXPECT_TRUE(test::contains(run({"check", "three.vrp", "four.sol", "--vehicles", "4"}).out, "feasible"));
    EXPECT_TRUE(test::contains(run({"solve", "three.vrp", "--runs", "2"}).err, "length 48, 2 routes"));
}

TEST_F(Program, WarnsWhereRoundingLeavesNothingOfDistances) {
    const std::string degrees =
        "NAME : degrees\nTYPE : CVRP\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 2\n"
        "NODE_COORD_SECTION\n1 48.15 11.55\n2 48.1 11.5\n3 48.1 11.6\n4 48.2 11.6\n5 48.2 11.5\n"
        "DEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\n5 1\nDEPOT_SECTION\n1\n-1\nEOF\n";
    write("degrees.vrp", degrees);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"solve", "degrees.vrp", "--runs", "1"},
          {"check", "degrees.vrp", "right.sol"}}) {
        EXPECT_TRUE(test::contains(run(command).err, "l2r: warning: degrees.vrp: rounding to whole numbers"));
        std::vector<std::string> exactly = command;
        exactly.insert(exactly.end(), {"--round", "none"});
        EXPECT_FALSE(test::contains(run(exactly).err, "warning"));
    }
}

TEST_F(Program, NamesFileAndLineOfABadSolution) {
    write("bad.sol", "Route #1: 1 2\nRoute #2: 3 four\n");
    const Finished outcome = run({"check", "square.vrp", "bad.sol"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.substr(0, 15), "l2r: bad.sol:2:");
}

TEST_F(Program, NamesFileAndLineOfEveryBadSolution) {
    int tried = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(test::source_folder()) / "tests/data/bad")) {
        if (entry.path().extension() != ".sol") continue;
        ++tried;
        const std::string file = entry.path().string();
        for (const auto& arguments :
             std::vector<std::vector<std::string>>{{"check", "square.vrp", file},
                                                   {"plot", "square.vrp", file, "-o", "x.svg"},
                                                   {"solve", "square.vrp", "--start", file, "-o", "x.svg"}}) {
            const Finished outcome = run(arguments);
            EXPECT_EQ(outcome.exit_code, 2) << file;
            EXPECT_EQ(outcome.out, "") << file;
            ASSERT_EQ(outcome.err.substr(0, 6 + file.size()), "l2r: " + file + ":");
            EXPECT_TRUE(std::isdigit(static_cast<unsigned char>(outcome.err[6 + file.size()])))
                << outcome.err;
        }
    }
    EXPECT_GT(tried, 0);
    EXPECT_FALSE(fs::exists(folder_ / "x.svg"));
}

using Check = Program;

TEST_F(Check, AcceptsARightSolution) {
    const Finished outcome = run({"check", "square.vrp", "right.sol"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "length 48, as stated\nroutes 2\nfeasible\n");
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Check, AcceptsASolutionThatStatesNoCost) {
    write("silent.sol", "Route #1: 1 2\nRoute #2: 3 4\n");
    EXPECT_EQ(run({"check", "square.vrp", "silent.sol"}).out, "length 48\nroutes 2\nfeasible\n");
}

TEST_F(Check, ListsEveryFault) {
    write("wrong.sol", "Route #1: 1 2 4\nRoute #2: 4\nCost 77\n");
    const Finished outcome = run({"check", "square.vrp", "wrong.sol"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "");
    for (const char* fault :
         {"fault: route 1 carries 3, more than the capacity of 2", "fault: customer 3 is not visited",
          "fault: customer 4 is visited 2 times", "but the file states 77"})
        EXPECT_TRUE(test::contains(outcome.out, fault)) << outcome.out;
    EXPECT_FALSE(test::contains(outcome.out, "feasible"));
}

TEST_F(Check, CountsVehiclesWhereTheyAreLimited) {
    EXPECT_EQ(run({"check", "square.vrp", "right.sol", "--vehicles", "2"}).exit_code, 0);
    write("many.sol", "Route #1: 1 2\nRoute #2: 3\nRoute #3: 4\n");
    EXPECT_EQ(run({"check", "square.vrp", "many.sol"}).exit_code, 0);
    const Finished outcome = run({"check", "square.vrp", "many.sol", "--vehicles", "2"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(test::contains(outcome.out, "fault: there are 3 routes, more than the limit of 2"))
        << outcome.out;
    const Finished few = run({"check", "square.vrp", "many.sol", "--vehicles", "1"});
    EXPECT_EQ(few.exit_code, 2);
    EXPECT_EQ(few.err, "l2r: --vehicles: 1 vehicle is too few: the demand takes at least 2\n");
}

TEST_F(Check, NamesRoutesThatTakeTooLong) {
    std::string limited = read_file(folder_ / "square.vrp");
    limited.insert(limited.find("CAPACITY"), "DISTANCE : 28\nSERVICE_TIME : 2\n");
    write("limited.vrp", limited);
    EXPECT_EQ(run({"check", "limited.vrp", "right.sol"}).exit_code, 0);
    limited.replace(limited.find("DISTANCE : 28"), 13, "DISTANCE : 27");
    write("limited.vrp", limited);
    const Finished outcome = run({"check", "limited.vrp", "right.sol"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(test::contains(outcome.out, "fault: route 2 takes 28, more than the limit of 27"))
        << outcome.out;
}

TEST_F(Check, RefusesCustomersThatDoNotExist) {
    write("wrong.sol", "Route #1: 1 2\nRoute #2: 3 4 9\nCost 48\n");
    const Finished outcome = run({"check", "square.vrp", "wrong.sol"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(test::contains(outcome.out, "visits 9, but customers are 1 to 4")) << outcome.out;
    EXPECT_FALSE(test::contains(outcome.out, "length"));
}

TEST_F(Check, HintsAtTheRoundingThatWasMeant) {
    // Exact: each route is 10 + 10 sqrt 2.
    write("exact.sol", "Route #1: 1 2\nRoute #2: 3 4\nCost 48.28\n");
    const Finished outcome = run({"check", "square.vrp", "exact.sol"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(test::contains(outcome.out, "hint: with --round none it is 48.2843, as stated"))
        << outcome.out;
    EXPECT_EQ(run({"check", "square.vrp", "exact.sol", "--round", "none"}).exit_code, 0);
}

TEST_F(Check, TakesACostAsStatedToItsLastDigit) {
    for (const auto& [cost, exit_code] : std::vector<std::pair<std::string, int>>{{"48.2843", 0},
                                                                                  {"48.28", 0},
                                                                                  {"48.3", 0},
                                                                                  {"48", 0},
                                                                                  {"48.2853", 1},
                                                                                  {"48.29", 1},
                                                                                  {"48.2", 1},
                                                                                  {"49", 1}}) {
        write("exact.sol", "Route #1: 1 2\nRoute #2: 3 4\nCost " + cost + "\n");
        EXPECT_EQ(run({"check", "square.vrp", "exact.sol", "--round", "none"}).exit_code, exit_code) << cost;
    }
}

TEST_F(Check, NoticesASmallErrorInALargeCost) {
    write("large.vrp",
          "TYPE : CVRP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 1\nNODE_COORD_SECTION\n1 0 0\n2 "
          "10000000 0\n"
          "DEMAND_SECTION\n1 0\n2 1\nDEPOT_SECTION\n1\n-1\nEOF\n");
    write("large.sol", "Route #1: 1\nCost 20000001\n");
    EXPECT_EQ(run({"check", "large.vrp", "large.sol"}).exit_code, 1);
    write("large.sol", "Route #1: 1\nCost 20000000\n");
    EXPECT_EQ(run({"check", "large.vrp", "large.sol"}).exit_code, 0);
}

TEST_F(Check, SpeaksJson) {
    const Finished right = run({"check", "square.vrp", "right.sol", "--json"});
    EXPECT_EQ(right.exit_code, 0);
    for (const char* part : {"\"ok\": true", "\"length\": 48.0", "\"routes\": 2", "\"stated_cost\": 48.0",
                             "\"rounding\": \"nearest\"", "\"faults\": []", "\"hint\": null"})
        EXPECT_TRUE(test::contains(right.out, part)) << part;
    write("wrong.sol", "Route #1: 1 2\n");
    const Finished wrong = run({"check", "--json", "square.vrp", "wrong.sol"});
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_TRUE(test::contains(wrong.out, "\"customer 3 is not visited\"")) << wrong.out;
    EXPECT_TRUE(test::contains(wrong.out, "\"stated_cost\": null")) << wrong.out;
}

using Generate = Program;

TEST_F(Generate, WritesTheSameFilesEveryTime) {
    const std::vector<std::string> command{"generate", "instances", "--size", "20", "--count",
                                           "3",        "--seed",    "7",      "-o"};
    auto first = command, second = command;
    first.push_back("a/b");
    second.push_back("c");
    const Finished outcome = run(first);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "l2r: wrote 3 instances to a/b\n");
    EXPECT_EQ(run(second).exit_code, 0);
    for (const std::string name : {"random-20-7-0.vrp", "random-20-7-1.vrp", "random-20-7-2.vrp"})
        EXPECT_EQ(read_file(folder_ / "a/b" / name), read_file(folder_ / "c" / name));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "c"), fs::directory_iterator()), 3);
    EXPECT_EQ(run(second).exit_code, 0) << "the same files may be written again";
}

TEST_F(Generate, WritesWhatTheLibraryGenerates) {
    ASSERT_EQ(
        run({"generate", "instances", "--size", "9", "--seed", "3", "--capacity", "12", "-o", "."}).exit_code,
        0);
    const Instance read = read_vrp(folder_ / "random-9-3-0.vrp"), made = random_instance(9, 3, 0, 12);
    EXPECT_EQ(format_vrp(read), format_vrp(made));
    EXPECT_EQ(read.distance(1, 2), made.distance(1, 2));
}

TEST_F(Generate, WritesTheTestSet) {
    ASSERT_EQ(
        run({"generate", "instances", "--testset", "--size", "20", "--count", "2", "-o", "."}).exit_code, 0);
    EXPECT_EQ(format_vrp(read_vrp(folder_ / "test-20-1.vrp")), format_vrp(test_set(20, 2)[1]));
    EXPECT_FALSE(fs::exists(folder_ / "test-20-2.vrp"));
}

TEST_F(Generate, SaysWhyItCannotWrite) {
    const Finished outcome = run({"generate", "instances", "--size", "9", "-o", "square.vrp/inside"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(test::contains(outcome.err, "square.vrp/inside: cannot create the folder: ")) << outcome.err;
}

using Plot = Program;

TEST_F(Plot, DrawsASolution) {
    const Finished outcome = run({"plot", "square.vrp", "right.sol", "-o", "x.svg", "--title", "A & B"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
    const std::string svg = read_file(folder_ / "x.svg");
    EXPECT_TRUE(test::contains(svg, "A &amp; B"));
    EXPECT_TRUE(test::contains(svg, "2 routes · length 48"));
}

TEST_F(Plot, DrawsPlacesAlone) {
    EXPECT_EQ(run({"plot", "square.vrp", "-o", "x.svg"}).exit_code, 0);
    EXPECT_TRUE(test::contains(read_file(folder_ / "x.svg"), "4 customers · capacity 2"));
}

TEST_F(Plot, DrawsAnInfeasibleSolutionAndSaysWhatIsWrong) {
    write("wrong.sol", "Route #1: 1 2 3\n");
    const Finished outcome = run({"plot", "square.vrp", "wrong.sol", "-o", "x.svg"});
    EXPECT_EQ(outcome.exit_code, 0);
    const std::string fault =
        "not feasible: route 1 carries 3, more than the capacity of 2, and 1 more fault";
    EXPECT_EQ(outcome.err, "l2r: wrong.sol: " + fault + "; 'l2r check' lists all that is wrong\n");
    EXPECT_TRUE(test::contains(read_file(folder_ / "x.svg"), fault));
    run({"plot", "square.vrp", "right.sol", "-o", "x.svg"});
    EXPECT_FALSE(test::contains(read_file(folder_ / "x.svg"), "feasible"));
}

TEST_F(Plot, RefusesNamesOfOtherKindsOfPictures) {
    for (const std::string name : {"x.PDF", "x.jpeg", "x.xyz"}) {
        const Finished drawn = run({"plot", "square.vrp", "-o", name});
        EXPECT_EQ(drawn.exit_code, 2);
        EXPECT_EQ(drawn.err, "l2r: -o: pictures are written as .svg or .png, pages as .html, so " + name +
                                 " would be misnamed; name it x.svg or x.html\n");
        const Finished solved = run({"solve", "square.vrp", "--runs", "1", "--plot", name});
        EXPECT_EQ(solved.exit_code, 2);
        EXPECT_TRUE(test::contains(solved.err, "name it x.svg")) << solved.err;
        EXPECT_FALSE(fs::exists(folder_ / name));
    }
    EXPECT_EQ(run({"plot", "square.vrp", "-o", "map"}).exit_code, 0)
        << "a name without an ending is no other kind";
}

TEST_F(Plot, WritesToStandardOutput) {
    for (const char* name : {"/dev/stdout", "-"}) {
        const Finished outcome = run({"plot", "square.vrp", "-o", name});
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_TRUE(test::contains(outcome.out, "</svg>"));
    }
    EXPECT_FALSE(fs::exists(folder_ / "-"));
}

TEST_F(Plot, SaysThatAMatrixHasNoMap) {
    write(
        "matrix.vrp",
        "NAME : m\nTYPE : CVRP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
        "FULL_MATRIX\n"
        "CAPACITY : 2\nEDGE_WEIGHT_SECTION\n0 3\n3 0\nDEMAND_SECTION\n1 0\n2 1\nDEPOT_SECTION\n1\n-1\nEOF\n");
    const Finished outcome = run({"plot", "matrix.vrp", "-o", "x.svg"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(test::contains(outcome.err, "no coordinates")) << outcome.err;
}

TEST_F(Plot, SaysWhyItCannotWrite) {
    EXPECT_EQ(run({"plot", "square.vrp", "-o", "absent/x.svg"}).exit_code, 3);
}

}  // namespace
}  // namespace l2r

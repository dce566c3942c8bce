#include <nlohmann/json.hpp>
#include <set>

#include "app/program.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;

/// A folder with a table of stops: four customers in a square of some 700 m around the depot.
class Stops : public test::Program {
  protected:
    void SetUp() override {
        Program::SetUp();
        write("stops.csv", table("id,name,lon,lat,demand\n"));
    }
    static std::string table(const std::string& header, const std::string& depot = "") {
        return header + "d,Depot,0,0," + depot +
               "\na,,-0.003,-0.003,1\nb,\"Corner, "
               "north\",-0.003,0.003,1\nc,Café,0.003,0.003,1\ne,,0.003,-0.003,1\n";
    }
    Finished solve(std::vector<std::string> more) {
        more.insert(more.begin(), {"solve", "stops.csv", "--runs", "5"});
        return run(std::move(more));
    }
};

TEST_F(Stops, AreSolvedCheckedAndDrawn) {
    const Finished solved = solve({"--capacity", "2", "-o", "out.sol", "--plot", "out.svg"});
    EXPECT_EQ(solved.exit_code, 0) << solved.err;
    EXPECT_TRUE(contains(solved.err, "length 3222, 2 routes")) << solved.err;
    const Finished checked = run({"check", "stops.csv", "out.sol", "--capacity", "2"});
    EXPECT_EQ(checked.out, "length 3222, as stated\nroutes 2\nfeasible\n");
    EXPECT_EQ(run({"plot", "stops.csv", "out.sol", "--capacity", "2", "-o", "same.svg"}).exit_code, 0);
    EXPECT_EQ(read_file(folder_ / "out.svg"), read_file(folder_ / "same.svg"));
}

TEST_F(Stops, OfTheExampleAreSolvedByEveryOptimiserAndScorer) {
    const std::string file = test::source_folder() + "/examples/stops.csv";
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--vehicles", "min"},
          {"--optimiser", "granular"},
          {"--optimiser", "paper", "--construction", "random", "--scorer", "network"},
          {"--optimiser", "paper", "--scorer", "linear", "--strategy", "perturb"}}) {
        std::vector<std::string> command{"solve", file, "--capacity", "100", "--runs", "3", "-o", "out.sol"};
        command.insert(command.end(), more.begin(), more.end());
        const Finished solved = run(command);
        EXPECT_EQ(solved.exit_code, 0) << solved.err;
        EXPECT_FALSE(contains(solved.err, "is not used")) << solved.err;
        EXPECT_EQ(run({"check", file, "out.sol", "--capacity", "100"}).exit_code, 0);
    }
}

TEST_F(Stops, HaveNamesInJson) {
    const json result = json::parse(solve({"--capacity", "4", "--json"}).out);
    EXPECT_EQ(result["instance"], "stops");
    EXPECT_EQ(result["stops"], (json{"Depot", "a", "Corner, north", "Café", "e"}));
    EXPECT_EQ(result["ids"], (json{"d", "a", "b", "c", "e"}));
    const json square = json::parse(run({"solve", "square.vrp", "--runs", "1", "--json"}).out);
    EXPECT_FALSE(square.contains("stops") || square.contains("ids"));
}

TEST_F(Stops, MayComeFromStandardInputAndUnderAnyName) {
    const std::string expected = solve({"--capacity", "2"}).out;
    const std::string l2r = test::l2r_program();
    const Finished piped = test::run(
        {"sh", "-c", "cat stops.csv | '" + l2r + "' solve - --runs 5 --capacity 2"}, folder_.string());
    EXPECT_EQ(piped.out, expected) << piped.err;
    const Finished vrp =
        test::run({"sh", "-c", "cat square.vrp | '" + l2r + "' solve - --runs 5"}, folder_.string());
    EXPECT_EQ(vrp.out, run({"solve", "square.vrp", "--runs", "5"}).out) << vrp.err;
    write("stops.vrp", table("id,name,lon,lat,demand\n"));
    EXPECT_EQ(run({"solve", "stops.vrp", "--runs", "5", "--capacity", "2"}).out, expected);
}

TEST_F(Stops, TakeCapacityDepotAndDistancesFromOutside) {
    write("m.csv", "0,1,1,1,1\n1,0,1,9,9\n1,1,0,9,9\n1,9,9,0,1\n1,9,9,1,0\n");
    EXPECT_TRUE(contains(solve({"--capacity", "2", "--matrix", "m.csv"}).out, "Cost 6\n"));
    const Finished moved = solve({"--capacity", "2", "--depot", "a"});
    EXPECT_EQ(moved.exit_code, 2);
    EXPECT_EQ(
        moved.err,
        "l2r: stops.csv:3: the depot, 'a', has a demand of 1; leave it empty, or choose another depot with "
        "--depot (depot= in Python)\n");
    EXPECT_EQ(solve({"--capacity", "2", "--matrix", "m.csv", "-o", "m.csv"}).err,
              "l2r: m.csv is the matrix; it is not overwritten\n");
    EXPECT_EQ(
        run({"solve", "square.vrp", "--capacity", "2"}).err,
        "l2r: square.vrp: is a .vrp file, which has its capacity, depot and distances within; only a table "
        "of stops (CSV) takes them from outside\n");
}

TEST_F(Stops, OfVroomAreAnsweredAsVroomDoes) {
    const std::string file = test::source_folder() + "/tests/data/vroom/degrees.json";
    const Finished solved = run({"solve", file, "--runs", "2", "-o", "out.sol", "--export", "out.json"});
    EXPECT_EQ(solved.exit_code, 0) << solved.err;
    const json answer = json::parse(read_file(folder_ / "out.json"));
    EXPECT_EQ(answer["summary"]["unassigned"], 0);
    EXPECT_EQ(answer["routes"].size(), 2U);
    std::set<int> vehicles, jobs;
    for (const json& route : answer["routes"]) {
        vehicles.insert(route["vehicle"].get<int>());
        for (const json& step : route["steps"])
            if (step["type"] == "job") jobs.insert(step["id"].get<int>());
    }
    EXPECT_EQ(vehicles, (std::set{70, 71}));
    EXPECT_EQ(jobs, (std::set{7, 8, 9}));
    const Finished piped =
        test::run({"sh", "-c", "cat '" + file + "' | '" + test::l2r_program() + "' solve - --runs 2"},
                  folder_.string());
    EXPECT_EQ(piped.out, read_file(folder_ / "out.sol")) << piped.err;
    EXPECT_EQ(run({"check", file, "out.sol"}).exit_code, 0);
}

TEST_F(Stops, MayBeSolvedInNoTimeAtAll) {
    std::string text = "x,y,demand\n0,0,\n";
    for (int i = 0; i < 40; ++i)  // east and west in turn
        text += std::to_string(i % 2 == 0 ? 100 : -100) + "," + std::to_string(i) + ",1\n";
    write("turns.csv", text);
    const Finished solved = run({"solve", "turns.csv", "--capacity", "20", "--time", "0", "--json"});
    EXPECT_LT(json::parse(solved.out)["length"], 700) << "in the order of the file it is 8,000";
}

TEST_F(Stops, AreRefusedWithFileLineAndWhatToDo) {
    EXPECT_EQ(solve({}).err,
              "l2r: stops.csv:2: the capacity of the vehicles is missing; give it with --capacity (in Python "
              "capacity=), or in a column 'capacity' in the row of the depot\n");
    EXPECT_TRUE(
        contains(solve({"--capacity", "0"}).err, "l2r: --capacity: '0' is not a whole number from 1"));
    EXPECT_EQ(solve({"--capacity", "2", "--matrix", "none.csv"}).err,
              "l2r: none.csv: cannot read: No such file or directory\n");
}

TEST_F(Stops, ColumnsThatAreNotUsedAreNamed) {
    write("stops.csv", table("id,street,lon,lat,demand\n"));
    const Finished solved = solve({"--capacity", "2", "-o", "out.sol"});
    EXPECT_TRUE(solved.err.starts_with("l2r: warning: stops.csv: the column 'street' is not used\n"))
        << solved.err;
}

TEST_F(Stops, ProgramsOfOthersGetThemAsDistances) {
    write("answer.sh", "cp \"$1\" seen.vrp; cp \"$2\" \"$3\"\n");
    const Finished solved =
        solve({"--capacity", "2", "--optimiser", "exec:sh answer.sh {instance} {start} {output}"});
    EXPECT_EQ(solved.exit_code, 0) << solved.err;
    EXPECT_TRUE(contains(read_file(folder_ / "seen.vrp"), "EDGE_WEIGHT_TYPE : EXPLICIT"));
}

}  // namespace
}  // namespace l2r

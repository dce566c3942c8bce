#include <iterator>
#include <sstream>

#include "app/solve_fixture.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class SolveMany : public test::SolveProgram {
  protected:
    void SetUp() override {
        SolveProgram::SetUp();
        fs::create_directory(folder_ / "in");
        for (const int customers : {10, 30, 60})
            write("in/c" + std::to_string(customers) + ".vrp", format_vrp(random_instance(customers, 1, 0)));
        write("in/readme.txt", "no instance");
    }
    Finished solve(const std::vector<std::string>& more) {
        std::vector<std::string> words{"solve"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    static std::vector<std::string> lines(const std::string& text) {
        std::vector<std::string> all;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    }
    static std::vector<std::string> words(const std::string& line) {
        std::istringstream stream(line);
        return {std::istream_iterator<std::string>(stream), {}};
    }
    static std::string without_times(const std::string& table) {
        std::string rest;
        for (const std::string& line : lines(table)) {
            auto row = words(line);
            if (row.size() > 5) row[row[0] == "mean" ? 7 : 5] = "";
            for (const std::string& word : row) rest += word + " ";
            rest += "\n";
        }
        return rest;
    }
    std::string solution(const std::string& name) { return read_file(folder_ / name); }
};

TEST_F(SolveMany, GivesTheFilesThatEachWouldHaveAloneForAnyNumberOfJobs) {
    std::string table;
    for (const std::string jobs : {"1", "2", "5"}) {
        const Finished outcome =
            solve({"square.vrp", "in", "--runs", "3", "--seed", "7", "--jobs", jobs, "-o", "out" + jobs});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        if (table.empty()) table = without_times(outcome.out);
        EXPECT_EQ(without_times(outcome.out), table);
    }
    for (const std::string file : {"square", "in/c10", "in/c30", "in/c60"}) {
        const std::string name = fs::path(file).filename().string() + ".sol";
        const std::string alone = solve({file + ".vrp", "--runs", "3", "--seed", "7"}).out;
        for (const std::string jobs : {"1", "2", "5"}) EXPECT_EQ(solution("out" + jobs + "/" + name), alone);
        expect_right(file + ".vrp", "out1/" + name);
    }
}

TEST_F(SolveMany, PrintsARowEachInTheirOrderAndTheMeans) {
    ASSERT_EQ(solve({"in/c30.vrp", "--runs", "2", "-o", "in/c30.sol"}).exit_code, 0);
    const Finished outcome =
        solve({"in/c60.vrp", "in/c30.vrp", "square.vrp", "--runs", "2", "-o", "out/new"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::vector<std::string> rows = lines(outcome.out);
    ASSERT_EQ(rows.size(), 5U) << outcome.out;
    EXPECT_EQ(words(rows[0]), words("instance customers length routes gap, % seconds stopped by"));
    const auto first = words(rows[1]), second = words(rows[2]), third = words(rows[3]), mean = words(rows[4]);
    EXPECT_EQ(first[0], "c60");
    EXPECT_EQ(first[1], "60");
    EXPECT_EQ(first[4], "-");
    EXPECT_EQ(second[0], "c30");
    EXPECT_EQ(second[4], "0.00");  // the same as in the file beside it
    EXPECT_TRUE(rows[3].starts_with("square ")) << rows[3];
    EXPECT_EQ(third[2], "48");
    EXPECT_EQ(third[3], "2");
    EXPECT_TRUE(rows[3].ends_with("number of runs")) << rows[3];
    EXPECT_TRUE(rows[4].starts_with("mean of 3 ")) << rows[4];
    EXPECT_EQ(mean[6], "0.00");
    EXPECT_TRUE(rows[4].ends_with("gap: mean of 1")) << rows[4];
}

TEST_F(SolveMany, NamesWhatFailsAndGoesOn) {
    write("in/bad.vrp", "nonsense\n");
    write("in/c10.sol", "nonsense\n");
    const Finished outcome = solve({"absent.vrp", "in", "--runs", "2", "-o", "out"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "2 of 5 instances failed:\n  absent.vrp: ")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "\n  in/bad.vrp:1: ")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "warning: no gap to in/c10.sol: in/c10.sol:1: ")) << outcome.err;
    const std::vector<std::string> rows = lines(outcome.out);
    ASSERT_EQ(rows.size(), 7U) << outcome.out;
    EXPECT_EQ(words(rows[1]), words("absent failed"));
    EXPECT_EQ(words(rows[2]), words("bad failed"));
    EXPECT_TRUE(rows[6].starts_with("mean of 3 "));
    for (const std::string name : {"c10", "c30", "c60"})
        expect_right("in/" + name + ".vrp", "out/" + name + ".sol");
}

TEST_F(SolveMany, SpeaksALineOfJsonEachInTheirOrder) {
    write("in/bad.vrp", "nonsense\n");
    const Finished outcome = solve({"in", "square.vrp", "--runs", "2", "--json", "--jobs", "3"});
    EXPECT_EQ(outcome.exit_code, 2);
    const std::vector<std::string> objects = lines(outcome.out);
    ASSERT_EQ(objects.size(), 5U) << outcome.out;
    const json bad = json::parse(objects[0]);
    EXPECT_EQ(bad["file"], "in/bad.vrp");
    EXPECT_EQ(bad["instance"], "bad");
    EXPECT_TRUE(bad["error"].get<std::string>().starts_with("in/bad.vrp:1: ")) << objects[0];
    json many = json::parse(objects[4]),
         alone = json::parse(solve({"square.vrp", "--runs", "2", "--json"}).out);
    EXPECT_EQ(many["file"], "square.vrp");
    many.erase("file");
    for (const char* of_time : {"seconds", "cpu_seconds", "books_seconds", "history", "threads"}) {
        EXPECT_TRUE(many.contains(of_time));
        many.erase(of_time);
        alone.erase(of_time);
    }
    EXPECT_EQ(many, alone);
}

TEST_F(SolveMany, RefusesTwoThatWouldWriteTheSameFile) {
    write("c10.vrp", square("EUC_2D"));
    const Finished outcome = solve({"in", "c10.vrp", "--runs", "1", "-o", "out"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "in/c10.vrp and c10.vrp would both become c10.sol")) << outcome.err;
    EXPECT_FALSE(exists(folder_ / "out"));
}

TEST_F(SolveMany, DoesNotOverwriteWhatGapsAreMeasuredTo) {
    write("in/c10.sol", "the best known\n");
    const Finished outcome = solve({"in", "--runs", "1", "-o", "./in"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "in/c10.sol is what gaps are measured to")) << outcome.err;
    EXPECT_EQ(solution("in/c10.sol"), "the best known\n");
}

TEST_F(SolveMany, RefusesWhatSpeaksOfOneInstance) {
    const std::vector<std::pair<std::string, std::string>> options{
        {"--start", "right.sol"}, {"--plot", "x.svg"}, {"--export", "x.csv"},
        {"--best-known", "5"},    {"--target", "5"},   {"-o", "-"}};
    for (const auto& [option, value] : options) {
        std::vector<std::string> command{"in", "--runs", "1", option, value};
        if (option != "-o") command.insert(command.end(), {"-o", "out"});
        const Finished outcome = solve(command);
        EXPECT_EQ(outcome.exit_code, 2) << option;
        EXPECT_TRUE(
            contains(outcome.err, option + (option == "-o" ? " - " : " ") + "is for a single instance"))
            << outcome.err;
    }
    EXPECT_TRUE(contains(solve({"in", "--runs", "1"}).err, "name a folder for their solutions with -o"));
    EXPECT_TRUE(contains(solve({"in", "-", "--runs", "1", "-o", "out"}).err, "for a single instance"));
    EXPECT_TRUE(contains(solve({"in", "--runs", "1", "-o", "right.sol"}).err, "right.sol: is a file"));
    EXPECT_TRUE(contains(solve({"square.vrp", "--jobs", "2"}).err, "--jobs is for several instances"));
    fs::create_directory(folder_ / "empty");
    EXPECT_TRUE(contains(solve({"empty", "-o", "out"}).err,
                         "empty: there is no .vrp, .tsp, .csv, .tsv or .json file, nor a .txt file of "
                         "Solomon's format, in this folder"));
    EXPECT_FALSE(exists(folder_ / "out"));
}

TEST_F(SolveMany, AStrayWordIsNoInstance) {
    for (const auto& [word, advice] : {std::pair("time", "; did you mean --time?"), {"5", ""}}) {
        const Finished outcome = solve({"square.vrp", word, "--plot", "x.html"});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.err,
                  "l2r: '" + std::string(word) + "' is neither a file nor a folder" + advice + "\n");
    }
}

TEST_F(SolveMany, TakesTablesOfAFolderWithoutVrpFiles) {
    fs::create_directory(folder_ / "tables");
    const std::string rows = "x,y,demand\n0,0,\n3,4,1\n0,4,1\n";
    write("tables/b.csv", rows);
    write("tables/a.TSV", "x\ty\tdemand\n0\t0\t\n3\t4\t1\n");
    write(
        "tables/c.json",
        R"({"vehicles": [{"id": 1, "start_index": 0, "end_index": 0}], "jobs": [{"id": 1, "location_index": 1}],
              "matrices": {"car": {"durations": [[0, 7], [7, 0]]}}})");
    const Finished refused = solve({"tables", "--capacity", "2", "--runs", "1", "-o", "out"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.err, "1 of 3 instances failed")) << refused.err;
    fs::remove(folder_ / "tables/c.json");
    const Finished solved = solve({"tables", "--capacity", "2", "--runs", "1", "-o", "out2"});
    EXPECT_EQ(solved.exit_code, 0) << solved.err;
    EXPECT_TRUE(contains(read_file(folder_ / "out2/a.sol"), "Cost 10\n"));
    EXPECT_TRUE(contains(read_file(folder_ / "out2/b.sol"), "Cost 12\n"));
    fs::copy_file(folder_ / "square.vrp", folder_ / "tables/square.vrp");
    EXPECT_EQ(solve({"tables", "--runs", "1", "-o", "out3"}).exit_code, 0)
        << "what lies beside is not looked at";
}

TEST_F(SolveMany, TakesToursAndFilesOfSolomonsFormat) {
    fs::create_directory(folder_ / "tours");
    write("tours/a.tsp", format_vrp(random_tsp(5, 1, 0)));
    const Finished tours = solve({"tours", "--runs", "1", "-o", "out"});
    EXPECT_EQ(tours.exit_code, 0) << tours.err;
    EXPECT_TRUE(fs::exists(folder_ / "out/a.sol"));
    fs::create_directory(folder_ / "windows");
    write("windows/readme.txt", "These are by Solomon.\n");
    write("windows/b.txt",
          "B\nVEHICLE\nNUMBER CAPACITY\n2 9\nCUSTOMER\nCUST NO.\n0 0 0 0 0 99 0\n1 3 4 1 0 9 0\n");
    const Finished windows = solve({"windows", "--runs", "1", "-o", "out2"});
    EXPECT_EQ(windows.exit_code, 0) << windows.err;
    EXPECT_TRUE(contains(read_file(folder_ / "out2/b.sol"), "Cost 10\n"));
}

TEST_F(SolveMany, WritesWhatIsUnderWayWhenInterruptedAndNamesWhatWasNotBegun) {
    const auto process = begin({"in", "--time", "100", "--jobs", "2", "-o", "out"});
    ASSERT_TRUE(process->wait_for("stopped by", 30));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    process->send(SIGINT);
    const Finished outcome = process->finish(30);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_EQ(outcome.signal, 0);
    for (const std::string name : {"c10", "c30"}) expect_right("in/" + name + ".vrp", "out/" + name + ".sol");
    EXPECT_FALSE(exists(folder_ / "out/c60.sol"));
    EXPECT_TRUE(
        contains(outcome.err, "1 of 3 instances failed:\n  in/c60.vrp: interrupted before it was begun\n"))
        << outcome.err;
    EXPECT_EQ(words(lines(outcome.out)[3]), words("c60 not begun"));
}

TEST_F(SolveMany, KeepsTheSolutionThatCannotBeWritten) {
    fs::create_directories(folder_ / "out");
    const std::string alone = solve({"in/c30.vrp", "--runs", "2"}).out;
    const Finished outcome = test::run(
        {"sh", "-c", "ulimit -f 0; exec '" + std::string(test::l2r_program()) + "' solve in --runs 2 -o out"},
        folder_.string());
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "in/c30.vrp:\n" + alone)) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "  in/c30.vrp: out/c30.sol: cannot write: File too large"))
        << outcome.err;
}

TEST_F(SolveMany, WritesItsFilesThoughNobodyReadsTheTable) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const Finished outcome = test::run(
        {"sh", "-c", "exec '" + std::string(test::l2r_program()) + "' solve in --runs 2 -o out >/dev/full"},
        folder_.string());
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "cannot write to standard output")) << outcome.err;
    for (const std::string name : {"c10", "c30", "c60"})
        expect_right("in/" + name + ".vrp", "out/" + name + ".sol");
}

}  // namespace
}  // namespace l2r

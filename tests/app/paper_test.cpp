#include <nlohmann/json.hpp>

#include "app/program.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class Paper : public test::Program {
  protected:
    Finished paper(const std::string& folder, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"experiment",      "paper",       "--sizes", "20",     "--figures",
                                           "restart,perturb", "--instances", "4",       "--runs", "3",
                                           "--candidates",    "1,3",         "-o",      folder};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    /// Without what was measured.
    static json lengths_of(const std::string& out) {
        json result = json::parse(out);
        for (json& figure : result["figures"])
            for (json& arm : figure["arms"])
                for (const char* key : {"cpu_seconds", "time_factor"}) arm.erase(key);
        return result;
    }
};

TEST_F(Paper, WritesTablesChartsAndOnePage) {
    const Finished outcome = paper("paper");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    for (const char* part : {"Random restarts, 20 customers (4 instances, 3 runs)", "Two routes perturbed",
                             "network K=3", "linear K=3", "savings restarts", "runs x, at 3", "report.html"})
        EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
    for (const std::string name : {"restart-20", "perturb-20"}) {
        EXPECT_TRUE(contains(read_file(folder_ / "paper" / (name + ".csv")), "\nnetwork K=3,3,"));
        EXPECT_TRUE(contains(read_file(folder_ / "paper" / (name + "-time.csv")), "\nsavings restarts,"));
        for (const char* chart : {"-length.svg", "-best.svg", "-time.svg"})
            EXPECT_TRUE(contains(read_file(folder_ / "paper" / (name + chart)), "20 customers")) << chart;
    }
    const std::string page = read_file(folder_ / "paper" / "report.html");
    EXPECT_TRUE(contains(page, "\"figure\":\"perturb\""));
    EXPECT_FALSE(contains(page, "/*DATA*/"));
    for (const char* outside : {"src=\"http", "href=\"http", "@import", "url("})
        EXPECT_FALSE(contains(page, outside)) << "the page stands alone";
}

TEST_F(Paper, HasArmsThatLearnAndPopulationsThatAreKeptDiverse) {
    fs::create_directory(folder_ / "race");  // the scorer is meant all the same
    const Finished outcome = run({"experiment",         "paper",       "--sizes",  "20",     "--figures",
                                  "restart,population", "--instances", "3",        "--runs", "4",
                                  "--candidates",       "4",           "--scorer", "race",   "--adapt",
                                  "--most-alike",       "0.5",         "--json",   "-o",     "paper"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json told = json::parse(outcome.out);
    const auto names = [&](std::size_t figure) {
        std::vector<std::string> all;
        for (const json& arm : told["figures"][figure]["arms"]) all.push_back(arm["arm"]);
        return all;
    };
    EXPECT_EQ(names(0), (std::vector<std::string>{"unguided", "race K=4", "linear K=4", "race adapted K=4",
                                                  "linear adapted K=4", "savings restarts"}));
    EXPECT_EQ(names(1), (std::vector<std::string>{"unguided", "race K=4", "linear K=4", "race adapted K=4",
                                                  "race diverse K=4", "linear adapted K=4",
                                                  "linear diverse K=4", "savings restarts"}));
}

TEST_F(Paper, TellsTheSameAsJsonOnAnyNumberOfThreads) {
    const Finished alone = paper("alone", {"--json"});
    ASSERT_EQ(alone.exit_code, 0) << alone.err;
    const json told = json::parse(alone.out);
    ASSERT_EQ(told["figures"].size(), 2);
    const json& figure = told["figures"][0];
    EXPECT_EQ(figure["figure"], "restart");
    EXPECT_EQ(figure["size"], 20);
    EXPECT_EQ(figure["unguided_runs"], 12);
    ASSERT_EQ(figure["arms"].size(), 4);
    EXPECT_EQ(figure["arms"][0]["arm"], "unguided");
    const json& guided = figure["arms"][1];
    EXPECT_EQ(guided["candidates"], 3);
    EXPECT_NEAR(guided["best_difference"]["value"].get<double>(),
                guided["best"].get<double>() - figure["arms"][0]["best"].get<double>(), 1e-5);
    EXPECT_GT(guided["cpu_seconds"], 0);
    EXPECT_EQ(guided["run_factor"]["limit"], 4);
    EXPECT_EQ(figure["scorers"][0]["steps"].size(), 1);
    EXPECT_EQ(told, json::parse(read_file(folder_ / "alone" / "summary.json")));
    EXPECT_EQ(lengths_of(alone.out), lengths_of(paper("together", {"--json", "--threads", "3"}).out));
    EXPECT_EQ(told, json::parse(paper("alone", {"--json"}).out)) << "times are kept, too";
}

TEST_F(Paper, RefusesAFolderOfOtherSettings) {
    ASSERT_EQ(paper("paper").exit_code, 0);
    const Finished refused = paper("paper", {"--seed", "7"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.err, "seed: 2020 there, 7 now")) << refused.err;
    EXPECT_EQ(paper("paper", {"--sizes", "10"}).exit_code, 0) << "another size has files of its own";
}

TEST_F(Paper, KnowsTheScorersThatComeWithIt) {
    const Finished outcome =
        paper("paper", {"--scorer", "cycle", "--scorer", "linear", "--figures", "restart"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string table = read_file(folder_ / "paper" / "restart-20.csv");
    EXPECT_TRUE(contains(table, "\ncycle K=3,3,")) << table;
    EXPECT_TRUE(contains(table, "\nlinear K=3,3,")) << table;
}

TEST_F(Paper, RefusesWhatItCannotMeasure) {
    const auto refusal = [&](std::vector<std::string> more) {
        const Finished outcome = paper("paper", std::move(more));
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        return outcome.err;
    };
    EXPECT_TRUE(contains(refusal({"--figures", "odd"}), "--figures"));
    EXPECT_TRUE(contains(refusal({"--scorer", "absent"}), "absent"));
    EXPECT_TRUE(contains(refusal({"--instances", "1"}), "--instances"));
    EXPECT_TRUE(contains(refusal({"--scale", "huge"}), "--scale"));
    EXPECT_TRUE(contains(refusal({"--seed", "21"}), "was trained on instances of seed 21"));
}

}  // namespace
}  // namespace l2r

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "base/file.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;

class ExperimentStarts : public test::Program {
  protected:
    Finished starts(std::vector<std::string> more) {
        std::vector<std::string> arguments{"experiment", "starts",
                                           "--size",     "40",
                                           "--count",    "1",
                                           "--runs",     "12",
                                           "--set",      "restart.most_runs=3",
                                           "--set",      "anneal.iterations_per_customer=0.5",
                                           "--after",    "4",
                                           "--starts",   "5",
                                           "--repeats",  "2"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

TEST_F(ExperimentStarts, SaysWhatTheStartDecidesAndKeepsEveryRun) {
    const Finished outcome = starts({"--json", "--csv", "starts.csv"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report["starts"], 5);
    EXPECT_EQ(report["groups"], 1);
    const std::string csv = read_file(folder_ / "starts.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 2);
    EXPECT_TRUE(contains(starts({}).out, "the start decides "));
}

TEST_F(ExperimentStarts, RefusesWhatHasNoPlaceBeforeItSearches) {
    EXPECT_TRUE(contains(starts({"--scorer", "length", "--candidates", "2"}).err,
                         "--scorer has no place here: starts are drawn without one"));
    const Finished nowhere = starts({"--csv", "nowhere/starts.csv"});
    EXPECT_EQ(nowhere.exit_code, 3);
    EXPECT_EQ(nowhere.out, "");
    const Finished short_of_it = run({"experiment", "starts", "--size", "20", "--count", "1", "--runs", "2"});
    EXPECT_EQ(short_of_it.exit_code, 3);
    EXPECT_TRUE(contains(short_of_it.err, "look earlier with --after"));
}

}  // namespace
}  // namespace l2r

#include "app/solve_fixture.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;
using Experiment = test::SolveProgram;

TEST_F(Experiment, PrintsTheMeanLengthAndItsInterval) {
    const Finished outcome = run({"experiment", "testset", "--size", "20", "--count", "5", "--runs", "2"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out.substr(0, 41), "5 instances of 20 customers: mean length ") << outcome.out;
    EXPECT_TRUE(contains(outcome.out, " ± "));
    EXPECT_TRUE(contains(outcome.out, "2 runs\n"));
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Experiment, SaysThatAScorerWasTrainedForSomethingElse) {
    const Finished outcome = run({"experiment", "testset", "--size", "30", "--count", "2", "--runs", "2",
                                  "--optimiser", "paper", "--scorer", "linear"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.err, "linear-20.safetensors: it was trained on 20 customers, not 30\n"))
        << outcome.err;
}

TEST_F(Experiment, SpeaksJsonThatDoesNotDependOnThreads) {
    const auto measure = [&](const std::string& threads) {
        const Finished outcome = run({"experiment", "testset", "--size", "20", "--count", "6", "--runs", "3",
                                      "--json", "--threads", threads});
        EXPECT_EQ(outcome.exit_code, 0);
        return json::parse(outcome.out);
    };
    const json alone = measure("1"), both = measure("2");
    EXPECT_EQ(alone["lengths"], both["lengths"]);
    EXPECT_EQ(alone["mean_length"], both["mean_length"]);
    ASSERT_EQ(alone["lengths"].size(), 6U);
    double sum = 0;
    for (const json& each : alone["lengths"]) sum += each.get<double>();
    EXPECT_NEAR(alone["mean_length"].get<double>(), sum / 6, 1e-12);
    EXPECT_LT(alone["interval_95"][0], alone["mean_length"]);
    EXPECT_GT(alone["interval_95"][1], alone["mean_length"]);
    EXPECT_EQ(alone["runs_per_instance"], 3.0);
}

TEST_F(Experiment, NamesTheOptionThatIsWrong) {
    for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{{"--count", "0"},
                                                                                        {"--count", "10001"},
                                                                                        {"--size", "x"},
                                                                                        {"--generate", "x"},
                                                                                        {"--threads", "0"}}) {
        const Finished outcome = run({"experiment", "testset", "--runs", "1", option, value});
        EXPECT_EQ(outcome.exit_code, 2) << option << " " << value;
        EXPECT_TRUE(contains(outcome.err, option)) << outcome.err;
    }
}

}  // namespace
}  // namespace l2r

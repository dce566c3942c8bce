#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "base/file.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/paths.hpp"
#include "support/process.hpp"
#include "support/random_network.hpp"
#include "support/scores.hpp"
#include "value/tidy.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The system's, which is the one that has Debian's torch.
const std::string python = "/usr/bin/python3";

/// A start as tests/twin/network.py reads it: features, not scaled.
Json start_as_json(Features& features, const Solution& solution) {
    constexpr auto width = static_cast<std::ptrdiff_t>(stop_features.size());
    std::vector<float> stops(solution.customers().size() * stop_features.size()),
        summary(start_features.size());
    features.measure(solution, stops, summary);
    Json routes = Json::array();
    auto row = stops.begin();
    for (int r = 0; r < solution.routes(); ++r) {
        Json route = Json::array();
        for (std::size_t k = 0; k < solution.route(r).size(); ++k, row += width)
            route.push_back(std::vector<float>(row, row + width));
        routes.push_back(route);
    }
    return {{"routes", routes}, {"summary", summary}};
}

class TorchTwin : public testing::Test {
  protected:
    void SetUp() override {
        if (test::run({python, "-c", "import numpy, torch"}).exit_code != 0)
            GTEST_SKIP() << python << " has no torch: the network was not compared with its twin";
        folder_ = fs::path(testing::TempDir()) / ("l2r-twin-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override {
        if (!folder_.empty()) fs::remove_all(folder_);
    }

    /// The twin's scores, (starts, outputs).
    std::vector<std::vector<double>> twin_scores(const Weights& weights, const Json& starts) const {
        write_weights(folder_ / "net.safetensors", weights);
        write_file(folder_ / "starts.json", starts.dump());
        const test::Finished outcome =
            test::run({python, test::source_folder() + "/tests/twin/network.py",
                       (folder_ / "net.safetensors").string(), (folder_ / "starts.json").string()});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.exit_code == 0 ? Json::parse(outcome.out) : Json::array();
    }

    /// On starts of 20 and of 50 customers, with the same weights.
    void compare(const NetworkShape& shape, View view) const {
        const std::vector<int> cycles{1, until_converged};
        const Weights weights = random_network(shape, cycles, 1, view);
        Json listed = Json::array();
        std::vector<std::vector<double>> ours(cycles.size());
        for (const int customers : {20, 50}) {
            const Instance instance = random_instance(customers, 1, 0);
            Features features(instance);
            Random random(2);
            std::vector<Start> starts;
            for (int k = 0; k < 20; ++k) {
                starts.push_back({random_start(instance, random), k % 3});
                listed.push_back(start_as_json(features, Viewer(view).show(instance, starts.back())));
            }
            for (std::size_t output = 0; output < cycles.size(); ++output)
                for (const double score :
                     scores_of(Network(weights, "net", cycles[output]), instance, starts))
                    ours[output].push_back(score);
        }
        const auto twin = twin_scores(weights, listed);
        ASSERT_EQ(twin.size(), listed.size());
        for (std::size_t output = 0; output < cycles.size(); ++output)
            for (std::size_t first = 0; first < twin.size(); first += 20)
                expect_near(std::span(ours[output]).subspan(first, 20), std::span(twin).subspan(first, 20),
                            output);
    }

    /// Up to a share of how far the scores of starts of one instance lie apart.
    static void expect_near(std::span<const double> ours, std::span<const std::vector<double>> twin,
                            std::size_t output) {
        const auto [low, high] = std::ranges::minmax(ours);
        ASSERT_GT(high - low, 1e-3);
        for (std::size_t k = 0; k < ours.size(); ++k)
            EXPECT_NEAR(ours[k], twin[k].at(output), 1e-5 * (high - low)) << "start " << k;
    }

    fs::path folder_;
};

TEST_F(TorchTwin, GivesTheScoresOfTheNetwork) {
    NetworkShape of_the_paper;
    of_the_paper.outputs = 2;
    compare(of_the_paper, View::tidied);
    compare(small_shape(2), View::given);
}

}  // namespace
}  // namespace l2r

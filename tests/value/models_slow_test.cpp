#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "optimise/local_search.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

const std::filesystem::path models = std::filesystem::path(L2R_SOURCE_DIR) / "models";

/// The share of pairs of random starts that a scorer puts into the order of their lengths after a run.
double accuracy(const std::string& file, int customers, int cycles, int pairs) {
    const std::unique_ptr<Scorer> scorer = load_scorer(file, cycles);
    LocalSearch search;
    Budget budget;
    if (cycles != converged) budget.cycles = cycles;
    int right = 0, counted = 0;
    for (int k = 0; k < pairs; ++k) {
        const Instance instance = random_instance(customers, 99, static_cast<std::uint64_t>(k));
        Random random(98, static_cast<std::uint64_t>(k));
        std::vector<Start> starts;
        std::vector<double> lengths;
        for (int s = 0; s < 2; ++s) {
            starts.push_back({random_start(instance, random), 0});
            lengths.push_back(
                length(instance, search.improve(instance, starts.back(), budget, random).solution));
        }
        if (std::abs(lengths[0] - lengths[1]) < 0.01) continue;
        const std::vector<double> scores = scorer->score(instance, starts);
        ++counted;
        right += (scores[0] < scores[1]) == (lengths[0] < lengths[1]);
    }
    return static_cast<double>(right) / counted;
}

/// Shipped scorers can be read by this version and know what they were trained for. A coin passes the
/// bounds less than once in a million.
TEST(Models, TellGoodStartsFromBad) {
    for (const int customers : {20, 50, 100}) {
        SCOPED_TRACE(customers);
        const std::string size = "-" + std::to_string(customers) + ".safetensors";
        for (const char* kind : {"network", "linear"}) {
            const std::string file = (models / (kind + size)).string();
            EXPECT_EQ(about_scorer(file)->customers, customers);
            EXPECT_EQ(misgiving(*about_scorer(file), customers, "paper"), "");
            EXPECT_GT(accuracy(file, customers, 1, 1500), 0.56) << kind << " after one cycle";
        }
        for (const char* kind : {"cycle", "cycle-network"})
            EXPECT_GT(accuracy((models / (kind + size)).string(), customers, converged, 1500), 0.56)
                << kind << " at the end";
    }
}

}  // namespace
}  // namespace l2r

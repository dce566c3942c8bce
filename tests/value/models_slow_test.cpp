#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/paths.hpp"
#include "support/scores.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

const std::filesystem::path models = std::filesystem::path(test::source_folder()) / "models";

/// The share of pairs of random starts that a scorer puts into the order of their lengths after a run.
double accuracy(const std::string& file, int customers, int cycles, int pairs) {
    const std::unique_ptr<Scorer> scorer = load_scorer(file, cycles);
    paper::LocalSearch search;
    Budget budget;
    budget.cycles = cycles;
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
        const std::vector<double> scores = scores_of(*scorer, instance, starts);
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
            EXPECT_EQ(mismatch(*about_scorer(file), customers, "paper"), "");
            EXPECT_GT(accuracy(file, customers, 1, 1500), 0.56) << kind << " after one cycle";
        }
        for (const char* kind : {"cycle", "cycle-network"})
            EXPECT_GT(accuracy((models / (kind + size)).string(), customers, until_converged, 1500), 0.56)
                << kind << " at the end";
    }
}

/// Two routes of a good solution perturbed: the best-scored of 20 such starts ends shorter than the first of
/// them. A coin passes the bound less than once in a hundred.
TEST(Models, TellGoodPerturbationsFromBad) {
    constexpr int instances = 1'000, candidates = 20;
    const std::unique_ptr<Scorer> scorer = load_scorer((models / "perturb-100.safetensors").string());
    paper::LocalSearch search;
    double gain = 0;
    for (int k = 0; k < instances; ++k) {
        const Instance instance = random_instance(100, 97, static_cast<std::uint64_t>(k));
        Random random(96, static_cast<std::uint64_t>(k));
        Solution parent = random_start(instance, random);
        std::vector<Start> starts(candidates);
        for (int run = 0; run < 10; ++run) {
            parent = search.improve(instance, {parent, 0}, {}, random).solution;
            for (Start& start : starts) perturb(instance, parent, 2, random, start);
            if (run < 9) parent = starts.front().solution;
        }
        const std::vector<double> scores = scores_of(*scorer, instance, starts);
        const auto best = std::min_element(scores.begin(), scores.end()) - scores.begin();
        const auto ends_at = [&](const Start& start) {
            return length(instance, search.improve(instance, start, {}, random).solution);
        };
        gain += ends_at(starts.front()) - ends_at(starts[static_cast<std::size_t>(best)]);
    }
    EXPECT_GT(gain / instances, 0.04);
    for (const char* size : {"20", "50"})
        EXPECT_EQ(about_scorer((models / ("perturb-" + std::string(size) + ".safetensors")).string())->kind,
                  "linear");
}

}  // namespace
}  // namespace l2r

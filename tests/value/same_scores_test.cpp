#include <gtest/gtest.h>

#include <Eigen/Core>
#include <filesystem>

#include "base/sha256.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/paths.hpp"
#include "support/scores.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

/// By them Eigen decides in which order it adds up products, so the processor must not be asked.
TEST(SameScores, SizesOfCachesAreThoseOfNoProcessor) {
    if (EIGEN_ARCH_i386_OR_x86_64 == 0) GTEST_SKIP() << "Eigen asks processors of this kind for nothing";
    EXPECT_EQ(Eigen::l1CacheSize(), 32 * 1024);
    EXPECT_EQ(Eigen::l2CacheSize(), 256 * 1024);
    EXPECT_EQ(Eigen::l3CacheSize(), 2 * 1024 * 1024);
}

/// Of all scores of a shipped scorer, given several starts at a time.
std::string digest_of_scores(const std::string& name, int customers) {
    const std::string file = name + "-" + std::to_string(customers) + ".safetensors";
    const auto scorer =
        load_scorer((std::filesystem::path(test::source_folder()) / "models" / file).string());
    std::vector<double> scores;
    for (const int count : {1, 2, 5, 20}) {
        const Instance instance = random_instance(customers, 7, static_cast<std::uint64_t>(count));
        Random random(8, static_cast<std::uint64_t>(count));
        std::vector<Start> starts;
        for (int k = 0; k < count; ++k) starts.push_back({random_start(instance, random), 0});
        for (const double score : scores_of(*scorer, instance, starts)) scores.push_back(score);
    }
    return sha256_hex(std::as_bytes(std::span(scores))).substr(0, 16);
}

TEST(SameScores, AreTheSameToTheLastBitOnEveryProcessorWithAvx2) {
#ifndef __FMA__
    GTEST_SKIP() << "builds for other processors round otherwise";
#endif
    EXPECT_EQ(digest_of_scores("network", 20), "d223af8ee635c4b2");
    EXPECT_EQ(digest_of_scores("network", 50), "8455e8693bc36a6d");
    EXPECT_EQ(digest_of_scores("network", 100), "483587f07878c6e2");
    EXPECT_EQ(digest_of_scores("cycle-network", 20), "eba8598439ac5d9f");
}

/// Without sums in vectors there is nothing that could differ.
TEST(SameScores, OfLinearScorersAreTheSameOnEveryProcessor) {
    EXPECT_EQ(digest_of_scores("linear", 20), "568e5f3781bea2d1");
    EXPECT_EQ(digest_of_scores("cycle", 50), "f27a0de1937e8d37");
    EXPECT_EQ(digest_of_scores("perturb", 100), "ed2b0e72c721310a");
}

}  // namespace
}  // namespace l2r

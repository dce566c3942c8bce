#include "value/adaptive.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/scores.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

std::vector<Start> own_random_starts(const Instance& instance, int count, std::uint64_t seed) {
    std::vector<Start> starts;
    for (int k = 0; k < count; ++k) {
        Random random(seed, 0, static_cast<std::uint64_t>(k));
        starts.push_back({construct(Construction::random, instance, random), 0});
    }
    return starts;
}

double start_length(const Instance& instance, const Start& start) {
    return length(instance, start.solution);
}

/// The share of pairs that are in the order of `truth`.
double agreement(const std::vector<double>& scores, const std::vector<double>& truth) {
    int right = 0, pairs = 0;
    for (std::size_t a = 0; a < scores.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            right += (scores[a] < scores[b]) == (truth[a] < truth[b]);
            ++pairs;
        }
    return static_cast<double>(right) / pairs;
}

std::vector<double> all_of(const Instance& instance, const std::vector<Start>& starts,
                           double (*of)(const Instance&, const Start&)) {
    std::vector<double> values;
    for (const Start& start : starts) values.push_back(of(instance, start));
    return values;
}

std::unique_ptr<AdaptiveScorer> adapted(const ToyScorer& base) {
    return std::make_unique<AdaptiveScorer>(base.clone(), AdaptSettings());
}

TEST(AdaptiveScorer, AtFirstSaysWhatTheOtherSays) {
    const Instance instance = random_instance(30, 91, 0);
    const ToyScorer by_length(start_length);
    const std::vector<Start> starts = own_random_starts(instance, 20, 1);
    const std::vector<double> truth = all_of(instance, starts, start_length);
    EXPECT_DOUBLE_EQ(agreement(scores_of(*adapted(by_length), instance, starts), truth), 1);
}

TEST(AdaptiveScorer, LearnsThatTheOtherIsWrong) {
    const Instance instance = random_instance(30, 92, 0);
    const ToyScorer wrong([](const Instance& i, const Start& s) { return -start_length(i, s); });
    const auto scorer = adapted(wrong);
    const std::vector<Start> starts = own_random_starts(instance, 50, 2);
    const std::vector<double> truth = all_of(instance, starts, start_length);
    EXPECT_LT(agreement(scores_of(*scorer, instance, starts), truth), 0.01);
    for (const Start& start : own_random_starts(instance, 3000, 3))
        scorer->learn(instance, start, start_length(instance, start), Stop());
    EXPECT_GT(agreement(scores_of(*scorer, instance, starts), truth), 0.95);
}

TEST(AdaptiveScorer, LearnsFromNothingAsStageDoes) {
    const Instance instance = random_instance(30, 93, 0);
    AdaptiveScorer scorer(nullptr, {1, 1});
    const std::vector<Start> starts = own_random_starts(instance, 50, 4);
    const auto routes = [](const Instance&, const Start& start) { return 1.0 * start.solution.routes(); };
    const std::vector<double> nothing = scores_of(scorer, instance, starts);
    EXPECT_EQ(*std::min_element(nothing.begin(), nothing.end()),
              *std::max_element(nothing.begin(), nothing.end()));
    for (const Start& start : own_random_starts(instance, 300, 5))
        scorer.learn(instance, start, start_length(instance, start) - routes(instance, start), Stop());
    std::vector<double> truth;
    for (const Start& start : starts)
        truth.push_back(start_length(instance, start) - routes(instance, start));
    EXPECT_GT(agreement(scores_of(scorer, instance, starts), truth), 0.9);
}

TEST(AdaptiveScorer, BeginsAnewForAnotherInstanceAndInAClone) {
    const Instance instance = random_instance(30, 94, 0), other = random_instance(30, 94, 1);
    AdaptiveScorer scorer(nullptr, {1, 1});
    for (const Start& start : own_random_starts(instance, 100, 6))
        scorer.learn(instance, start, start_length(instance, start), Stop());
    const std::vector<Start> starts = own_random_starts(instance, 5, 7);
    const auto is_silent = [](const std::vector<double>& scores) {
        return std::all_of(scores.begin(), scores.end(), [](double score) { return score == 0; });
    };
    EXPECT_FALSE(is_silent(scores_of(scorer, instance, starts)));
    EXPECT_TRUE(is_silent(scores_of(*scorer.clone(), instance, starts)));
    EXPECT_TRUE(is_silent(scores_of(scorer, other, own_random_starts(other, 5, 7))));
}

TEST(AdaptiveScorer, StaysCalmWhereAllRunsEndAlike) {
    const Instance instance = random_instance(20, 95, 0);
    const ToyScorer by_length(start_length);
    const auto scorer = adapted(by_length);
    for (const Start& start : own_random_starts(instance, 50, 8)) scorer->learn(instance, start, 6.5, Stop());
    const std::vector<Start> starts = own_random_starts(instance, 10, 9);
    EXPECT_DOUBLE_EQ(agreement(scores_of(*scorer, instance, starts), all_of(instance, starts, start_length)),
                     1);
}

}  // namespace
}  // namespace l2r

#include <gtest/gtest.h>

#include "problem/generate.hpp"
#include "support/reading_scorers.hpp"
#include "support/scores.hpp"
#include "value/stopped_scores.hpp"

namespace l2r {
namespace {

TEST(ScorerStop, LeavesCandidatesUnreadThatItCameBefore) {
    const Instance instance = random_instance(1'000, 1, 0, 100);
    for (const auto& scorer : reading_scorers()) {
        std::vector<Start> starts = random_starts(instance, 3);
        EXPECT_EQ(scorer->score(instance, starts, Stop(Stop::Clock::now())), std::vector<double>(3, unread))
            << scorer->name();
        scorer->learn(instance, starts[0], 1, Stop(Stop::Clock::now()));
        for (const double score : scores_of(*scorer, instance, starts)) EXPECT_LT(score, unread);
    }
}

/// It asks after some ten thousand customers.
TEST(ScorerStop, LeavesLengthsUnreadToo) {
    const Instance instance = random_instance(1'000, 4, 0, 100);
    for (const char* name : {"length", "race"}) {
        std::vector<Start> starts = random_starts(instance, 20);
        EXPECT_EQ(load_scorer(name)->score(instance, starts, Stop(Stop::Clock::now())).back(), unread);
        EXPECT_EQ(starts.back().cycles, 0);
    }
}

TEST(ScorerStop, EndsScoringSoon) {
    test::expect_scores_soon_after_stop(1'000, {0, 0.01, 0.1});
}

TEST(ScorerStop, LeavesNothingBehind) {
    const Instance instance = random_instance(600, 2, 0, 100);
    const std::vector<Start> starts = random_starts(instance, 4);
    for (const auto& scorer : reading_scorers()) {
        const std::vector<double> expected = scores_of(*scorer->clone(), instance, starts);
        for (double seconds = 1e-5; seconds < 0.1; seconds *= 4) {
            std::vector<Start> stopped = starts;
            scorer->score(instance, stopped, Stop::after(seconds));
            EXPECT_EQ(scores_of(*scorer, instance, starts), expected) << scorer->name() << ", " << seconds;
        }
    }
}

}  // namespace
}  // namespace l2r

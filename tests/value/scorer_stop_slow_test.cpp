#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "problem/generate.hpp"
#include "support/reading_scorers.hpp"

namespace l2r {
namespace {

/// A tenth of the time that scoring takes, and it ends in less than half of it.
TEST(ScorerStop, EndsScoringOfLargeInstancesSoon) {
    const Instance instance = random_instance(10'000, 3, 0, 100);
    const std::vector<Start> starts = random_starts(instance, 4);
    for (const auto& scorer : reading_scorers()) {
        const auto seconds_of = [&](const Stop& stop) {
            std::vector<Start> candidates = starts;
            const std::unique_ptr<Scorer> fresh = scorer->clone();
            const double begun = thread_cpu_seconds();
            fresh->score(instance, candidates, stop);
            return thread_cpu_seconds() - begun;
        };
        const double whole = seconds_of(Stop());
        EXPECT_LT(seconds_of(Stop::after(0.1 * whole)), 0.5 * whole) << scorer->name();
    }
}

}  // namespace
}  // namespace l2r

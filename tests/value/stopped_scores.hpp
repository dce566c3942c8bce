#pragma once

#include <gtest/gtest.h>

#include "problem/generate.hpp"
#include "support/after_stop.hpp"
#include "support/reading_scorers.hpp"

namespace l2r::test {

/// Stops every scorer after some CPU seconds.
inline void expect_scores_soon_after_stop(int customers, const std::vector<double>& when) {
    const Instance instance = random_instance(customers, 3, 0, 100);
    const std::vector<Start> starts = random_starts(instance, 50);
    for (const auto& scorer : all_scorers()) {
        const auto score = [&](const std::atomic<bool>& flag) {
            std::vector<Start> seen = starts;
            scorer->clone()->score(instance, seen, Stop::after(1000, &flag));
        };
        for (const double seconds : when)
            EXPECT_LT(cpu_seconds_after_stop(seconds, score), soon_after_stop)
                << scorer->name() << ", after " << seconds << " s";
    }
}

}  // namespace l2r::test

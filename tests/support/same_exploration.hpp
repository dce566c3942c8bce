#pragma once

#include <gtest/gtest.h>

#include "explore/explore.hpp"

namespace l2r {

/// All but times.
inline void expect_same(const Exploration& one, const Exploration& other) {
    EXPECT_EQ(one.best, other.best);
    EXPECT_EQ(one.length, other.length);
    EXPECT_EQ(one.runs, other.runs);
    EXPECT_EQ(one.iterations, other.iterations);
    EXPECT_EQ(one.reason, other.reason);
    ASSERT_EQ(one.history.size(), other.history.size());
    for (std::size_t i = 0; i < one.history.size(); ++i) {
        EXPECT_EQ(one.history[i].run, other.history[i].run);
        EXPECT_EQ(one.history[i].length, other.history[i].length);
    }
}

}  // namespace l2r

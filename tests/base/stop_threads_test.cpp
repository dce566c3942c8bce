#include <gtest/gtest.h>

#include <thread>

#include "base/stop.hpp"

namespace l2r {
namespace {

TEST(Stop, SeesAFlagThatAnotherThreadRaises) {
    std::atomic<bool> flag = false;
    const Stop stop = Stop::after(60, &flag);
    EXPECT_FALSE(stop.requested());
    std::jthread raiser([&] { flag = true; });
    while (!stop.requested()) std::this_thread::yield();
    EXPECT_TRUE(flag);
    EXPECT_FALSE(Stop().requested());
    EXPECT_TRUE(Stop::after(0).requested());
}

}  // namespace
}  // namespace l2r

#include "base/number.hpp"

#include <gtest/gtest.h>

namespace l2r {
namespace {

TEST(Number, IsShortAndKeepsItsValue) {
    const auto text = [](double value, int decimals) {
        std::string out;
        append_number(out, value, decimals);
        return out;
    };
    EXPECT_EQ(text(12.0, 1), "12");
    EXPECT_EQ(text(12.34, 1), "12.3");
    EXPECT_EQ(text(100, 0), "100");
    EXPECT_EQ(text(-0.01, 1), "0");
    EXPECT_EQ(text(1e300, 2).size(), 301U);
    EXPECT_EQ(short_number(27591), "27591");
    EXPECT_EQ(short_number(524.6111137), "524.611");
    EXPECT_EQ(short_number(15.612345), "15.6123");
    EXPECT_EQ(short_number(4373244.128), "4373244.13");
}

}  // namespace
}  // namespace l2r

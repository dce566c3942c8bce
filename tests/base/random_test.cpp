#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace l2r {
namespace {

std::vector<std::uint64_t> first_numbers(Random random, int count = 4) {
    std::vector<std::uint64_t> numbers;
    for (int i = 0; i < count; ++i) numbers.push_back(random.next());
    return numbers;
}

/// Seeds stand in papers and scripts: what they give must never change.
TEST(Random, GivesTheNumbersItAlwaysGave) {
    using Numbers = std::vector<std::uint64_t>;
    EXPECT_EQ(first_numbers(Random(0)),
              (Numbers{0x8c4986f3f0e565d5, 0xf4547fdf5c2f56b6, 0x6a9e0d6a14f022fb, 0xdf483d9e238576e0}));
    EXPECT_EQ(first_numbers(Random(1)),
              (Numbers{0x6082e9993631e7d5, 0xe9acc0d447272233, 0x05fef1147bb626b9, 0x1777dc8fa6014861}));
    EXPECT_EQ(first_numbers(Random(1, 2, 3)),
              (Numbers{0x740ddccda2dd6d03, 0xdd861246b0dd6b46, 0xb0774a6b20210e20, 0x528f91a5f3d5552e}));
    EXPECT_EQ(first_numbers(Random(1234567890123456789, 42, 1'000'000)),
              (Numbers{0xe1823d69107add9d, 0x790c74bf348e8868, 0x3ff244dcf2f7d6b8, 0x38cf5e50e15dfeb0}));
}

TEST(Random, DrawsAsItAlwaysDrew) {
    Random random(7, 1, 2);
    std::vector<std::uint32_t> drawn;
    for (int i = 0; i < 12; ++i) drawn.push_back(random.below(100));
    EXPECT_EQ(drawn, (std::vector<std::uint32_t>{97, 39, 65, 56, 74, 81, 10, 57, 45, 23, 44, 69}));
    for (const double expected : {0x1.43525f19d336p-5, 0x1.eca6f04e2eb7dp-1, 0x1.9bd4688ad9125p-1})
        EXPECT_EQ(random.uniform(), expected);
    std::array<int, 10> items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    random.shuffle(std::span<int>(items));
    EXPECT_EQ(items, (std::array<int, 10>{9, 1, 7, 0, 3, 2, 6, 8, 5, 4}));
}

TEST(Random, StreamsDifferBySeedGroupAndItem) {
    std::set<std::vector<std::uint64_t>> streams;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (std::uint64_t group = 0; group < 20; ++group)
            for (std::uint64_t item = 0; item < 20; ++item)
                streams.insert(first_numbers(Random(seed, group, item), 1));
    EXPECT_EQ(streams.size(), 8'000U);
    EXPECT_NE(first_numbers(Random(1, 2, 3)), first_numbers(Random(1, 3, 2)));
    EXPECT_EQ(first_numbers(Random(1)), first_numbers(Random(1, 0, 0)));
}

TEST(Random, BelowStaysBelow) {
    Random random(11);
    for (const std::uint32_t bound : {1U, 2U, 3U, 1'000U, 0x80000000U, 0x80000001U, 0xffffffffU})
        for (int i = 0; i < 10'000; ++i) ASSERT_LT(random.below(bound), bound);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0U);
}

/// Counts within five standard deviations of what chance gives.
void expect_even(const std::vector<int>& counts, int draws) {
    const double expected = static_cast<double>(draws) / static_cast<double>(counts.size());
    for (const int count : counts) EXPECT_NEAR(count, expected, 5 * std::sqrt(expected));
}

TEST(Random, BelowFavoursNoNumber) {
    constexpr int draws = 300'000;
    Random random(12);
    for (const std::uint32_t bound : {2U, 3U, 7U, 10U}) {
        std::vector<int> counts(bound, 0);
        for (int i = 0; i < draws; ++i) ++counts[random.below(bound)];
        expect_even(counts, draws);
    }
}

/// Of 3 * 2^30 numbers, a remainder of 32 bits would give the lowest third twice as often as the others.
TEST(Random, BelowIsEvenWhereARemainderWouldNotBe) {
    constexpr int draws = 300'000;
    constexpr std::uint32_t third = 1U << 30;
    Random random(13);
    std::vector<int> counts(3, 0);
    for (int i = 0; i < draws; ++i) ++counts[random.below(3 * third) / third];
    expect_even(counts, draws);
    std::vector<int> low_bits(3, 0);
    for (int i = 0; i < draws; ++i) ++low_bits[random.below(3 * third) % 3];
    expect_even(low_bits, draws);
}

TEST(Random, UniformIsFromZeroToBelowOne) {
    constexpr int draws = 200'000;
    Random random(14);
    std::vector<int> counts(10, 0);
    for (int i = 0; i < draws; ++i) {
        const double value = random.uniform();
        ASSERT_GE(value, 0);
        ASSERT_LT(value, 1);
        ++counts[static_cast<std::size_t>(10 * value)];
    }
    expect_even(counts, draws);
}

TEST(Random, ShuffleGivesEveryOrderOfThreeEquallyOften) {
    constexpr int draws = 60'000;
    Random random(15);
    std::map<std::array<int, 3>, int> orders;
    for (int i = 0; i < draws; ++i) {
        std::array<int, 3> items{1, 2, 3};
        random.shuffle(std::span<int>(items));
        ++orders[items];
    }
    ASSERT_EQ(orders.size(), 6U);
    std::vector<int> counts;
    for (const auto& [order, count] : orders) counts.push_back(count);
    expect_even(counts, draws);
}

TEST(Random, ShuffleLeavesNoneAndOneAlone) {
    Random random(16), untouched(16);
    std::vector<int> none, one{5};
    random.shuffle(std::span(none));
    random.shuffle(std::span(one));
    EXPECT_EQ(one, std::vector<int>{5});
    EXPECT_EQ(random.next(), untouched.next());
}

}  // namespace
}  // namespace l2r

#include "value/attention.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.hpp"

namespace l2r {
namespace {

constexpr AttentionShape shape{6, 3};

/// Query, key and value of the routes of some starts, (routes, width) each.
struct Routes {
    std::vector<int> counts;
    std::vector<double> query, key, value;

    Routes(std::vector<int> counts_of_starts, Random& random) : counts(std::move(counts_of_starts)) {
        const int all = std::accumulate(counts.begin(), counts.end(), 0);
        for (std::vector<double>* part : {&query, &key, &value})
            for (int k = 0; k < all * shape.width; ++k) part->push_back(4 * random.uniform() - 2);
    }
    std::vector<double> mixed(std::vector<double>* shares = nullptr) const {
        std::vector<double> result(query.size(), 77);
        attend(shape, counts, query.data(), key.data(), value.data(), result.data(), shares);
        return result;
    }
};

/// The definition, for the start whose routes are `first` .. `last` - 1.
std::vector<double> plain_mixed(const Routes& routes, int first, int last) {
    const int width = shape.width / shape.heads;
    std::vector<double> result;
    for (int to = first; to < last; ++to)
        for (int unit = 0; unit < shape.width; ++unit) {
            const int head = unit / width * width;
            double sum = 0, total = 0;
            for (int from = first; from < last; ++from) {
                double similarity = 0;
                for (int k = head; k < head + width; ++k)
                    similarity += routes.query[to * shape.width + k] * routes.key[from * shape.width + k];
                const double share = std::exp(similarity / std::sqrt(width));
                total += share;
                sum += share * routes.value[from * shape.width + unit];
            }
            result.push_back(sum / total);
        }
    return result;
}

TEST(Attention, MixesAsThePlainDefinitionDoes) {
    Random random(1);
    const Routes routes({4, 1, 7}, random);
    std::vector<double> plain;
    int first = 0;
    for (const int count : routes.counts) {
        const std::vector<double> part = plain_mixed(routes, first, first + count);
        plain.insert(plain.end(), part.begin(), part.end());
        first += count;
    }
    const std::vector<double> mixed = routes.mixed();
    ASSERT_EQ(mixed.size(), plain.size());
    for (std::size_t k = 0; k < mixed.size(); ++k) ASSERT_NEAR(mixed[k], plain[k], 1e-12) << k;
}

TEST(Attention, LeavesALoneRouteItsOwnValue) {
    Random random(2);
    const Routes routes({1, 1, 1}, random);
    EXPECT_EQ(routes.mixed(), routes.value);
}

TEST(Attention, DoesNotShowAStartTheRoutesOfAnother) {
    Random random(3);
    Routes routes({2, 3}, random);
    const std::vector<double> before = routes.mixed();
    const std::size_t first = 2 * shape.width;  // of the second start
    for (std::vector<double>* part : {&routes.query, &routes.key, &routes.value})
        for (std::size_t k = first; k < part->size(); ++k) (*part)[k] += 1 + 0.1 * static_cast<double>(k);
    const std::vector<double> after = routes.mixed();
    for (std::size_t k = 0; k < first; ++k) EXPECT_EQ(before[k], after[k]) << k;
    for (std::size_t k = first; k < after.size(); ++k) EXPECT_NE(before[k], after[k]) << k;
}

TEST(Attention, KeepsSharesThatAddUpToOne) {
    Random random(4);
    const Routes routes({3, 1}, random);
    std::vector<double> shares(5, 77);
    EXPECT_EQ(routes.mixed(&shares), routes.mixed());
    ASSERT_EQ(shares.size(), static_cast<std::size_t>(shape.heads * (3 * 3 + 1)));
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), shape.heads * (3 + 1), 1e-12);
}

TEST(Attention, BearsVeryDifferentRoutes) {
    Random random(5);
    Routes routes({3}, random);
    for (double& query : routes.query) query *= 1e6;
    for (const double value : routes.mixed()) EXPECT_TRUE(std::isfinite(value));
}

TEST(Attention, HasTheGradientsOfFiniteDifferences) {
    Random random(6);
    Routes routes({3, 1, 5, 2}, random);
    std::vector<double> factors;  // of the sum whose gradients are taken
    for (std::size_t k = 0; k < routes.query.size(); ++k) factors.push_back(2 * random.uniform() - 1);
    std::vector<double> shares, query(factors.size(), 77), key = query, value = query;
    routes.mixed(&shares);
    attend_backward(shape, routes.counts, routes.query.data(), routes.key.data(), routes.value.data(), shares,
                    factors.data(), query.data(), key.data(), value.data());
    const auto weighed = [&] {
        const std::vector<double> mixed = routes.mixed();
        return std::inner_product(mixed.begin(), mixed.end(), factors.begin(), 0.0);
    };
    const auto compare = [&](const char* name, std::vector<double>& numbers,
                             const std::vector<double>& gradient) {
        constexpr double step = 1e-5;
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            const double number = numbers[k];
            numbers[k] = number + step;
            const double above = weighed();
            numbers[k] = number - step;
            const double below = weighed();
            numbers[k] = number;
            ASSERT_NEAR(gradient[k], (above - below) / (2 * step), 1e-7) << name << " " << k;
        }
    };
    compare("query", routes.query, query);
    compare("key", routes.key, key);
    compare("value", routes.value, value);
}

}  // namespace
}  // namespace l2r

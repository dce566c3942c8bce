#include <gtest/gtest.h>

#include <array>

#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "value/features.hpp"

namespace l2r {
namespace {

using Row = std::array<float, start_features.size()>;

/// Measured by an object that has seen nothing before.
Row fresh(const Instance& instance, const Solution& solution) {
    std::vector<float> stops(solution.customers().size() * stop_features.size());
    Row row{};
    Features(instance).measure(solution, stops, row);
    return row;
}

/// One edit: customers change places, routes are turned or split, or two are shuffled into one another.
Solution edited(const Instance& instance, const Solution& solution, Random& random) {
    if (random.below(3) == 0) {
        Start start;
        perturb(instance, solution, 2, random, start);
        return start.solution;
    }
    std::vector<std::vector<Node>> routes;
    for (int r = 0; r < solution.routes(); ++r)
        routes.emplace_back(solution.route(r).begin(), solution.route(r).end());
    std::vector<Node>& route = routes[random.below(static_cast<std::uint32_t>(routes.size()))];
    const auto any = [&] { return random.below(static_cast<std::uint32_t>(route.size())); };
    if (random.below(2) == 0) {
        std::swap(route[any()], route[any()]);
    } else {
        std::reverse(route.begin(), route.end());
    }
    if (route.size() > 1 && random.below(4) == 0) {
        const Node last = route.back();
        route.pop_back();
        routes.push_back({last});
    }
    Solution result;
    for (const auto& each : routes) result.add_route(each);
    return result;
}

TEST(FeatureMemory, IsNeverStale) {
    for (const int customers : {1, 3, 20, 100}) {
        const Instance instance = random_instance(customers, 71, 0);
        Features features(instance);
        Random random(72);
        Solution solution = random_start(instance, random), earlier = solution;
        for (int step = 0; step < 1'500; ++step) {  // more routes than are remembered at once
            if (random.below(10) == 0) std::swap(solution, earlier);
            solution = edited(instance, solution, random);
            if (solution.routes() > instance.customers() / 2 + 1) solution = random_start(instance, random);
            Row row{};
            features.measure(solution, {}, row);
            ASSERT_EQ(row, fresh(instance, solution)) << customers << " customers, step " << step;
        }
    }
}

TEST(FeatureMemory, IsLeftOutWhereRoutesAreMany) {
    const Instance instance = random_instance(600, 73, 0);
    Random random(74);
    Solution alone;
    for (Node customer = 1; customer <= 600; ++customer) alone.add_route({{customer}});
    Features features(instance);
    Row row{};
    features.measure(random_start(instance, random), {}, row);
    features.measure(alone, {}, row);
    EXPECT_EQ(row, fresh(instance, alone));
}

TEST(RouteNumbers, TellRoutesApart) {
    RouteNumbers numbers;
    std::vector<std::vector<Node>> routes;
    for (Node a = 1; static_cast<int>(routes.size()) < RouteNumbers::limit; ++a)
        for (const std::vector<Node>& route :
             {std::vector<Node>{a}, {a, a + 1}, {a + 1, a}, {a, a + 1, a + 2}})
            routes.push_back(route);
    routes.resize(RouteNumbers::limit);
    for (int round = 0; round < 2; ++round)
        for (std::size_t r = 0; r < routes.size(); ++r)
            ASSERT_EQ(numbers.of(routes[r]), static_cast<int>(r)) << "round " << round;
    EXPECT_EQ(numbers.count(), RouteNumbers::limit);
    numbers.clear();
    EXPECT_EQ(numbers.count(), 0);
    EXPECT_EQ(numbers.of(routes.back()), 0);
}

}  // namespace
}  // namespace l2r

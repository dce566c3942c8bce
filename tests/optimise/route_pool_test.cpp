#include "optimise/route_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "support/random_instances.hpp"

namespace l2r {
namespace {

constexpr std::int64_t much = std::numeric_limits<std::int32_t>::max();

struct PlainRoute {
    std::vector<Node> customers;
    std::int64_t cost;
};

std::int64_t cost_in(const std::vector<PlainRoute>& routes, std::span<const Node> customers) {
    std::int64_t least = much;
    for (const PlainRoute& route : routes)
        if (std::equal(customers.begin(), customers.end(), route.customers.begin(), route.customers.end()))
            least = std::min(least, route.cost);
    return least;
}

std::int64_t cost_of(const Solution& solution, const std::vector<PlainRoute>& routes) {
    std::int64_t sum = 0;
    for (int index = 0; index < solution.routes(); ++index) sum += cost_in(routes, solution.route(index));
    return sum;
}

/// The least that routes cost which have all customers of a set once, for all sets of them; `much` where
/// there are none.
std::vector<std::int64_t> least_costs(const std::vector<PlainRoute>& routes, int customers) {
    std::vector<std::int64_t> least(std::size_t{2} << customers, much);
    least[0] = 0;
    for (std::uint32_t set = 0; set < least.size(); set += 2)
        for (const PlainRoute& route : routes) {
            std::uint32_t own = 0;
            for (const Node customer : route.customers) own |= 1u << customer;
            if ((own & ~set) == 0 && own != 0)
                least[set] = std::min(least[set], least[set & ~own] + route.cost);
        }
    return least;
}

std::vector<PlainRoute> random_routes(int customers, int count, Random& random) {
    std::vector<PlainRoute> routes;
    for (int i = 0; i < count; ++i) {
        std::vector<Node> all;
        for (Node customer = 1; customer <= customers; ++customer) all.push_back(customer);
        random.shuffle(std::span(all));
        all.resize(1 + random.below(std::min<std::uint32_t>(4, static_cast<std::uint32_t>(customers))));
        routes.push_back({all, 10 + 10 * static_cast<std::int64_t>(all.size()) + random.below(30)});
    }
    return routes;
}

Instance instance_of(int customers) {
    Random random(181);
    return any_instance(Layout::square, Loads::common, customers, random);
}

TEST(RoutePool, FindsTheCheapestSolutionThatItsRoutesMake) {
    Random random(182);
    int found = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const int customers = 1 + static_cast<int>(random.below(10));
        // Up to several words of bits.
        const auto routes = random_routes(customers, 30 + static_cast<int>(random.below(250)), random);
        RoutePool pool(instance_of(customers));
        for (const PlainRoute& route : routes) pool.add(route.customers, route.cost);
        const std::uint32_t all = (1u << (customers + 1)) - 2;
        const std::int64_t expected = least_costs(routes, customers).at(all);
        const Solution solution = pool.cheaper_solution(much, Stop());
        if (expected >= much) {
            EXPECT_EQ(solution.routes(), 0);
            continue;
        }
        ++found;
        std::uint32_t visited = 0;
        for (const Node customer : solution.customers()) visited |= 1u << customer;
        EXPECT_EQ(cost_of(solution, routes), expected);
        EXPECT_EQ(visited, all);
        EXPECT_EQ(static_cast<int>(solution.customers().size()), customers);
        EXPECT_EQ(pool.cheaper_solution(expected, Stop()).routes(), 0) << "no cheaper one";
        EXPECT_EQ(cost_of(pool.cheaper_solution(expected + 1, Stop()), routes), expected);
    }
    EXPECT_GT(found, 100);
}

TEST(RoutePool, LooksAtTheMostPromisingRoutesWhereThereAreTooMany) {
    Random random(184);
    RoutePool pool(instance_of(10), {.most_searched = 100});
    for (const PlainRoute& route : random_routes(10, 400, random))
        pool.add(route.customers, 100 + route.cost);
    for (const int first : {1, 3, 5, 7, 9}) pool.add(std::vector<Node>{first, first + 1}, 20);
    EXPECT_EQ(pool.cheaper_solution(1'000, Stop()).routes(), 5);
}

TEST(RoutePool, KeepsTheCheapestOrderOfTheSameCustomers) {
    RoutePool pool(instance_of(3));
    pool.add(std::vector<Node>{1, 2, 3}, 30);
    pool.add(std::vector<Node>{2, 1, 3}, 20);
    pool.add(std::vector<Node>{3, 2, 1}, 25);
    EXPECT_EQ(pool.size(), 1);
    EXPECT_EQ(pool.cheaper_solution(31, Stop()), (Solution{{2, 1, 3}}));
    EXPECT_EQ(pool.cheaper_solution(20, Stop()).routes(), 0);
}

TEST(RoutePool, DropsTheRoutesThatAreTooDearWhereThereAreTooMany) {
    Random random(183);
    RoutePool pool(instance_of(12), {.most_routes = 200});
    for (int call = 0; call < 10; ++call) {
        for (const PlainRoute& route : random_routes(12, 300, random))
            pool.add(route.customers, 500 + route.cost);
        pool.add(std::vector<Node>{1, 2, 3, 4, 5, 6}, 60);
        pool.add(std::vector<Node>{7, 8, 9, 10, 11, 12}, 60);
        EXPECT_EQ(pool.cheaper_solution(121, Stop()).routes(), 2);
        EXPECT_LE(pool.size(), 200);
    }
}

TEST(RoutePool, FindsNothingWhereItsWorkIsUsedUpOrAStopIsRequested) {
    const std::atomic<bool> raised = true;
    RoutePool pool(instance_of(2)), idle(instance_of(2), {.most_nodes = 0});
    for (RoutePool* each : {&pool, &idle})
        for (const Node customer : {1, 2}) each->add(std::vector<Node>{customer}, 5);
    EXPECT_EQ(pool.cheaper_solution(11, Stop(Stop::Clock::time_point::max(), &raised)).routes(), 0);
    EXPECT_EQ(pool.cheaper_solution(11, Stop()).routes(), 2);
    EXPECT_EQ(idle.cheaper_solution(11, Stop()).routes(), 0);
}

}  // namespace
}  // namespace l2r

#include "optimise/anneal/greedy_insertion.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "optimise/anneal/string_removal.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::anneal {
namespace {

using namespace granular;

constexpr double hardly_ever = 1e-12;
constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

Node any_customer(const Instance& instance, Random& random) {
    return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance.customers())));
}

/// Cost of the cheapest place with room beside one of `neighbours`, or on a route of its own; `none` where
/// there is none.
template <class Costs>
std::int64_t cheapest_insertion(const Instance& instance, const Plan<Costs>& plan, Node customer,
                                const Neighbours& neighbours) {
    const auto is_near = [&](Node node) {
        const auto near = neighbours.of(customer);
        return std::any_of(near.begin(), near.end(), [&](const auto& entry) { return entry.node == node; });
    };
    std::int64_t least = plan.used_routes() < instance.max_routes() ? 2LL * instance.cost(0, customer) : none;
    const Solution solution = plan.solution();
    for (int r = 0; r < solution.routes(); ++r) {
        const auto route = solution.route(r);
        for (std::size_t i = 0; i <= route.size(); ++i) {
            const Node before = i == 0 ? 0 : route[i - 1], after = i == route.size() ? 0 : route[i];
            const std::int64_t added = static_cast<std::int64_t>(instance.cost(before, customer)) +
                                       instance.cost(customer, after) - instance.cost(before, after);
            Stops with(route.begin(), route.end());
            with.insert(with.begin() + static_cast<long>(i), customer);
            if ((is_near(before) || is_near(after)) && fits(instance, with)) least = std::min(least, added);
        }
    }
    return least;
}

/// The same instance with as few routes as a solution of it has, or fewer.
Instance with_scarce_vehicles(const Instance& instance, const Solution& solution, Random& random) {
    const auto spare =
        static_cast<std::uint32_t>(std::max(1, solution.used_routes() - instance.min_routes() + 1));
    const int vehicles = solution.used_routes() - static_cast<int>(random.below(spare));
    return instance.with_vehicles(std::max(1, vehicles));
}

void expect_cheapest(const Instance& instance, const Solution& start, Random& random) {
    const Neighbours all(instance, instance.customers());
    GreedyInsertion insertion(instance, all, hardly_ever);
    Plan<TableCosts> plan(instance);
    plan.assign(start);
    for (int i = 0; i < 20; ++i) {
        for (int left = 5; left > 0; --left) {
            const Node other = any_customer(instance, random);
            if (plan.is_served(other)) plan.remove(other);
        }
        std::vector<Node> one{any_customer(instance, random)};
        const Node customer = one[0];
        if (plan.is_served(customer)) plan.remove(customer);
        const std::int64_t cost = plan.cost(), least = cheapest_insertion(instance, plan, customer, all);
        insertion.insert(plan, one, random);
        EXPECT_EQ(plan.is_served(customer), least != none);
        EXPECT_EQ(one.empty(), least != none);
        EXPECT_EQ(plan.cost() - cost, least == none ? 0 : least);
        plan.undo();
    }
}

TEST(GreedyInsertion, PutsACustomerWhereLookingAtEveryPlaceDoes) {
    for_many_limited_instances(2, 1, 40, 161, [](const Instance& instance, Random& random) {
        expect_cheapest(instance, construct(Construction::savings, instance, random), random);
    });
    for_many_windowed_instances(2, 1, 40, 168, [](const Instance& instance, Random& random) {
        expect_cheapest(instance, construct(Construction::savings, instance, random), random);
    });
    for_many_instances(2, 1, 40, 162, [](const Instance& instance, Random& random) {
        expect_cheapest(instance, construct(Construction::random, instance, random), random);
    });
}

/// Whether a route may get shorter by one customer more, and longer by one less: then it may have room after
/// it was asked, or be too long by what was removed.
bool may_shrink(const Instance& instance) {
    return !Limits(instance).only_capacity() && !instance.triangle_inequality();
}

/// Whoever has no place has none on any route.
template <class Costs>
void expect_repaired(const Instance& instance, const Plan<Costs>& plan, const std::vector<Node>& left) {
    Solution whole = plan.solution();
    const Neighbours all(instance, left.empty() ? 0 : instance.customers());
    EXPECT_LE(whole.routes(), instance.max_routes());
    for (const Node customer : left) {
        EXPECT_FALSE(plan.is_served(customer));
        if (!may_shrink(instance)) {
            EXPECT_EQ(cheapest_insertion(instance, plan, customer, all), none) << "has room";
        }
        whole.add_route(std::vector<Node>{customer});
    }
    EXPECT_EQ(faults_of_routes(instance, whole), std::vector<std::string>{});
}

/// Removes and inserts again and again, with `neighbours` neighbours and blinks. Returns how often some had
/// no place.
template <class Costs>
int expect_repairs(const Instance& instance, const Solution& start, int count, Random& random) {
    const Neighbours neighbours(instance, count);
    StringRemoval removal(instance, neighbours, {});
    GreedyInsertion insertion(instance, neighbours, 0.05);
    Plan<Costs> plan(instance);
    std::vector<Node> pending;
    for (int r = 0; r < start.routes(); ++r)
        if (r >= instance.max_routes())
            pending.insert(pending.end(), start.route(r).begin(), start.route(r).end());
    plan.assign(start);
    for (const Node customer : pending) plan.remove(customer);
    int times_left = 0;
    for (int i = 0; i < 30; ++i) {
        const std::vector<Node> before = pending;
        removal.remove(plan, any_customer(instance, random), random, pending);
        insertion.insert(plan, pending, random);
        if (!plan.keeps_to_limits()) {
            EXPECT_TRUE(may_shrink(instance));
            plan.undo();
            pending = before;
        }
        plan.commit();
        times_left += !pending.empty();
        expect_repaired(instance, plan, pending);
        if (testing::Test::HasFailure()) break;
    }
    return times_left;
}

TEST(GreedyInsertion, LeavesFeasibleRoutesWithinEveryLimitAndOutOnlyWhoHasNoRoom) {
    int times_left = 0;
    const auto test = [&](const Instance& instance, Random& random) {
        const Solution start = construct(Construction::savings, instance, random);
        const int count = 1 + static_cast<int>(random.below(20));
        EXPECT_EQ(expect_repairs<TableCosts>(instance, start, count, random), 0);
        times_left +=
            expect_repairs<TableCosts>(with_scarce_vehicles(instance, start, random), start, count, random);
    };
    for_many_instances(1, 2, 40, 163, test);
    for_many_limited_instances(1, 2, 40, 164, test);
    for_many_windowed_instances(1, 2, 40, 169, test);
    EXPECT_GT(times_left, 0) << "or else nothing was tested of it";
}

/// Past the limit of the table costs are computed.
TEST(GreedyInsertion, WorksWithoutATableOfCosts) {
    const Instance instance = random_instance(Instance::dense_limit + 1, 165, 0);
    ASSERT_FALSE(instance.has_cost_table());
    Random random(165);
    const Solution start = construct(Construction::nearest, instance, random);
    EXPECT_EQ(expect_repairs<ComputedCosts>(instance, start, 20, random), 0);
    const Neighbours neighbours(instance, 20);
    GreedyInsertion insertion(instance, neighbours, hardly_ever);
    Plan<ComputedCosts> plan(instance);
    plan.assign(start);
    for (int i = 0; i < 20; ++i) {
        std::vector<Node> one{any_customer(instance, random)};
        plan.remove(one[0]);
        const std::int64_t cost = plan.cost(), least = cheapest_insertion(instance, plan, one[0], neighbours);
        insertion.insert(plan, one, random);
        EXPECT_EQ(plan.cost() - cost, least);
        plan.undo();
    }
}

TEST(GreedyInsertion, BlinksMakeItChooseOtherPlacesNowAndThen) {
    const Instance instance = random_instance(100, 166, 0);
    const Neighbours neighbours(instance, 40);
    Random random(166);
    Plan<TableCosts> plan(instance);
    plan.assign(construct(Construction::savings, instance, random));
    const auto costs = [&](double rate) {
        GreedyInsertion insertion(instance, neighbours, rate);
        std::vector<std::int64_t> result;
        for (int i = 0; i < 200; ++i) {
            std::vector<Node> one{50};
            plan.remove(50);
            insertion.insert(plan, one, random);
            result.push_back(plan.cost());
            plan.undo();
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result.size();
    };
    EXPECT_EQ(costs(hardly_ever), 1u);
    EXPECT_GT(costs(0.3), 1u);
}

TEST(GreedyInsertion, DrawsTheOrderAnewEachTime) {
    const Instance instance = random_instance(100, 167, 0);
    const Neighbours neighbours(instance, 40);
    GreedyInsertion insertion(instance, neighbours, hardly_ever);
    Random random(167);
    Plan<TableCosts> plan(instance);
    plan.assign(construct(Construction::savings, instance, random));
    std::vector<Node> taken;
    StringRemoval(instance, neighbours, {}).remove(plan, 50, random, taken);
    plan.commit();
    std::vector<Solution> results;
    for (int i = 0; i < 20; ++i) {
        std::vector<Node> pending = taken;
        insertion.insert(plan, pending, random);
        const Solution result = plan.solution();
        if (std::find(results.begin(), results.end(), result) == results.end()) results.push_back(result);
        plan.undo();
    }
    EXPECT_GT(results.size(), 1u);
}

}  // namespace
}  // namespace l2r::anneal

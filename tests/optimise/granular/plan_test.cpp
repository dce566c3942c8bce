#include "optimise/granular/plan.hpp"

#include <gtest/gtest.h>

#include "optimise/granular/relocate.hpp"
#include "optimise/granular/two_opt.hpp"
#include "start/random_start.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r::granular {
namespace {

using TablePlan = Plan<TableCosts>;

/// What a plan has to be, by lists that are changed the plain way.
class PlainPlan {
  public:
    explicit PlainPlan(const Instance& instance) : instance_(&instance) {}

    std::vector<Node>& route(std::int32_t number) {
        if (routes_.size() <= static_cast<std::size_t>(number))
            routes_.resize(static_cast<std::size_t>(number) + 1);
        return routes_[static_cast<std::size_t>(number)];
    }
    void remove(std::int32_t from, Node customer) { std::erase(route(from), customer); }
    void insert(Node customer, const Gap& gap) {
        std::vector<Node>& to = route(gap.route);
        to.insert(gap.after == 0 ? to.end() : std::find(to.begin(), to.end(), gap.after), customer);
    }

    /// The routes, their loads and lengths, and the sums over all of them.
    void expect_equal(const TablePlan& plan) const {
        std::int64_t cost = 0;
        int used = 0, served = 0;
        std::int64_t overload = 0;
        Solution expected;
        for (std::size_t number = 1; number < routes_.size(); ++number) {
            const auto& customers = routes_[number];
            const auto route = static_cast<std::int32_t>(number);
            ASSERT_EQ(plan.size(route), static_cast<int>(customers.size()));
            EXPECT_EQ(plan.load(route), route_load(*instance_, customers));
            std::int64_t travel = 0, service = 0;
            for (std::size_t i = 0; i < customers.size(); ++i) {
                expect_visit(plan, route, customers, i);
                travel += plan.seat(customers[i]).cost_before;
                service += instance_->service(customers[i]);
            }
            if (!customers.empty()) travel += plan.seat(customers.back()).cost_after;
            if (instance_->has_route_limit()) {
                EXPECT_EQ(plan.needs(route).duration, travel + service);
            }
            if (instance_->has_windows() && !customers.empty()) {
                EXPECT_EQ(plan.needs(route).warp == 0, is_in_time(*instance_, customers));
            }
            cost += travel + plan.limits().overload_cost(plan.load(route));
            overload += std::max<std::int64_t>(0, plan.load(route) - instance_->capacity());
            used += !customers.empty();
            served += static_cast<int>(customers.size());
            if (!customers.empty()) expected.add_route(customers);
        }
        EXPECT_EQ(plan.cost(), cost);
        EXPECT_EQ(plan.overload(), overload);
        EXPECT_EQ(plan.used_routes(), used);
        EXPECT_EQ(plan.solution(), expected);
        for (Node customer = 1; customer < instance_->nodes(); ++customer) served -= plan.is_served(customer);
        EXPECT_EQ(served, 0);
        EXPECT_EQ(plan.load(TablePlan::nowhere), std::numeric_limits<std::int32_t>::max());
    }

    Solution solution() const {
        Solution result;
        for (const std::vector<Node>& customers : routes_)
            if (!customers.empty()) result.add_route(customers);
        return result;
    }

  private:
    void expect_visit(const TablePlan& plan, std::int32_t route, const std::vector<Node>& customers,
                      std::size_t at) const {
        const Node customer = customers[at];
        const auto seat = plan.seat(customer);
        EXPECT_EQ(seat.route, route);
        EXPECT_EQ(seat.before, at == 0 ? 0 : customers[at - 1]);
        EXPECT_EQ(seat.after, at + 1 == customers.size() ? 0 : customers[at + 1]);
        EXPECT_EQ(seat.cost_before, instance_->cost(seat.before, customer));
        EXPECT_EQ(seat.cost_after, instance_->cost(customer, seat.after));
    }

    const Instance* instance_;
    std::vector<std::vector<Node>> routes_;  ///< by number
};

/// A plan and its plain twin, changed alike.
struct Pair {
    explicit Pair(const Instance& of) : instance(of), plan(of), plain(of) {}

    /// Takes a random customer off its route; or puts it somewhere, now and then into an empty route.
    void change(Random& random) {
        const Node customer = any_customer(random);
        if (plan.is_served(customer)) {
            plain.remove(plan.route_of(customer), customer);
            plan.remove(customer);
            return;
        }
        const Node beside = any_customer(random);
        const auto seat = plan.seat(beside);
        const bool has_room = plan.load(seat.route) <= plan.limits().most_load() - instance.demand(customer);
        Gap gap;
        if (!has_room || random.below(4) == 0)
            gap.route = plan.empty_route();
        else if (random.below(2) == 0)
            gap = {seat.before, beside, seat.route};
        else
            gap = {beside, seat.after, seat.route};
        EXPECT_TRUE(gap.before != 0 || gap.after != 0 || plan.size(gap.route) == 0);
        plan.insert(customer, gap);
        plain.insert(customer, gap);
    }
    void change(int times, Random& random) {
        for (int i = 0; i < times; ++i) change(random);
    }
    /// Takes all customers off a random one's route.
    void clear_route(Random& random) {
        const std::int32_t route = plan.route_of(any_customer(random));
        if (route == TablePlan::nowhere) return;
        for (const Node customer : std::vector<Node>(plain.route(route))) {
            plain.remove(route, customer);
            plan.remove(customer);
        }
    }
    Node any_customer(Random& random) const {
        return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance.customers())));
    }

    const Instance& instance;
    TablePlan plan;
    PlainPlan plain;
};

void take_on(Pair& pair, const Solution& solution) {
    pair.plan.assign(solution);
    pair.plain = PlainPlan(pair.instance);
    for (const Node customer : solution.customers()) {
        const auto seat = pair.plan.seat(customer);
        pair.plain.route(seat.route).push_back(customer);
    }
}

TEST(Plan, HasNoRoutesAtFirst) {
    Random random(141);
    const Instance instance = any_instance(Layout::square, Loads::common, 5, random);
    TablePlan plan(instance);
    EXPECT_EQ(plan.solution(), Solution{});
    EXPECT_EQ(plan.cost(), 0);
    EXPECT_EQ(plan.used_routes(), 0);
    EXPECT_FALSE(plan.is_served(3));
    EXPECT_EQ(plan.size(plan.empty_route()), 0);
    EXPECT_EQ(plan.empty_route(), plan.empty_route()) << "one that was not used is on offer again";
}

TEST(Plan, UsesNumbersOfEmptyRoutesAgain) {
    Random random(147);
    const Instance instance = any_instance(Layout::square, Loads::common, 5, random);
    TablePlan plan(instance);
    for (int i = 0; i < 100; ++i) {
        for (const Node customer : {1, 2, 3}) plan.insert(customer, {0, 0, plan.empty_route()});
        if (i % 3 == 0) {
            plan.commit();
            for (const Node customer : {1, 2, 3}) plan.remove(customer);
            plan.commit();
        }
        plan.undo();
        EXPECT_EQ(plan.used_routes(), 0);
        EXPECT_EQ(plan.route_numbers(), 1 + 3);
    }
}

TEST(Plan, TakesOnTheRoutesOfASolutionAndGivesThemBack) {
    for_many_limited_instances(2, 1, 40, 142, [](const Instance& instance, Random& random) {
        Pair pair(instance);
        for (int i = 0; i < 3; ++i) {
            const Solution solution = random_start(instance, random);
            take_on(pair, solution);
            EXPECT_EQ(pair.plan.solution(), solution);
            pair.plain.expect_equal(pair.plan);
            pair.change(20, random);
        }
    });
}

TEST(Plan, TakesOnPartOfASolutionAndNoEmptyRoutes) {
    Random random(143);
    const Instance instance = any_instance(Layout::square, Loads::loose, 5, random);
    TablePlan plan(instance);
    plan.assign(Solution{{}, {2, 1}, {}, {5}});
    EXPECT_EQ(plan.solution(), (Solution{{2, 1}, {5}}));
    EXPECT_EQ(plan.used_routes(), 2);
    EXPECT_FALSE(plan.is_served(3));
}

TEST(Plan, IsWhatListsChangedThePlainWayAre) {
    for_many_windowed_instances(2, 1, 40, 144, [](const Instance& instance, Random& random) {
        Pair pair(instance);
        if (random.below(2) == 0) take_on(pair, random_start(instance, random));
        for (int i = 0; i < 40; ++i) {
            pair.change(1 + static_cast<int>(random.below(9)), random);
            if (random.below(4) == 0) pair.clear_route(random);
            pair.plain.expect_equal(pair.plan);
            if (testing::Test::HasFailure()) return;
        }
    });
}

TEST(Plan, UndoTakesBackWhatWasChangedSinceCommit) {
    for_many_windowed_instances(2, 1, 40, 145, [](const Instance& instance, Random& random) {
        Pair pair(instance);
        for (int i = 0; i < 20; ++i) {
            pair.change(static_cast<int>(random.below(60)), random);
            if (random.below(2) == 0) pair.plan.commit();
            pair.plan.commit();
            const PlainPlan before = pair.plain;
            pair.change(static_cast<int>(random.below(60)), random);
            if (random.below(2) == 0) pair.clear_route(random);
            pair.plan.undo();
            before.expect_equal(pair.plan);
            pair.plan.undo();
            before.expect_equal(pair.plan);
            if (testing::Test::HasFailure()) return;
            take_on(pair, random_start(instance, random));
        }
    });
}

TEST(Plan, CountsWhatRoutesCarryTooMuchAndWhatThatCosts) {
    int overloads = 0;
    for_many_instances(2, 1, 40, 149, [&](const Instance& instance, Random& random) {
        const auto most = static_cast<std::int32_t>(std::min(2LL * instance.capacity(), 1'000'000'000LL));
        Pair pair(instance);
        take_on(pair, random_start(instance, random));
        for (int i = 0; i < 20; ++i) {
            pair.plan.commit();
            pair.plan.price_overload(most, 1 + random.below(1 << 20));
            pair.plain.expect_equal(pair.plan);
            const PlainPlan before = pair.plain;
            pair.change(static_cast<int>(random.below(20)), random);
            pair.plain.expect_equal(pair.plan);
            overloads += pair.plan.overload() > 0;
            if (random.below(2) != 0) continue;
            pair.plan.undo();
            pair.plain = before;
            pair.plain.expect_equal(pair.plan);
            if (testing::Test::HasFailure()) return;
        }
    });
    EXPECT_GT(overloads, 100);
}

/// What moves look at must be what it is in a plan that was never changed.
void expect_settled(const Instance& instance, const TablePlan& plan) {
    TablePlan anew(instance);
    anew.assign(plan.solution());
    for (Node customer = 1; customer < instance.nodes(); ++customer) {
        if (!plan.is_served(customer)) continue;
        const Visit &visit = plan.linked()[customer], &expected = anew.linked()[customer];
        EXPECT_EQ(visit.edge, expected.edge);
        EXPECT_EQ(visit.position, expected.position);
        EXPECT_EQ(visit.head, expected.head);
        EXPECT_EQ(visit.gain, expected.gain);
        const auto reach_of = [customer](const TablePlan& of) {
            const Reach& reach = of.linked().reach(customer);
            return std::array{reach.edge, reach.gain, reach.swap};
        };
        EXPECT_EQ(reach_of(plan), reach_of(anew));
        if (plan.limits().only_capacity()) continue;
        const Needs &needs = plan.linked().needs(customer), &wanted = anew.linked().needs(customer);
        EXPECT_EQ(needs.head, wanted.head);
        EXPECT_EQ(needs.tail, wanted.tail);
        EXPECT_EQ(needs.turned_head, wanted.turned_head);
        EXPECT_EQ(needs.turned_tail, wanted.turned_tail);
    }
}

/// Reverses a part of a random customer's route, or moves a customer to another one.
void apply_any_move(TablePlan& plan, Random& random) {
    const LinkedRoutes<TableCosts>& linked = plan.linked();
    const auto customers = static_cast<std::uint32_t>(plan.instance().customers());
    const Node u = 1 + static_cast<Node>(random.below(customers));
    const Node v = 1 + static_cast<Node>(random.below(customers));
    if (u == v || !plan.is_served(u) || !plan.is_served(v)) return;
    constexpr std::int32_t any_cost = 0;
    if (!linked.same_route(u, v))
        plan.apply(Relocate{{u, u}, v, false}, any_cost);
    else if (linked[u].position < linked[v].position)
        plan.apply(TwoOpt{u, v}, any_cost);
    else
        plan.apply(TwoOpt{v, u}, any_cost);
}

TEST(Plan, IsForMovesWhatItWouldBeIfBuiltAnew) {
    for_many_windowed_instances(2, 1, 40, 148, [](const Instance& instance, Random& random) {
        Pair pair(instance);
        take_on(pair, random_start(instance, random));
        for (int i = 0; i < 40; ++i) {
            pair.change(static_cast<int>(random.below(9)), random);
            pair.plan.settle();
            expect_settled(instance, pair.plan);
            for (int moves = 0; moves < 3; ++moves) apply_any_move(pair.plan, random);
            expect_settled(instance, pair.plan);
            if (random.below(2) == 0)
                pair.plan.commit();
            else
                pair.plan.undo();
            expect_settled(instance, pair.plan);
            if (testing::Test::HasFailure()) return;
        }
    });
}

TEST(Plan, KnowsWhetherItIsWhatItWasWhateverTheNumbersAndDirectionsOfItsRoutes) {
    Random random(148);
    const Instance instance = any_instance(Layout::grid, Loads::loose, 6, random);
    TablePlan plan(instance);
    plan.assign(Solution{{1, 2, 3}, {4, 5}, {6}});
    const auto rebuild = [&](const std::vector<std::vector<Node>>& routes) {
        plan.undo();
        for (Node customer = 1; customer <= 6; ++customer) plan.remove(customer);
        EXPECT_FALSE(plan.is_unchanged());
        for (const auto& route : routes) {
            Gap gap{0, 0, plan.empty_route()};
            for (const Node customer : route) {
                plan.insert(customer, gap);
                gap.before = customer;
            }
        }
        plan.settle();
        return plan.is_unchanged();
    };
    EXPECT_TRUE(plan.is_unchanged());
    EXPECT_TRUE(rebuild({{1, 2, 3}, {4, 5}, {6}}));
    EXPECT_TRUE(rebuild({{6}, {5, 4}, {3, 2, 1}}));
    // Not by its length alone, which may be the same.
    EXPECT_FALSE(rebuild({{1, 2}, {3, 4, 5}, {6}}));
    EXPECT_FALSE(rebuild({{1, 2, 3}, {4, 5, 6}}));
    EXPECT_FALSE(rebuild({{1, 2, 3}, {4}, {5}, {6}}));
    EXPECT_FALSE(rebuild({{2, 1, 3}, {4, 5}, {6}}));
}

TEST(Plan, HasChangedWhereRoutesOfOneCustomerBecomeOneOfTheSameLength) {
    InstanceData data;
    data.places = {{0, 0}, {-1, 0}, {1, 0}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    const Instance instance(std::move(data));
    TablePlan plan(instance);
    plan.assign(Solution{{1}, {2}});
    const std::int64_t cost = plan.cost();
    plan.remove(2);
    plan.insert(2, {1, 0, plan.route_of(1)});
    plan.settle();
    EXPECT_EQ(plan.cost(), cost);
    EXPECT_FALSE(plan.is_unchanged());
}

TEST(Plan, KnowsWhetherTheRoutesThatChangedKeepToTheirLimits) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 4;
    data.rounding = Rounding::nearest;
    data.route_limit = 26;
    data.service = 10;
    const Instance instance(data);
    ASSERT_EQ(instance.cost_step(), 1);
    TablePlan plan(instance);
    plan.assign(Solution{{1, 3}, {2}, {4}});
    plan.remove(3);
    EXPECT_EQ(plan.needs(plan.route_of(1)).duration, 2 + 10);
    plan.insert(3, {2, 0, plan.route_of(2)});
    EXPECT_EQ(plan.needs(plan.route_of(2)).duration, 6 + 20);
    EXPECT_TRUE(plan.keeps_to_limits());
    plan.remove(1);
    plan.insert(1, {0, 2, plan.route_of(2)});
    EXPECT_FALSE(plan.keeps_to_limits());
    plan.commit();
    EXPECT_TRUE(plan.keeps_to_limits());
}

TEST(Plan, CopiesThatAreBroughtUpToDateAreEqualWhateverCameBetween) {
    for_many_limited_instances(2, 1, 40, 146, [](const Instance& instance, Random& random) {
        Pair pair(instance);
        take_on(pair, random_start(instance, random));
        RouteCopies copies;
        pair.plan.bring_up_to_date(copies);
        PlainPlan committed = pair.plain, brought = pair.plain;
        for (int i = 0; i < 100; ++i) {
            pair.change(1 + static_cast<int>(random.below(12)), random);
            if (random.below(4) == 0) pair.clear_route(random);
            if (random.below(3) == 0) {
                pair.plan.undo();
                pair.plain = committed;
            } else {
                pair.plan.commit();
                committed = pair.plain;
            }
            if (random.below(4) == 0) {
                pair.plan.bring_up_to_date(copies);
                brought = committed;
            }
            EXPECT_EQ(copies.solution(), brought.solution());
            committed.expect_equal(pair.plan);
            if (testing::Test::HasFailure()) return;
        }
        pair.plan.bring_up_to_date(copies);
        EXPECT_EQ(copies.solution(), committed.solution());
    });
}

}  // namespace
}  // namespace l2r::granular

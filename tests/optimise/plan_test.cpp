#include "optimise/plan.hpp"

#include <gtest/gtest.h>

#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

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
    void insert(Node customer, const Plan::Place& place) {
        std::vector<Node>& to = route(place.route);
        to.insert(place.after == 0 ? to.end() : std::find(to.begin(), to.end(), place.after), customer);
    }

    /// The routes, their loads and lengths, and the sums over all of them.
    void expect_equal(const Plan& plan) const {
        std::int64_t cost = 0;
        int used = 0, served = 0;
        Solution expected;
        for (std::size_t number = 1; number < routes_.size(); ++number) {
            const auto& customers = routes_[number];
            const auto route = static_cast<std::int32_t>(number);
            ASSERT_EQ(plan.size(route), static_cast<int>(customers.size()));
            EXPECT_EQ(plan.load(route), route_load(*instance_, customers));
            std::int64_t travel = 0, service = 0;
            for (std::size_t i = 0; i < customers.size(); ++i) {
                expect_visit(plan, route, customers, i);
                travel += plan.visit(customers[i]).cost_before;
                service += instance_->service(customers[i]);
            }
            if (!customers.empty()) travel += plan.visit(customers.back()).cost_after;
            EXPECT_EQ(plan.length(route), travel + service);
            cost += travel;
            used += !customers.empty();
            served += static_cast<int>(customers.size());
            if (!customers.empty()) expected.add_route(customers);
        }
        EXPECT_EQ(plan.cost(), cost);
        EXPECT_EQ(plan.used_routes(), used);
        EXPECT_EQ(plan.solution(), expected);
        for (Node customer = 1; customer < instance_->nodes(); ++customer) served -= plan.is_served(customer);
        EXPECT_EQ(served, 0);
        EXPECT_EQ(plan.load(Plan::nowhere), std::numeric_limits<std::int32_t>::max());
    }

  private:
    void expect_visit(const Plan& plan, std::int32_t route, const std::vector<Node>& customers,
                      std::size_t at) const {
        const Node customer = customers[at];
        const Plan::Visit& visit = plan.visit(customer);
        EXPECT_EQ(visit.route, route);
        EXPECT_EQ(visit.before, at == 0 ? 0 : customers[at - 1]);
        EXPECT_EQ(visit.after, at + 1 == customers.size() ? 0 : customers[at + 1]);
        EXPECT_EQ(visit.cost_before, instance_->cost(visit.before, customer));
        EXPECT_EQ(visit.cost_after, instance_->cost(customer, visit.after));
        EXPECT_EQ(visit.demand, instance_->demand(customer));
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
            plain.remove(plan.visit(customer).route, customer);
            plan.remove(customer);
            return;
        }
        const Node beside = any_customer(random);
        const Plan::Visit& visit = plan.visit(beside);
        const bool has_room = plan.load(visit.route) <= instance.capacity() - instance.demand(customer);
        Plan::Place place;
        if (!has_room || random.below(4) == 0)
            place.route = plan.empty_route();
        else if (random.below(2) == 0)
            place = {visit.before, beside, visit.route};
        else
            place = {beside, visit.after, visit.route};
        EXPECT_TRUE(place.before != 0 || place.after != 0 || plan.size(place.route) == 0);
        plan.insert(customer, place);
        plain.insert(customer, place);
    }
    void change(int times, Random& random) {
        for (int i = 0; i < times; ++i) change(random);
    }
    /// Takes all customers off a random one's route.
    void clear_route(Random& random) {
        const std::int32_t route = plan.visit(any_customer(random)).route;
        if (route == Plan::nowhere) return;
        for (const Node customer : std::vector<Node>(plain.route(route))) {
            plain.remove(route, customer);
            plan.remove(customer);
        }
    }
    Node any_customer(Random& random) const {
        return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance.customers())));
    }

    const Instance& instance;
    Plan plan;
    PlainPlan plain;
};

void take_on(Pair& pair, const Solution& solution) {
    pair.plan.assign(solution);
    pair.plain = PlainPlan(pair.instance);
    for (const Node customer : solution.customers()) {
        const Plan::Visit& visit = pair.plan.visit(customer);
        pair.plain.route(visit.route).push_back(customer);
    }
}

TEST(Plan, HasNoRoutesAtFirst) {
    Random random(141);
    const Instance instance = any_instance(Layout::square, Loads::common, 5, random);
    Plan plan(instance);
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
    Plan plan(instance);
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
    Plan plan(instance);
    plan.assign(Solution{{}, {2, 1}, {}, {5}});
    EXPECT_EQ(plan.solution(), (Solution{{2, 1}, {5}}));
    EXPECT_EQ(plan.used_routes(), 2);
    EXPECT_FALSE(plan.is_served(3));
}

TEST(Plan, IsWhatListsChangedThePlainWayAre) {
    for_many_limited_instances(2, 1, 40, 144, [](const Instance& instance, Random& random) {
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
    for_many_limited_instances(2, 1, 40, 145, [](const Instance& instance, Random& random) {
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

TEST(Plan, KnowsTheLongestOfTheRoutesThatChanged) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 4;
    data.rounding = Rounding::nearest;
    data.route_limit = 100;
    data.service = 10;
    const Instance instance(data);
    ASSERT_EQ(instance.cost_step(), 1);
    Plan plan(instance);
    plan.assign(Solution{{1, 3}, {2}, {4}});
    EXPECT_EQ(plan.longest_changed(), 0);
    plan.remove(3);
    EXPECT_EQ(plan.longest_changed(), 2 + 10);
    plan.insert(3, {2, 0, plan.visit(2).route});
    EXPECT_EQ(plan.longest_changed(), 6 + 20);
    plan.commit();
    EXPECT_EQ(plan.longest_changed(), 0);
}

TEST(Plan, ATwinThatIsBroughtUpToDateIsEqualWhateverCameBetween) {
    for_many_limited_instances(2, 1, 40, 146, [](const Instance& instance, Random& random) {
        Pair pair(instance);
        take_on(pair, random_start(instance, random));
        Plan twin = pair.plan;
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
                pair.plan.bring_up_to_date(twin);
                brought = committed;
            }
            brought.expect_equal(twin);
            committed.expect_equal(pair.plan);
            if (testing::Test::HasFailure()) return;
        }
        pair.plan.bring_up_to_date(twin);
        EXPECT_EQ(twin.size(twin.empty_route()), 0);
        committed.expect_equal(twin);
    });
}

}  // namespace
}  // namespace l2r

#include "problem/segment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "problem/costs.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

/// What a row of nodes needs, node by node.
Segment needs_of(const Instance& instance, const std::vector<Node>& nodes) {
    const Limits limits(instance);
    Segment sum = limits.of(nodes[0]);
    for (std::size_t i = 1; i < nodes.size(); ++i)
        sum = join(sum, instance.cost(nodes[i - 1], nodes[i]), limits.of(nodes[i]));
    return sum;
}

/// Nodes as a part of a route.
struct Part {
    const Instance& instance;
    std::vector<Node> nodes;

    std::int32_t load() const { return static_cast<std::int32_t>(route_load(instance, std::span(nodes))); }
    Segment segment() const { return needs_of(instance, nodes); }
    Node first() const { return nodes.front(); }
    Node last() const { return nodes.back(); }
};

/// All customers, in any order, and where to cut them twice.
struct Cut {
    Cut(const Instance& instance, Random& random)
        : customers(static_cast<std::size_t>(instance.customers())) {
        std::iota(customers.begin(), customers.end(), Node{1});
        random.shuffle(std::span(customers));
        customers.resize(std::min<std::size_t>(customers.size(), 1 + random.below(8)));
        const auto size = static_cast<std::uint32_t>(customers.size());
        first = static_cast<long>(random.below(size + 1));
        second = static_cast<long>(random.below(size + 1));
        if (first > second) std::swap(first, second);
    }
    std::vector<Node> head() const { return joined({0}, {customers.begin(), customers.begin() + first}); }
    std::vector<Node> middle() const { return {customers.begin() + first, customers.begin() + second}; }
    std::vector<Node> tail() const { return joined({customers.begin() + second, customers.end()}, {0}); }
    std::vector<Node> whole() const { return joined(joined({0}, customers), {0}); }

    std::vector<Node> customers;
    long first, second;
};

TEST(Segment, HasTheLoadAndTheTimeOfItsRoute) {
    for_many_limited_instances(10, 1, 20, 311, [](const Instance& instance, Random& random) {
        const Cut cut(instance, random);
        std::int64_t duration = cost_of(instance, cut.customers);
        for (const Node customer : cut.customers) duration += instance.service(customer);
        const Segment needs = needs_of(instance, cut.whole());
        EXPECT_EQ(needs.load, route_load(instance, cut.customers));
        EXPECT_EQ(needs.duration, duration);
    });
}

/// Late by as much in all as a vehicle that is taken back to when each window closes.
TEST(Segment, HasTheDelaysOfItsRoute) {
    int late = 0;
    for_many_windowed_instances(10, 1, 20, 325, [&](const Instance& instance, Random& random) {
        const Cut cut(instance, random);
        const NodeTimes* const times = instance.times();
        std::int64_t now = times[0].opens, warp = 0;
        Node at = 0;
        for (const Node next : joined(cut.customers, {0})) {
            now += times[at].service + instance.cost(at, next);
            const std::int64_t delay = std::max<std::int64_t>(0, now - times[next].closes);
            warp += delay;
            now = std::max(now - delay, times[next].opens);
            at = next;
        }
        EXPECT_EQ(needs_of(instance, cut.whole()).warp, warp);
        EXPECT_EQ(needs_of(instance, cut.whole()).earliest + needs_of(instance, cut.whole()).time, now);
        late += warp > 0;
    });
    EXPECT_GT(late, 50);
}

TEST(Segment, IsTheSameHoweverARouteIsCut) {
    for_many_windowed_instances(10, 1, 20, 312, [](const Instance& instance, Random& random) {
        const Cut cut(instance, random);
        const auto way = [&](const std::vector<Node>& a, const std::vector<Node>& b) {
            return instance.cost(a.back(), b.front());
        };
        const auto head = cut.head(), middle = cut.middle(), tail = cut.tail();
        if (middle.empty()) return;
        const Segment one = needs_of(instance, head), two = needs_of(instance, middle),
                      three = needs_of(instance, tail), whole = needs_of(instance, cut.whole());
        EXPECT_EQ(join(join(one, way(head, middle), two), way(middle, tail), three), whole);
        EXPECT_EQ(join(one, way(head, middle), join(two, way(middle, tail), three)), whole);
    });
}

/// `fits` adds loads and times up by itself.
TEST(Limits, AllowWhatFitsWholeOrInParts) {
    int allowed = 0, refused = 0;
    const auto check = [&](const Instance& instance, Random& random) {
        const Cut cut(instance, random);
        const Limits limits(instance);
        const bool wanted = fits(instance, cut.customers);
        wanted ? ++allowed : ++refused;
        EXPECT_EQ(limits.allow(needs_of(instance, cut.whole())), wanted);
        const Part head{instance, cut.head()}, tail{instance, cut.tail()};
        if (cut.first == cut.second) {
            EXPECT_EQ(limits.allow(TableCosts(instance), head, tail), wanted);
        } else {
            EXPECT_EQ(limits.allow(TableCosts(instance), head, Part{instance, cut.middle()}, tail), wanted);
            EXPECT_EQ(limits.allow(ComputedCosts(instance), head, Part{instance, cut.middle()}, tail),
                      wanted);
        }
        if (cut.second == cut.first + 1) {
            const Limits::Customer customer{limits, cut.middle()[0]};
            EXPECT_EQ(limits.allow(TableCosts(instance), head, customer, tail), wanted);
        }
    };
    for_many_instances(10, 1, 20, 314, check);
    for_many_limited_instances(10, 1, 20, 315, check);
    for_many_windowed_instances(10, 1, 20, 320, check);
    EXPECT_GT(allowed, 20);
    EXPECT_GT(refused, 20);
}

TEST(Limits, AreLoadsAloneWhereRoutesAreNotLimitedOtherwise) {
    for_many_instances(1, 1, 9, 316, [](const Instance& instance, Random&) {
        EXPECT_TRUE(Limits(instance).only_capacity());
    });
    for_many_limited_instances(1, 1, 9, 317, [](const Instance& instance, Random&) {
        EXPECT_FALSE(Limits(instance).only_capacity());
        EXPECT_FALSE(Limits(instance).order_matters());
    });
    for_many_windowed_instances(1, 1, 9, 326, [](const Instance& instance, Random&) {
        EXPECT_FALSE(Limits(instance).only_capacity());
        EXPECT_TRUE(Limits(instance).order_matters());
    });
}

TEST(Limits, MayLetRoutesCarryTooMuchForAPrice) {
    for_many_instances(1, 1, 9, 322, [](const Instance& instance, Random&) {
        Limits limits(instance);
        const std::int32_t capacity = limits.capacity(), most = std::min(capacity + 3, 1'000'000'000);
        EXPECT_FALSE(limits.has_price());
        EXPECT_FALSE(limits.allow(Segment{0, most + 1}));
        EXPECT_EQ(limits.overload_cost(most), 0);
        limits.price_overload(most, 5 << 15);  // two and a half for each unit
        EXPECT_TRUE(limits.has_price());
        EXPECT_TRUE(limits.allow(Segment{0, most}));
        EXPECT_FALSE(limits.allow(Segment{0, most + 1}));
        EXPECT_EQ(limits.overload_cost(capacity), 0);
        if (most == capacity + 3) {
            EXPECT_EQ(limits.overload_cost(most), 7);
        }
        limits.price_overload(most, 0);
        EXPECT_EQ(limits.most_load(), capacity);
    });
}

TEST(Limits, NoExchangeOfLoadsSavesMoreOverloadThanTheOtherRouteRelieves) {
    const Instance instance = random_instance(20, 323, 0);
    Limits limits(instance);
    Random random(324);
    const auto up_to = [&](std::int32_t most) {
        return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(most + 1)));
    };
    const std::int32_t most = 2 * limits.capacity();
    int tight = 0;
    for (int i = 0; i < 20'000; ++i) {
        limits.price_overload(most, 1 + up_to(1 << 20));
        const std::int32_t giving = up_to(most), taking = up_to(most),
                           given = up_to(std::min(giving, most - taking));
        const std::int32_t before = limits.overload_cost(giving) + limits.overload_cost(taking);
        const std::int32_t after =
            limits.overload_cost(giving - given) + limits.overload_cost(taking + given);
        const std::int32_t bound = limits.relief(taking);
        EXPECT_LE(before - after, bound);
        tight += bound < limits.overload_cost(giving) && before - after + 3 > bound;
    }
    EXPECT_GT(tight, 100) << "the bound must not be looser than it has to be";
}

TEST(GrowingRoute, HasRoomForWhatFits) {
    const auto check = [](const Instance& instance, Random& random) {
        GrowingRoute growing(instance);
        std::vector<Node> route;
        Cut cut(instance, random);
        for (const Node customer : cut.customers) {
            EXPECT_EQ(growing.room(), instance.capacity() - route_load(instance, route));
            const bool wanted = fits(instance, joined(route, {customer}));
            EXPECT_EQ(growing.has_room_for(customer), wanted);
            if (!wanted) {
                growing.restart();
                route.clear();
            }
            growing.visit(customer);
            route.push_back(customer);
        }
    };
    for_many_instances(10, 1, 20, 318, check);
    for_many_limited_instances(10, 1, 20, 319, check);
    for_many_windowed_instances(10, 1, 20, 321, check);
}

}  // namespace
}  // namespace l2r

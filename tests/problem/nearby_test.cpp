#include "problem/nearby.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/geographic_place.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

/// By looking at every customer.
std::vector<Node> nearest_of(const Instance& instance, const std::vector<Node>& customers, Node from,
                             int count, std::int32_t room) {
    std::vector<Node> found;
    for (const Node customer : customers)
        if (customer != from && instance.demand(customer) <= room) found.push_back(customer);
    std::sort(found.begin(), found.end(), [&](Node a, Node b) {
        return std::tuple(instance.cost(from, a), std::abs(a - from), a) <
               std::tuple(instance.cost(from, b), std::abs(b - from), b);
    });
    found.resize(std::min(found.size(), static_cast<std::size_t>(count)));
    return found;
}

void expect_right(const Instance& instance, Random& random) {
    std::vector<Node> customers, found;
    for (Node customer = 1; customer < instance.nodes(); ++customer)
        if (random.below(5) > 0) customers.push_back(customer);
    Nearby nearby(instance, customers);
    for (int query = 0; query < 20; ++query) {
        const auto from = static_cast<Node>(random.below(static_cast<std::uint32_t>(instance.nodes())));
        const int count = 1 + static_cast<int>(random.below(12));
        const auto room =
            static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(instance.capacity()) + 1));
        nearby.nearest(from, count, found, room);
        EXPECT_EQ(found, nearest_of(instance, customers, from, count, room));
        if (customers.empty()) continue;
        const auto gone = customers.begin() + random.below(static_cast<std::uint32_t>(customers.size()));
        nearby.remove(*gone);
        customers.erase(gone);
    }
}

TEST(Nearby, FindsWhatLookingAtEveryCustomerFinds) {
    for_many_instances(5, 1, 120, 101,
                       [](const Instance& instance, Random& random) { expect_right(instance, random); });
}

TEST(Nearby, IsRightUnderEveryMetricAndRounding) {
    for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::maximum, Metric::geographic,
                                Metric::great_circle, Metric::att})
        for (const Rounding rounding : {Rounding::none, Rounding::nearest, Rounding::ceil, Rounding::trunc})
            for (const double extent : {1.0, 12.0, 80.0}) {
                Random random(102);
                InstanceData data;
                choose_demands(data, Loads::common, 150, random);
                for (std::size_t node = 0; node < data.demands.size(); ++node) {
                    const Point place{extent * random.uniform(), extent * random.uniform()};
                    data.places.push_back(metric == Metric::geographic ? geographic_place(place) : place);
                }
                data.metric = metric;
                data.rounding = rounding;
                expect_right(Instance(data), random);
            }
}

TEST(Nearby, IsRightAllRoundTheEarth) {
    for (const double extent : {1.0, 0.1, 0.001}) {
        Random random(104);
        InstanceData data;
        choose_demands(data, Loads::common, 300, random);
        for (std::size_t node = 0; node < data.demands.size(); ++node) {
            const double x = extent * (2 * random.uniform() - 1), y = extent * (2 * random.uniform() - 1);
            switch (node % 3) {  // anywhere, around the date line, around a pole
                case 0:
                    data.places.push_back({180 * x, 90 * y});
                    break;
                case 1:
                    data.places.push_back({x > 0 ? 180 - x : -180 - x, y});
                    break;
                default:
                    data.places.push_back({180 * (2 * random.uniform() - 1), 90 - std::abs(y)});
            }
        }
        data.metric = Metric::great_circle;
        for (const Rounding rounding : {Rounding::none, Rounding::nearest, Rounding::ceil, Rounding::trunc}) {
            data.rounding = rounding;
            expect_right(Instance(data), random);
        }
    }
}

TEST(Nearby, OfCustomersAtOnePlaceTheNearestInNumberComeFirst) {
    InstanceData data;
    data.places.assign(5'000, Point{2, 2});
    data.demands.assign(5'000, 0);
    data.capacity = 1;
    const Instance instance(data);
    std::vector<Node> customers, found;
    for (Node customer = 1; customer < instance.nodes(); ++customer) customers.push_back(customer);
    Nearby(instance, customers).nearest(1'234, 4, found);
    EXPECT_EQ(found, (std::vector<Node>{1'233, 1'235, 1'232, 1'236}));
}

TEST(Nearby, ARoughTreeIsRightToo) {
    Random random(103);
    const Instance instance = any_instance(Layout::square, Loads::common, 200, random);
    std::vector<Node> customers, found;
    for (Node customer = 1; customer < instance.nodes(); ++customer) customers.push_back(customer);
    Nearby(instance, customers, Stop::after(0)).nearest(0, 7, found);
    EXPECT_EQ(found, nearest_of(instance, customers, 0, 7, 9));
}

}  // namespace
}  // namespace l2r

#include "value/features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

constexpr std::size_t stop_columns = stop_features.size(), start_columns = start_features.size();

struct Measured {
    std::vector<float> stops;  ///< (customers, stop_features)
    std::vector<float> start;
};

Measured measured(Features& features, const Solution& solution) {
    constexpr float unset = std::numeric_limits<float>::quiet_NaN();
    Measured result{std::vector<float>(solution.customers().size() * stop_columns, unset),
                    std::vector<float>(start_columns, unset)};
    features.measure(solution, result.stops, result.start);
    return result;
}

Measured measured(const Instance& instance, const Solution& solution) {
    Features features(instance);
    return measured(features, solution);
}

/// Up to what single precision makes of sums in another order.
void expect_near(const std::vector<float>& a, const std::vector<float>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
        EXPECT_NEAR(a[k], b[k], 1e-5 * std::max(1.0F, std::abs(b[k]))) << "number " << k;
}

void expect_finite(const Measured& values) {
    for (std::size_t k = 0; k < values.stops.size(); ++k)
        ASSERT_TRUE(std::isfinite(values.stops[k])) << stop_features[k % stop_columns];
    for (std::size_t k = 0; k < start_columns; ++k)
        ASSERT_TRUE(std::isfinite(values.start[k])) << start_features[k];
}

/// Places whose distances are whole numbers but for one, in a box whose longer side is 6.
Instance tiny() {
    InstanceData data;
    data.places = {{0, 0}, {3, 0}, {3, 4}, {0, 4}, {-3, 0}};
    data.demands = {0, 2, 3, 4, 10};
    data.capacity = 10;
    return Instance(data);
}

TEST(Features, OfStopsAreAsWorkedOutByHand) {
    const std::vector<float> stops = measured(tiny(), Solution{{1, 2}, {3}, {4}}).stops;
    // x, y, demand, depot_distance, previous, next, bypass, route_slack, nearest_on_route, together_5,
    // removal_gain, move_gain, fitting_move_gain; distances before division by 6.
    const std::vector<std::vector<double>> by_hand = {{3, 0, 0.2, 3, 3, 4, 5, 0.5, 3, 1, 2, 0, 0},
                                                      {3, 4, 0.3, 5, 4, 5, 3, 0.5, 4, 1, 6, 2, 2},
                                                      {0, 4, 0.4, 4, 4, 4, 0, 0.6, 4, 0, 8, 6, 6},
                                                      {-3, 0, 1.0, 3, 3, 3, 0, 0, 3, 0, 6, 2, 0}};
    ASSERT_EQ(stops.size(), by_hand.size() * stop_columns);
    for (std::size_t stop = 0; stop < by_hand.size(); ++stop)
        for (std::size_t k = 0; k < by_hand[stop].size(); ++k) {
            const bool is_distance = stop_features[k] != "demand" && stop_features[k] != "route_slack" &&
                                     stop_features[k] != "together_5";
            EXPECT_NEAR(stops[stop * stop_columns + k], by_hand[stop][k] / (is_distance ? 6 : 1), 1e-6)
                << stop_features[k] << " of stop " << stop;
        }
}

TEST(Features, OfAStartAreAsWorkedOutByHand) {
    const std::vector<float> start = measured(tiny(), Solution{{1, 2}, {3}, {4}}).start;
    const double spread = std::sqrt((144.0 + 64 + 36) / 3 - 26.0 * 26 / 9);
    const double resultant = std::sqrt(1.6 * 1.6 + 0.8 * 0.8);  // of the first route, not divided
    const double mean_slack = 1.1 / 3;
    const std::vector<double> by_hand = {26.0 / 6,
                                         3,
                                         spread / 6,
                                         (resultant / 2 + 1 + 1) / 3,
                                         resultant / 2 + 1 + 1,
                                         (resultant + 1 + 1) / 4,
                                         (7.0 + 4 + 3) / 6,
                                         4.0 / 6 / 3,
                                         8.0 / 36,
                                         22.0 / 6,
                                         14.0 / 6,
                                         1.0 / 4,
                                         2.0 / 4,
                                         1.0 / 4,
                                         2.0 / 4,
                                         0.25 + 0.16 + 1,
                                         std::sqrt((0.25 + 0.36) / 3 - mean_slack * mean_slack),
                                         0.4,
                                         std::sqrt(0.5) + std::sqrt(0.6),
                                         0.5,
                                         1,
                                         0.5 * 0.5 + 0.6 * 0.4,
                                         (0.75 + 0.75 + 0) / 3,
                                         22.0 / 6,
                                         10.0 / 6,
                                         8.0 / 6,
                                         (2.0 + 6 + 6) / 6,
                                         3.0 / 4,
                                         0.95,
                                         3.75 / 6,
                                         3.75 / 6};
    ASSERT_EQ(by_hand.size(), start_columns);
    for (std::size_t k = 0; k < start_columns; ++k)
        EXPECT_NEAR(start[k], by_hand[k], 1e-6) << start_features[k];
}

/// A random instance with every place moved by `move`.
template <class Move>
Instance moved(std::uint64_t index, Move move) {
    const Instance original = random_instance(30, 1, index);
    InstanceData data;
    for (Node node = 0; node < original.nodes(); ++node) {
        data.places.push_back(move(original.place(node)));
        data.demands.push_back(original.demand(node));
    }
    data.capacity = original.capacity();
    return Instance(data);
}

Point same(Point p) {
    return p;
}

Solution some_start(const Instance& instance, std::uint64_t seed) {
    Random random(seed);
    return random_start(instance, random);
}

TEST(Features, StayWhenThePlaneIsShiftedAndScaled) {
    for (std::uint64_t index = 0; index < 10; ++index) {
        const Instance instance = moved(index, same),
                       other = moved(index, [](Point p) { return Point{700 * p.x + 90, 700 * p.y - 40}; });
        const Solution solution = some_start(instance, index);
        const Measured here = measured(instance, solution), there = measured(other, solution);
        expect_near(here.stops, there.stops);
        expect_near(here.start, there.start);
    }
}

TEST(Features, StayWhenThePlaneIsTurnedOrMirroredButForXAndY) {
    const Instance instance = moved(3, same);
    const Solution solution = some_start(instance, 3);
    const Measured here = measured(instance, solution);
    for (unsigned symmetry = 1; symmetry < 8; ++symmetry) {
        SCOPED_TRACE(symmetry);
        const auto turn = [&](double x, double y) {
            if ((symmetry & 1) != 0) x = -x;
            if ((symmetry & 2) != 0) y = -y;
            return (symmetry & 4) != 0 ? Point{y, x} : Point{x, y};
        };
        const Instance turned = moved(3, [&](Point p) { return turn(p.x, p.y); });
        const Measured there = measured(turned, solution);
        expect_near(here.start, there.start);
        std::vector<float> stops = here.stops;
        for (std::size_t row = 0; row < stops.size(); row += stop_columns) {
            const Point place = turn(stops[row], stops[row + 1]);
            stops[row] = static_cast<float>(place.x);
            stops[row + 1] = static_cast<float>(place.y);
        }
        expect_near(stops, there.stops);
    }
}

TEST(Features, OfAStartDoNotDependOnTheOrderOfRoutes) {
    const Instance instance = random_instance(50, 2, 0);
    const Solution solution = some_start(instance, 1);
    Solution backwards;
    for (int r = solution.routes() - 1; r >= 0; --r) backwards.add_route(solution.route(r));
    expect_near(measured(instance, solution).start, measured(instance, backwards).start);
}

TEST(Features, DoNotDependOnWhatWasMeasuredBefore) {
    const Instance instance = random_instance(20, 2, 0);
    const Solution first = some_start(instance, 1), second = some_start(instance, 2);
    Features features(instance);
    const Measured before = measured(features, first);
    measured(features, second);
    const Measured after = measured(features, first);
    EXPECT_EQ(before.stops, after.stops);
    EXPECT_EQ(before.start, after.start);
}

TEST(Features, OfStopsOrOfTheStartCanBeLeftOut) {
    const Instance instance = random_instance(20, 2, 0);
    const Solution solution = some_start(instance, 1);
    const Measured both = measured(instance, solution);
    Features features(instance);
    std::vector<float> stops(both.stops.size()), start(start_columns);
    features.measure(solution, stops, {});
    features.measure(solution, {}, start);
    EXPECT_EQ(stops, both.stops);
    EXPECT_EQ(start, both.start);
}

TEST(Features, TakeEmptyRoutesForNone) {
    const Measured without = measured(tiny(), Solution{{1, 2}, {3}, {4}}),
                   with = measured(tiny(), Solution{{}, {1, 2}, {3}, {}, {4}, {}});
    EXPECT_EQ(without.stops, with.stops);
    EXPECT_EQ(without.start, with.start);
}

TEST(Features, AreFiniteWhateverTheInstance) {
    for_many_instances(4, 1, 12, 1, [](const Instance& instance, Random& random) {
        expect_finite(measured(instance, random_start(instance, random)));
    });
}

TEST(Features, AreFiniteWhereAllIsAtOnePlaceAndNothingIsDemanded) {
    InstanceData data;
    data.places = {{5, 5}, {5, 5}, {5, 5}, {5, 5}};
    data.demands = {0, 0, 0, 0};
    data.capacity = 3;
    const Measured values = measured(Instance(data), Solution{{1, 3}, {2}});
    expect_finite(values);
    EXPECT_EQ(values.start[0], 0);
    EXPECT_EQ(values.start[start_columns - 3], 0) << "tightness";
}

/// A solution whose routes can be taken apart and put together again.
class Parts {
  public:
    Parts(const Instance& instance, const Solution& solution) : instance_(instance), before_(solution) {}

    /// The routes of a and b cut behind or before both, their parts joined so that a and b meet.
    double best_cross(Node a, Node b) const {
        double best = 0;
        for (const bool after_a : {false, true})
            for (const bool after_b : {false, true}) best = std::max(best, cross(a, after_a, b, after_b));
        return best;
    }

    /// a put before or behind b; whether that overloads the route does not count.
    double best_move(Node a, Node b) const {
        std::vector<Node> from = route_of(a), to = route_of(b);
        from.erase(std::ranges::find(from, a));
        const auto at = std::ranges::find(to, b) - to.begin();
        std::vector<Node> before = to, behind = to;
        before.insert(before.begin() + at, a);
        behind.insert(behind.begin() + at + 1, a);
        return std::max(gain({route_of(a), to}, {from, before}), gain({route_of(a), to}, {from, behind}));
    }

    bool has_room(Node a, Node b) const {
        std::vector<Node> route = route_of(b);
        route.push_back(a);
        return route_load(instance_, route) <= instance_.capacity();
    }

    std::vector<Node> route_of(Node node) const {
        for (int r = 0; r < before_.routes(); ++r) {
            const auto route = before_.route(r);
            if (std::ranges::find(route, node) != route.end()) return {route.begin(), route.end()};
        }
        return {};
    }

  private:
    using Routes = std::vector<std::vector<Node>>;

    /// The part of the node's route that ends with it, coming from its first stop or from its last.
    std::pair<std::vector<Node>, std::vector<Node>> cut(Node node, bool after) const {
        std::vector<Node> route = route_of(node);
        if (!after) std::ranges::reverse(route);
        const auto end = std::ranges::find(route, node) + 1;
        return {{route.begin(), end}, {end, route.end()}};
    }

    double cross(Node a, bool after_a, Node b, bool after_b) const {
        auto [one, other] = cut(a, after_a);
        auto [second, rest] = cut(b, after_b);
        std::ranges::reverse(second);
        std::ranges::reverse(other);
        one.insert(one.end(), second.begin(), second.end());
        other.insert(other.end(), rest.begin(), rest.end());
        if (route_load(instance_, one) > instance_.capacity() ||
            route_load(instance_, other) > instance_.capacity())
            return 0;
        return gain({route_of(a), route_of(b)}, {one, other});
    }

    double gain(const Routes& before, const Routes& after) const {
        const auto total = [&](const Routes& routes) {
            Solution solution;
            for (const auto& route : routes) solution.add_route(route);
            return length(instance_, solution);
        };
        return total(before) - total(after);
    }

    const Instance& instance_;
    const Solution& before_;
};

TEST(Features, OfNeighboursAreWhatChangesThereWouldSave) {
    for (std::uint64_t index = 0; index < 6; ++index) {
        InstanceData data;  // two of the places are corners of the box, so that its side is 1
        const Instance original = random_instance(20, 5, index);
        for (Node node = 0; node < original.nodes(); ++node) {
            data.places.push_back(original.place(node));
            data.demands.push_back(original.demand(node));
        }
        data.places[0] = {0, 0};
        data.places[1] = {1, 1};
        data.capacity = original.capacity();
        const Instance instance(data);
        const Solution solution = some_start(instance, index);
        const Parts parts(instance, solution);
        const Measured values = measured(instance, solution);
        std::vector<Node> others(static_cast<std::size_t>(instance.customers()));
        double crosses = 0, crossing = 0;
        for (std::size_t row = 0; row < solution.customers().size(); ++row) {
            const Node customer = solution.customers()[row];
            const std::vector<Node> route = parts.route_of(customer);
            std::iota(others.begin(), others.end(), 1);
            std::ranges::sort(others, {}, [&](Node node) { return instance.distance(customer, node); });
            double best = 0;
            for (std::size_t k = 1; k <= 5; ++k) {
                const Node other = others[k];
                const bool together = std::ranges::find(route, other) != route.end();
                if (!together) best = std::max(best, parts.best_cross(customer, other));
                if (k == 5) continue;  // not among those described
                const float* seen = &values.stops[row * stop_columns + 13 + 6 * (k - 1)];
                EXPECT_NEAR(seen[0], instance.distance(customer, other), 1e-6);
                EXPECT_EQ(seen[1], together);
                const double load = static_cast<double>(route_load(instance, parts.route_of(other)));
                EXPECT_NEAR(seen[2], 1 - load / static_cast<double>(instance.capacity()), 1e-6);
                EXPECT_NEAR(seen[3], together ? 0 : parts.best_move(customer, other), 1e-5);
                EXPECT_EQ(seen[4], !together && parts.has_room(customer, other));
                EXPECT_NEAR(seen[5], together ? 0 : parts.best_cross(customer, other), 1e-5);
            }
            crosses += best;
            crossing += best > 1e-7;
        }
        EXPECT_NEAR(values.start[26], crosses, 1e-4);
        EXPECT_NEAR(values.start[27], crossing / instance.customers(), 1e-6);
    }
}

/// Past 500 customers a tree finds the neighbours.
TEST(Features, FindTheNearestCustomersOfLargeInstancesToo) {
    const Instance instance = random_instance(501, 3, 0);
    const Solution solution = some_start(instance, 1);
    const std::vector<float> stops = measured(instance, solution).stops;
    std::vector<int> route_of(static_cast<std::size_t>(instance.nodes()));
    for (int r = 0; r < solution.routes(); ++r)
        for (const Node customer : solution.route(r)) route_of[static_cast<std::size_t>(customer)] = r;
    std::vector<Node> others(static_cast<std::size_t>(instance.customers()));
    for (std::size_t row = 0; row < solution.customers().size(); ++row) {
        const Node customer = solution.customers()[row];
        std::iota(others.begin(), others.end(), 1);
        std::ranges::sort(others, {}, [&](Node node) { return instance.distance(customer, node); });
        // The first is the customer itself.
        const double side = instance.distance(customer, others[1]) / stops[row * stop_columns + 13];
        EXPECT_NEAR(side, 1, 0.02) << "the box is nearly the unit square";
        int together = 0;
        for (std::size_t k = 1; k <= 5; ++k)
            together +=
                route_of[static_cast<std::size_t>(others[k])] == route_of[static_cast<std::size_t>(customer)];
        EXPECT_EQ(stops[row * stop_columns + 9], together);
    }
}

}  // namespace
}  // namespace l2r

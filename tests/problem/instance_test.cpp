#include "problem/instance.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "support/geographic_place.hpp"

namespace l2r {
namespace {

InstanceData two_customers(Metric metric, Rounding rounding) {
    InstanceData data;
    data.places = {{0, 0}, {3.5, 4.5}, {-10, 2}};
    data.demands = {0, 4, 5};
    data.capacity = 6;
    data.metric = metric;
    data.rounding = rounding;
    return data;
}

InstanceData scattered(int nodes, double extent, Rounding rounding) {
    Random random(11);
    InstanceData data;
    data.capacity = 9;
    data.rounding = rounding;
    for (int node = 0; node < nodes; ++node) {
        const double x = extent * random.uniform();
        data.places.push_back({x, extent * random.uniform()});
        data.demands.push_back(node == 0 ? 0 : 1 + random.below(9));
    }
    return data;
}

/// Costs are the distances in steps, to the nearest step.
void expect_costs_follow_distances(const Instance& instance, Node a, Node b) {
    const double distance = instance.distance(a, b);
    EXPECT_LE(std::abs(instance.cost(a, b) * instance.cost_step() - distance), instance.cost_step() / 2);
    EXPECT_EQ(instance.cost(a, b), instance.computed_cost(a, b));
}

TEST(Instance, KnowsItsDemandsAndTheRoutesItNeeds) {
    const Instance instance(two_customers(Metric::euclidean, Rounding::none));
    EXPECT_EQ(instance.customers(), 2);
    EXPECT_EQ(instance.demand(2), 5);
    EXPECT_EQ(instance.total_demand(), 9);
    EXPECT_EQ(instance.min_routes(), 2);
}

TEST(Instance, CallsStopsByTheirNamesOrTheirNumbers) {
    InstanceData data = two_customers(Metric::euclidean, Rounding::none);
    EXPECT_FALSE(Instance(data).has_names());
    EXPECT_EQ(Instance(data).stop_name(2), "2");
    data.names = {"depot", "", "bakery"};
    const Instance instance(data);
    EXPECT_TRUE(instance.has_names());
    EXPECT_EQ(instance.stop_name(0), "depot");
    EXPECT_EQ(instance.stop_name(1), "1");
    EXPECT_EQ(instance.with_vehicles(2).stop_name(2), "bakery");
    EXPECT_EQ(instance.in_order(std::vector<Node>{0, 2, 1}).stop_name(1), "bakery");
    data.names.pop_back();
    EXPECT_THROW(Instance{data}, InputError);
}

TEST(Instance, MeasuresDistancesAsItsMetricAndRoundingSay) {
    const auto distance = [](Metric metric, Rounding rounding) {
        return Instance(two_customers(metric, rounding)).distance(0, 1);
    };
    EXPECT_DOUBLE_EQ(distance(Metric::euclidean, Rounding::none), std::sqrt(32.5));
    EXPECT_EQ(distance(Metric::euclidean, Rounding::nearest), 6);
    EXPECT_EQ(distance(Metric::euclidean, Rounding::ceil), 6);
    EXPECT_EQ(distance(Metric::euclidean, Rounding::trunc), 5);
    EXPECT_EQ(distance(Metric::manhattan, Rounding::none), 8);
    EXPECT_EQ(distance(Metric::maximum, Rounding::none), 4.5);
    EXPECT_EQ(distance(Metric::maximum, Rounding::nearest), 5);
    EXPECT_DOUBLE_EQ(distance(Metric::att, Rounding::none), std::sqrt(3.25));
    EXPECT_EQ(distance(Metric::att, Rounding::ceil), 2);
}

/// The first three nodes of TSPLIB's ulysses16.
TEST(Instance, MeasuresGeographicDistancesAsTsplibDoes) {
    InstanceData data;
    data.places = {{38.24, 20.42}, {39.57, 26.15}, {40.56, 25.32}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::geographic;
    data.rounding = Rounding::trunc;
    const Instance instance(data);
    EXPECT_EQ(instance.distance(0, 1), 509);
    EXPECT_EQ(instance.distance(0, 2), 501);
    EXPECT_EQ(instance.distance(1, 2), 126);
    EXPECT_EQ(instance.distance(1, 1), 0);
}

/// Longitude, then latitude: a degree along the equator, along a meridian, and across the date line.
TEST(Instance, MeasuresGreatCirclesInMetres) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {1, 1}, {180, 60}, {-179, 60}, {-180, -90}, {13.4, 52.52}, {2.35, 48.86}};
    data.demands = {0, 1, 1, 1, 1, 1, 1, 1};
    data.capacity = 7;
    data.metric = Metric::great_circle;
    const Instance instance(data);
    const double degree = 6'371'008.8 * std::acos(-1.0) / 180;
    EXPECT_NEAR(instance.distance(0, 1), degree, 1e-6);
    EXPECT_NEAR(instance.distance(1, 2), degree, 1e-6);
    EXPECT_NEAR(instance.distance(3, 4), degree / 2, 10);
    EXPECT_NEAR(instance.distance(3, 5), 150 * degree, 1e-6);
    EXPECT_NEAR(instance.distance(6, 7), 878'000, 1'000);  // Berlin and Paris
    EXPECT_EQ(instance.distance(3, 3), 0);
    for (Node node = 1; node < instance.nodes(); ++node) expect_costs_follow_distances(instance, 0, node);
}

TEST(Instance, GreatCirclesKeepTheirDigitsInATown) {
    InstanceData data;
    data.places = {{13.4, 52.52}, {13.5, 52.5}, {13.45, 52.55}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::great_circle;
    EXPECT_LE(Instance(data).cost_step(), 0.001);
    data.rounding = Rounding::nearest;
    EXPECT_EQ(Instance(data).cost_step(), 1);
}

TEST(Instance, CostsAreExactlyTheDistancesWhereTheseAreWhole) {
    for (const Rounding rounding : {Rounding::nearest, Rounding::ceil, Rounding::trunc}) {
        const Instance instance(scattered(60, 1000, rounding));
        EXPECT_EQ(instance.cost_step(), 1);
        EXPECT_EQ(instance.least_gain(), 1);
        for (Node a = 0; a < instance.nodes(); ++a)
            for (Node b = 0; b < instance.nodes(); ++b)
                EXPECT_EQ(instance.cost(a, b), instance.distance(a, b));
    }
}

TEST(Instance, CostsAreWithinHalfAStepOfTheDistances) {
    for (const double extent : {1e-6, 1.0, 1000.0, 1e12}) {
        const Instance instance(scattered(60, extent, Rounding::none));
        for (Node a = 0; a < instance.nodes(); ++a)
            for (Node b = 0; b < instance.nodes(); ++b) expect_costs_follow_distances(instance, a, b);
        EXPECT_LT(instance.cost_step(), extent * 0x1p-24);
    }
}

TEST(Instance, SixCostsAlwaysFit32Bits) {
    for (const Rounding rounding : {Rounding::none, Rounding::nearest})
        for (const double extent : {1e-9, 1.0, 1e8, 1e12}) {
            const Instance instance(scattered(30, extent, rounding));
            for (Node a = 0; a < instance.nodes(); ++a)
                for (Node b = 0; b < instance.nodes(); ++b) EXPECT_LE(instance.cost(a, b), 1 << 27);
        }
}

TEST(Instance, ComputesTheSameCostsWithAndWithoutATable) {
    for (const Rounding rounding : {Rounding::none, Rounding::nearest}) {
        const Instance large(scattered(Instance::dense_limit + 1, 1.5, rounding));
        InstanceData part = scattered(Instance::dense_limit + 1, 1.5, rounding);
        part.places.resize(Instance::dense_limit / 10);
        part.demands.resize(part.places.size());
        const Instance small(part);
        ASSERT_FALSE(large.has_cost_table());
        ASSERT_TRUE(small.has_cost_table());
        for (Node a = 0; a < small.nodes(); a += 7)
            for (Node b = 0; b < small.nodes(); ++b) {
                ASSERT_EQ(large.distance(a, b), small.distance(a, b));
                const double steps = large.distance(a, b) / large.cost_step();
                ASSERT_EQ(large.cost(a, b), std::floor(steps + 0.5));
                ASSERT_LE(std::abs(large.cost(a, b) - steps), 0.5);
            }
    }
}

TEST(Instance, TakesAnExplicitMatrixAsItIs) {
    InstanceData data;
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::matrix;
    data.matrix = {0, 1.25, 7, 1.25, 0, 100, 7, 100, 0};
    const Instance instance(data);
    EXPECT_FALSE(instance.has_places());
    EXPECT_EQ(instance.distance(0, 1), 1.25);
    EXPECT_EQ(instance.distance(2, 1), 100);
    expect_costs_follow_distances(instance, 0, 1);
    data.matrix[1] = data.matrix[3] = 2;
    EXPECT_EQ(Instance(data).cost_step(), 1);
}

RC_GTEST_PROP(Instance, DistancesAreSymmetricAndCostsWithinHalfAStep, ()) {
    InstanceData data =
        two_customers(*rc::gen::element(Metric::euclidean, Metric::manhattan, Metric::maximum, Metric::att,
                                        Metric::geographic, Metric::great_circle),
                      *rc::gen::element(Rounding::none, Rounding::nearest, Rounding::ceil, Rounding::trunc));
    for (Point& place : data.places) {
        place.x = *rc::gen::inRange(-1'000'000, 1'000'000) / 64.0;
        place.y = *rc::gen::inRange(-1'000'000, 1'000'000) / 64.0;
        if (data.metric == Metric::geographic) place = geographic_place(place);
        if (data.metric == Metric::great_circle) place = {std::fmod(place.x, 180), std::fmod(place.y, 90)};
    }
    const Instance instance(data);
    for (Node a = 0; a < 3; ++a)
        for (Node b = 0; b < 3; ++b) {
            RC_ASSERT(instance.distance(a, b) == instance.distance(b, a));
            RC_ASSERT(a != b || instance.distance(a, b) == 0);
            RC_ASSERT(std::abs(instance.cost(a, b) * instance.cost_step() - instance.distance(a, b)) <=
                      instance.cost_step() / 2);
        }
}

/// Applies `spoil` to a good instance and expects an error that contains `reason`.
template <class Spoil>
void expect_refused(const std::string& reason, Spoil spoil) {
    InstanceData data = two_customers(Metric::euclidean, Rounding::none);
    spoil(data);
    try {
        const Instance instance(std::move(data));
        ADD_FAILURE() << "accepted, though " << reason;
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
}

TEST(Instance, RefusesDataThatIsNoProblem) {
    expect_refused("at least one customer", [](InstanceData& data) { data.demands = {0}; });
    expect_refused("capacity 0", [](InstanceData& data) { data.capacity = 0; });
    expect_refused("capacity 1000000001", [](InstanceData& data) { data.capacity = 1'000'000'001; });
    expect_refused("depot's demand", [](InstanceData& data) { data.demands[0] = 1; });
    expect_refused("customer 2 has a negative demand", [](InstanceData& data) { data.demands[2] = -1; });
    expect_refused("customer 2 demands 7", [](InstanceData& data) { data.demands[2] = 7; });
    expect_refused("2 places", [](InstanceData& data) { data.places.pop_back(); });
    expect_refused("customer 1 has a coordinate", [](InstanceData& data) { data.places[1].y = NAN; });
    expect_refused("the depot has a coordinate", [](InstanceData& data) { data.places[0].x = 1e13; });
    expect_refused("nodes x nodes", [](InstanceData& data) { data.metric = Metric::matrix; });
    expect_refused("from 0 to 1e12", [](InstanceData& data) {
        data.metric = Metric::matrix;
        data.matrix = {0, 1, 2, 1, 0, -3, 2, -3, 0};
    });
    expect_refused("depends on the direction", [](InstanceData& data) {
        data.metric = Metric::matrix;
        data.matrix = {0, 1, 2, 1, 0, 3, 2, 4, 0};
    });
}

TEST(Instance, WithoutLimitsEverythingFits) {
    const Instance instance(two_customers(Metric::euclidean, Rounding::none));
    EXPECT_FALSE(instance.has_route_limit());
    EXPECT_FALSE(instance.has_fleet_limit());
    EXPECT_EQ(instance.route_limit(), std::numeric_limits<std::int64_t>::max() / 4);
    EXPECT_EQ(instance.service(1), 0);
    EXPECT_EQ(instance.max_routes(), 3);
}

TEST(Instance, AServiceWithoutALimitOnRoutesChangesNothing) {
    InstanceData data = two_customers(Metric::euclidean, Rounding::nearest);
    data.service = 0.1;
    EXPECT_EQ(Instance(data).cost_step(), 1);
    EXPECT_EQ(Instance(data).service(1), 0);
}

TEST(Instance, LimitsAreExactStepsWhereDistancesAndServiceAreWhole) {
    InstanceData data = two_customers(Metric::euclidean, Rounding::nearest);
    data.route_limit = 23.5;
    data.service = 3;
    const Instance instance(data);
    EXPECT_TRUE(instance.has_route_limit());
    EXPECT_EQ(instance.route_limit(), 23);
    EXPECT_EQ(instance.service(0), 0);
    EXPECT_EQ(instance.service(2), 3);
    data.service = 2.5;
    EXPECT_LT(Instance(data).cost_step(), 1);
    EXPECT_EQ(Instance(data).exact_service(), 2.5);
    EXPECT_EQ(Instance(data).route_limit_tolerance(), 23.5e-6);
}

/// What a sum in steps allows, the exact sum keeps to; and a customer alone always fits.
RC_GTEST_PROP(Instance, StepsKeepToTheLimitThatDistancesHave, ()) {
    InstanceData data =
        scattered(*rc::gen::inRange(2, 40), *rc::gen::elementOf(std::vector{1.0, 1e-7, 3e9}), Rounding::none);
    double farthest = 0;
    {
        const Instance unlimited(data);
        for (Node customer = 1; customer < unlimited.nodes(); ++customer)
            farthest = std::max(farthest, unlimited.distance(0, customer) + unlimited.distance(customer, 0));
    }
    data.service = farthest * *rc::gen::inRange(0, 100) / 7.0;
    data.route_limit = (farthest + data.service) * (1 + *rc::gen::inRange(0, 10) / 3.0);
    const Instance instance(data);
    Node last = 0;
    std::int64_t steps = 0;
    double exact = 0;
    for (Node customer = 1; customer < instance.nodes(); ++customer) {
        RC_ASSERT(2 * std::int64_t{instance.cost(0, customer)} + instance.service(customer) <=
                  instance.route_limit());
        steps += instance.cost(last, customer) + instance.service(customer);
        exact += instance.distance(last, customer) + instance.exact_service();
        last = customer;
        if (steps + instance.cost(last, 0) <= instance.route_limit())
            RC_ASSERT(exact + instance.distance(last, 0) <=
                      instance.exact_route_limit() + instance.route_limit_tolerance() / 5);
    }
}

TEST(Instance, RefusesLimitsThatNoSolutionKeepsTo) {
    const auto refusal = [](double limit, double service, int vehicles) -> std::string {
        InstanceData data = two_customers(Metric::euclidean, Rounding::nearest);
        data.route_limit = limit;
        data.service = service;
        data.vehicles = vehicles;
        try {
            Instance{data};
            return "";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_EQ(refusal(20, 0, 0), "");
    EXPECT_EQ(refusal(20, 0.5, 0),
              "customer 2 is out of reach: a route of its own takes 20.5, more than the limit of 20");
    EXPECT_EQ(refusal(20, 0, 2), "");
    EXPECT_EQ(refusal(20, 0, 1), "1 vehicle is too few: the demand takes at least 2");
    for (const double wrong : {-1.0, 1e13, std::nan("")}) {
        EXPECT_NE(refusal(wrong, 0, 0), "");
        EXPECT_NE(refusal(20, wrong, 0), "");
    }
    EXPECT_NE(refusal(20, 0, -1), "");
}

TEST(Instance, AFleetOfAnotherSizeMakesAnotherInstance) {
    const Instance instance(two_customers(Metric::euclidean, Rounding::none));
    const Instance two = instance.with_vehicles(2);
    EXPECT_NE(two.id(), instance.id());
    EXPECT_EQ(two.max_routes(), 2);
    EXPECT_TRUE(two.has_fleet_limit());
    EXPECT_EQ(two.cost(1, 2), instance.cost(1, 2));
    EXPECT_FALSE(two.with_vehicles(0).has_fleet_limit());
    EXPECT_THROW(instance.with_vehicles(1), InputError);
}

}  // namespace
}  // namespace l2r

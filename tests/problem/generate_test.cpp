#include "problem/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "problem/same_instance.hpp"
#include "problem/vrp_file.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the published digests are of little-endian arrays");

TEST(Generate, GivesThePapersCapacities) {
    EXPECT_EQ(paper_capacity(20), 30);
    EXPECT_EQ(paper_capacity(50), 40);
    EXPECT_EQ(paper_capacity(100), 50);
    for (int customers = 1; customers < 2000; ++customers) {
        EXPECT_GE(paper_capacity(customers), 9) << "every demand must fit";
        EXPECT_LE(paper_capacity(customers), paper_capacity(customers + 1));
    }
}

TEST(Generate, RandomInstancesAreAsThePaperDescribes) {
    const Instance instance = random_instance(100, 1, 0);
    EXPECT_EQ(instance.customers(), 100);
    EXPECT_EQ(instance.capacity(), 50);
    EXPECT_EQ(instance.metric(), Metric::euclidean);
    EXPECT_EQ(instance.rounding(), Rounding::none);
    for (Node node = 0; node < instance.nodes(); ++node) {
        EXPECT_TRUE(instance.place(node).x >= 0 && instance.place(node).x < 1);
        EXPECT_TRUE(instance.place(node).y >= 0 && instance.place(node).y < 1);
        EXPECT_TRUE(node == 0 || (instance.demand(node) >= 1 && instance.demand(node) <= 9));
    }
    EXPECT_EQ(random_instance(100, 1, 0, 77).capacity(), 77);
}

TEST(Generate, TheSameSeedAndIndexGiveTheSameInstance) {
    EXPECT_TRUE(same_instance(random_instance(30, 5, 17), random_instance(30, 5, 17)));
    EXPECT_NE(random_instance(30, 5, 17).place(1), random_instance(30, 5, 18).place(1));
    EXPECT_NE(random_instance(30, 5, 17).place(1), random_instance(30, 6, 17).place(1));
}

/// So that a change of the generator, which would change every experiment, does not go unnoticed.
TEST(Generate, RandomInstancesStayTheSameForever) {
    const Instance instance = random_instance(20, 1, 0);
    std::vector<double> coordinates;
    for (Node node = 0; node < instance.nodes(); ++node)
        coordinates.insert(coordinates.end(), {instance.place(node).x, instance.place(node).y});
    EXPECT_EQ(sha256_hex(std::as_bytes(std::span(coordinates))).substr(0, 16), "35165c37688c69a6");
}

TEST(Generate, MadeTheExamples) {
    for (const int customers : {20, 100, 1000}) {
        const std::string file =
            test::source_folder() + "/examples/town-" + std::to_string(customers) + ".vrp";
        EXPECT_TRUE(same_instance(read_vrp(file), random_instance(customers, 1, 0)));
    }
}

TEST(Generate, RefusesImpossibleSizes) {
    EXPECT_THROW(random_instance(0, 1, 0), InputError);
    EXPECT_THROW(random_instance(20, 1, 0, 5), InputError);
    EXPECT_THROW(test_set(20, 0), InputError);
    EXPECT_THROW(test_set(20, 10'001), InputError);
}

std::string digest(std::span<const std::byte> bytes) {
    return sha256_hex(bytes).substr(0, 16);
}

/// Digests of the arrays as NumPy's RandomState(1234) makes them: f64 depots and customers, i64 demands.
void expect_published_test_set(int customers, const std::string& customer_digest,
                               const std::string& demand_digest) {
    std::vector<double> depots, places;
    std::vector<std::int64_t> demands;
    for (const InstanceData& data : test_set_data(customers, 10'000)) {
        ASSERT_EQ(data.places.size(), static_cast<std::size_t>(customers) + 1);
        ASSERT_EQ(data.demands.size(), data.places.size());
        ASSERT_EQ(data.demands[0], 0);
        ASSERT_EQ(data.capacity, paper_capacity(customers));
        depots.insert(depots.end(), {data.places[0].x, data.places[0].y});
        for (std::size_t node = 1; node < data.places.size(); ++node) {
            places.insert(places.end(), {data.places[node].x, data.places[node].y});
            demands.push_back(data.demands[node]);
        }
    }
    EXPECT_EQ(digest(std::as_bytes(std::span(depots))), "de838427abccda27");
    EXPECT_EQ(digest(std::as_bytes(std::span(places))), customer_digest);
    EXPECT_EQ(digest(std::as_bytes(std::span(demands))), demand_digest);
}

TEST(Generate, TestSet20IsThePublishedOne) {
    expect_published_test_set(20, "a624de24ec4df25f", "68d8cc4eba7a042b");
}

TEST(Generate, TestSet50IsThePublishedOne) {
    expect_published_test_set(50, "bed6203dc0687ddd", "302aeb78e7ca43ef");
}

TEST(Generate, TestSet100IsThePublishedOne) {
    expect_published_test_set(100, "2722963443b9cea8", "d9e9143e34e3b2b7");
}

TEST(Generate, AShortTestSetIsTheBeginningOfALongOne) {
    const auto few = test_set(20, 3), more = test_set(20, 50);
    ASSERT_EQ(few.size(), 3u);
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_TRUE(same_instance(few[i], more[i]));
}

TEST(Generate, InstancesLikeThoseOfXAreOfAllTheirKinds) {
    int in_centre = 0, in_corner = 0, unit_demands = 0, short_routes = 0, long_routes = 0;
    for (std::uint64_t index = 0; index < 60; ++index) {
        const Instance instance = x_instance(100, 7, index);
        ASSERT_TRUE(same_instance(instance, x_instance(100, 7, index)));
        EXPECT_EQ(instance.rounding(), Rounding::nearest);
        std::set<std::pair<double, double>> places;
        std::int64_t sum = 0, largest = 0;
        for (Node node = 0; node < instance.nodes(); ++node) {
            const auto [x, y] = instance.place(node);
            places.insert({x, y});
            EXPECT_TRUE(x >= 0 && x <= 1000 && y >= 0 && y <= 1000 && x == std::floor(x) &&
                        y == std::floor(y));
            sum += instance.demand(node);
            largest = std::max<std::int64_t>(largest, instance.demand(node));
        }
        EXPECT_EQ(places.size(), 101u);
        EXPECT_LE(largest, 100);
        const double filling = static_cast<double>(instance.capacity()) * 100 / static_cast<double>(sum);
        EXPECT_GE(filling, 3);
        in_centre += instance.place(0) == Point{500, 500};
        in_corner += instance.place(0) == Point{0, 0};
        unit_demands += largest == 1;
        short_routes += filling < 7;
        long_routes += filling > 15;
    }
    for (const int count : {in_centre, in_corner, unit_demands, short_routes, long_routes})
        EXPECT_GT(count, 2);
}

TEST(Generate, InstancesLikeThoseOfXHaveClusters) {
    const auto mean_to_nearest = [](const Instance& instance) {
        double sum = 0;
        for (Node a = 1; a < instance.nodes(); ++a) {
            double least = 1e9;
            for (Node b = 1; b < instance.nodes(); ++b)
                if (a != b) least = std::min(least, instance.distance(a, b));
            sum += least;
        }
        return sum / instance.customers();
    };
    std::vector<double> means;
    for (std::uint64_t index = 0; index < 20; ++index)
        means.push_back(mean_to_nearest(x_instance(200, 3, index)));
    const auto [least, most] = std::minmax_element(means.begin(), means.end());
    EXPECT_LT(2 * *least, *most);
}

TEST(Generate, AnInstanceOfOneCustomerCanBeLikeThoseOfX) {
    for (std::uint64_t index = 0; index < 20; ++index) EXPECT_EQ(x_instance(1, 1, index).customers(), 1);
    EXPECT_THROW(x_instance(100'001, 1, 0), InputError);
}

}  // namespace
}  // namespace l2r

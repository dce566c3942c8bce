#include "plot/route_page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "plot/route_map.hpp"
#include "problem/generate.hpp"

namespace l2r {
namespace {

using nlohmann::json;

/// What the script of a page is given.
json data_of(const std::string& page) {
    const std::string before = "const data = ";
    const std::size_t begin = page.find(before) + before.size();
    return json::parse(page.substr(begin, page.find(";\n", begin) - begin));
}

/// Routes of `size` customers each, from the one after `first` on and around.
Solution routes_of(const Instance& instance, int size, int first = 0) {
    Solution solution;
    std::vector<Node> route;
    for (int i = 0; i < instance.customers(); ++i) {
        route.push_back(1 + (first + i) % instance.customers());
        if (static_cast<int>(route.size()) < size && i + 1 < instance.customers()) continue;
        solution.add_route(route);
        route.clear();
    }
    return solution;
}

std::vector<RouteStep> steps_to(const Instance& instance, const Solution& last) {
    std::vector<RouteStep> steps;
    for (const Solution& solution : {routes_of(instance, 3), routes_of(instance, 4), last})
        steps.push_back({0.5 * static_cast<double>(steps.size()), length(instance, solution), solution});
    return steps;
}

TEST(RoutePage, HasTimeWindowsAndWhenVehiclesArrive) {
    InstanceData data;
    data.places = {{0, 0}, {3, 4}, {6, 8}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.rounding = Rounding::nearest;
    data.service = 1;
    EXPECT_EQ(data_of(route_page(Instance(data), {{1, 2}}, {}))["windows"], json());
    data.windows = {{0, 50}, {9, 20}, {0, std::numeric_limits<double>::infinity()}};
    const json shown = data_of(route_page(Instance(data), {{1, 2}}, {}));
    EXPECT_EQ(shown["windows"].dump(), "[[0.0,50.0],[9.0,20.0],[0.0,null]]");
    EXPECT_EQ(shown["routes"][0]["arrivals"], json({5, 15, 26}));
}

TEST(RoutePage, HasNoCapacityForATsp) {
    const Instance tour = random_tsp(3, 1, 0);
    EXPECT_EQ(data_of(route_page(tour, {{1, 2, 3}}, {}))["capacity"], json());
}

TEST(RoutePage, NamesTheServerOfMapTilesOnlyWhereThereIsOne) {
    InstanceData data;
    data.places = {{10, 53}, {10.1, 53.1}};
    data.demands = {0, 1};
    data.capacity = 1;
    data.metric = Metric::great_circle;
    const Instance instance(data);
    const std::string page = route_page(instance, {{1}});
    EXPECT_NE(page.find("img-src data:\">"), std::string::npos);
    EXPECT_EQ(data_of(page)["tiles"], json());
    EXPECT_EQ(data_of(page)["lengthUnit"], "m");
    const std::string tiled =
        route_page(instance, {{1}}, {}, {.tiles = "https://tile.example.org:81/{z}/{x}/{y}.png"});
    EXPECT_NE(tiled.find("img-src data: https://tile.example.org:81\">"), std::string::npos);
    EXPECT_EQ(data_of(tiled)["tiles"]["west"], 10.0);
    EXPECT_NEAR(data_of(tiled)["scale"].get<double>() / data_of(page)["scale"].get<double>(), 1, 0.02)
        << "both are km, one measured in the square of the web map";
}

TEST(RoutePage, RefusesWhatIsNoAddressOfTilesAndPlacesThatAreNoDegrees) {
    InstanceData data;
    data.places = {{10, 53}, {10.1, 53.1}};
    data.demands = {0, 1};
    data.capacity = 1;
    EXPECT_THROW(route_page(Instance(data), {{1}}, {}, {.tiles = "https://a.org/{z}/{x}/{y}.png"}),
                 InputError);
    data.metric = Metric::great_circle;
    for (const std::string address :
         {"https://a.org/{z}/{x}.png", "ftp://a.org/{z}/{x}/{y}.png", "https:///{z}/{x}/{y}.png",
          "https://{s}.a.org/{z}/{x}/{y}.png", "https://a.org/{z}/{x}/{y}.png\"; img-src *", "x"})
        EXPECT_THROW(route_page(Instance(data), {{1}}, {}, {.tiles = address}), InputError) << address;
}

TEST(RoutePage, HasTheRoutesWithTheirSums) {
    const Instance instance = random_instance(50, 1, 0);
    const Solution last = routes_of(instance, 6);
    const json data = data_of(route_page(instance, last, steps_to(instance, last)));
    EXPECT_EQ(data["places"].size(), 2U * 51);
    EXPECT_EQ(data["demands"].size(), 51U);
    EXPECT_EQ(data["names"], json()) << "the numbers are enough";
    EXPECT_EQ(data["fault"], fault_line(instance, last));
    ASSERT_EQ(data["steps"].size(), 3U);
    EXPECT_EQ(data["steps"][1]["seconds"], 0.5);
    for (const json& step : data["steps"]) {
        std::int64_t load = 0;
        double travelled = 0;
        std::size_t stops = 0;
        for (const json& number : step["routes"]) {
            const json& route = data["routes"][number.get<std::size_t>()];
            load += route["load"].get<std::int64_t>();
            travelled += route["length"].get<double>();
            stops += route["stops"].size();
        }
        EXPECT_EQ(load, instance.total_demand());
        EXPECT_EQ(stops, 50U);
        EXPECT_NEAR(travelled, step["length"].get<double>(), 1e-9);
    }
    EXPECT_EQ(data["steps"][2]["length"], length(instance, last));
    EXPECT_EQ(data["steps"][2]["routes"].size(), static_cast<std::size_t>(last.routes()));
}

TEST(RoutePage, HasARouteThatStaysOnce) {
    const Instance instance = random_instance(5, 1, 0);
    const Solution before{{1}, {2}, {3, 4, 5}}, last{{1, 2}, {3, 4, 5}, {}};
    const json data = data_of(route_page(instance, last, {{0, 9, before}, {1, 8, last}}));
    EXPECT_EQ(data["routes"].size(), 4U);
    EXPECT_EQ(data["steps"][0]["routes"], json({0, 1, 2}));
    EXPECT_EQ(data["steps"][1]["routes"], json({3, 2})) << "a route without customers is none";
}

TEST(RoutePage, NeedsNothingElse) {
    const Instance instance = random_instance(20, 1, 0);
    const std::string page = route_page(instance, routes_of(instance, 5));
    for (const char* outside : {"://", "src=", "@import", "url("})
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos) << "the browser would refuse it";
    EXPECT_EQ(page, route_page(instance, routes_of(instance, 5))) << "the same every time";
}

TEST(RoutePage, SaysWhatItShowsInItsTitle) {
    const Instance instance = random_instance(20, 1, 0);
    const Solution solution = routes_of(instance, 5);
    const std::string facts = " · 20 customers · 4 routes · length ";
    EXPECT_NE(route_page(instance, solution).find("<title>" + instance.name() + facts), std::string::npos);
    const std::string page = route_page(instance, solution, {}, {.title = "a</script><b> /*SCRIPT*/ \xe9"});
    EXPECT_NE(page.find("<title>a&lt;/script&gt;&lt;b&gt; /*SCRIPT*/ ?" + facts), std::string::npos);
    EXPECT_EQ(data_of(page)["title"], "a</script><b> /*SCRIPT*/ \xef\xbf\xbd");
    EXPECT_EQ(page.find("</script><b>"), std::string::npos);
}

TEST(RoutePage, LeavesTheSearchOutWhereItWouldBeTooLarge) {
    const Instance instance = random_instance(200, 1, 0);
    const Solution last = routes_of(instance, 6);
    const std::size_t alone = route_page(instance, last).size();
    const auto steps = [&](std::size_t most_bytes) {
        return data_of(route_page(instance, last, steps_to(instance, last),
                                  {.title = "", .most_bytes = most_bytes}))["steps"]
            .size();
    };
    EXPECT_EQ(steps(alone + 100'000), 3U);
    EXPECT_EQ(steps(alone + 100), 1U);
    EXPECT_EQ(steps(10), 1U) << "the routes themselves always are there";
}

TEST(RoutePage, ShowsPlacesAloneAndNames) {
    InstanceData data;
    data.places = {{0, 0}, {0, 10.3}, {-10.3, 0}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::geographic;
    data.rounding = Rounding::trunc;
    data.names = {"Depot",
                  "B\xc3\xa4"
                  "cker",
                  ""};
    const json shown = data_of(route_page(Instance(data), {}));
    EXPECT_EQ(shown["steps"].size(), 0U);
    EXPECT_EQ(shown["names"], json({"Depot",
                                    "B\xc3\xa4"
                                    "cker",
                                    "2"}));
    EXPECT_EQ(shown["unit"], "km");
    // 10.5 degrees, 1169 km, are the longer side, which is a million units; north is up.
    EXPECT_NEAR(shown["scale"].get<double>() * 1'000'000, 1169, 1);
    EXPECT_EQ(shown["places"][1], 0);
    EXPECT_EQ(shown["places"][5], 1'000'000);
}

TEST(RoutePage, CopesWithPlacesThatAreOnePoint) {
    InstanceData data;
    data.places = {{3, 3}, {3, 3}};
    data.demands = {0, 1};
    data.capacity = 1;
    const json shown = data_of(route_page(Instance(data), {{1}}));
    EXPECT_EQ(shown["places"], json({0, 0, 0, 0}));
    EXPECT_EQ(shown["scale"], json());
}

TEST(RoutePage, RefusesWhatItCannotDraw) {
    InstanceData data;
    data.demands = {0, 1};
    data.capacity = 1;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 0};
    EXPECT_THROW(route_page(Instance(data), {{1}}), InputError);
    EXPECT_THROW(route_page(random_instance(5, 1, 0), {{6}}), InputError);
}

TEST(RouteSteps, AreTheFirstTheLastAndOthersEvenlyBetween) {
    for (const int count : {0, 1, 2, 59, 60, 61, 120, 121, 122, 500, 10'000}) {
        RouteSteps steps;
        for (int i = 0; i < count; ++i) steps.add(i, 1e6 - i, Solution{{1 + i}});
        const std::vector<RouteStep> chosen = steps.chosen();
        const std::size_t wanted = std::min<std::size_t>(static_cast<std::size_t>(count), RouteSteps::most);
        ASSERT_EQ(chosen.size(), wanted) << count;
        if (count == 0) continue;
        EXPECT_EQ(chosen.front().seconds, 0);
        EXPECT_EQ(chosen.back().seconds, count - 1);
        EXPECT_EQ(chosen.back().solution.route(0)[0], count);
        for (std::size_t i = 1; i < chosen.size(); ++i) {
            const double gap = chosen[i].seconds - chosen[i - 1].seconds;
            EXPECT_GE(gap, 1) << count;
            EXPECT_LE(gap, 2.5 * count / 60 + 1) << count;
        }
    }
}

TEST(RouteSteps, OfTooManyCustomersAreNotKept) {
    RouteSteps steps;
    Solution large;
    large.add_route(std::vector<Node>(200'000, 1));
    for (int i = 0; i < 10; ++i) steps.add(i, 10 - i, large);
    EXPECT_TRUE(steps.chosen().empty());
}

}  // namespace
}  // namespace l2r

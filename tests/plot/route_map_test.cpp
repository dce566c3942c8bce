#include "plot/route_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "plot/map_layout.hpp"
#include "plot/map_places.hpp"
#include "plot/svg.hpp"
#include "plot/xml.hpp"
#include "problem/generate.hpp"

namespace l2r {
namespace {

using test::count;
using test::xml_fault;

std::string_view customers_part(std::string_view svg) {
    const std::size_t begin = svg.find("<g id=\"customers\"");
    return svg.substr(begin, svg.find("<rect", begin) - begin);
}

Instance places(std::vector<Point> points, std::string name = "places") {
    InstanceData data;
    data.name = std::move(name);
    data.demands.assign(points.size(), 1);
    data.demands[0] = 0;
    data.places = std::move(points);
    data.capacity = 100;
    return Instance(std::move(data));
}

/// Routes of ten customers each, in the order of their numbers.
Solution tens(const Instance& instance) {
    Solution solution;
    std::vector<Node> route;
    for (Node customer = 1; customer <= instance.customers(); ++customer) {
        route.push_back(customer);
        if (route.size() < 10 && customer < instance.customers()) continue;
        solution.add_route(route);
        route.clear();
    }
    return solution;
}

TEST(RouteMap, ShowsTheStepsOfASearchOneAfterTheOther) {
    const Instance instance = random_instance(30, 1, 0);
    const Solution last = tens(instance);
    Solution first;
    for (Node customer = 1; customer <= 30; ++customer) first.add_route(std::vector<Node>{customer});
    const std::string svg =
        route_map(instance, last,
                  {.steps = {{0, length(instance, first), first}, {0.25, length(instance, last), last}}});
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(count(svg, "<g class=\"s\""), 2U);
    EXPECT_EQ(count(svg, "@keyframes s"), 2U);
    EXPECT_NE(svg.find("after 0.25 s · 3 routes · length "), std::string::npos);
    EXPECT_EQ(count(svg.substr(svg.find("fill=\"#444\"")), "<circle"), 31U) << "customers, and the legend";
}

TEST(RouteMap, KeepsTheColourOfARouteFromStepToStep) {
    const Instance instance = random_instance(6, 1, 0);
    const auto colours = colours_of_steps(instance, {{0, 0, {{5, 6}, {1}, {2, 3, 4}}},
                                                     {0, 0, {{2, 3}, {1, 4}, {5, 6}}},
                                                     {0, 0, {{1, 4}, {2, 3}, {5, 6}}}});
    const std::vector<std::string> own = route_colours(instance, {{1, 4}, {2, 3}, {5, 6}});
    EXPECT_EQ(colours[2], own);
    EXPECT_EQ(colours[1], (std::vector{own[1], own[0], own[2]}));
    EXPECT_EQ(colours[0], (std::vector{own[2], own[0], own[1]}));
}

TEST(RouteMap, IsWellFormedAndShowsEveryCustomerOnce) {
    for (const int size : {1, 5, 20, 100, 1000}) {
        const Instance instance = random_instance(size, 1, 0);
        const std::string svg = route_map(instance, tens(instance));
        EXPECT_EQ(xml_fault(svg), "") << size;
        EXPECT_EQ(count(customers_part(svg), "<circle"), static_cast<std::size_t>(size));
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
        EXPECT_NE(svg.find(std::to_string(size) + (size == 1 ? " customer " : " customers ")),
                  std::string::npos);
    }
}

TEST(RouteMap, OfThirtyThousandCustomersIsASmallFile) {
    const Instance instance = random_instance(30'000, 1, 0);
    const std::string svg = route_map(instance, tens(instance));
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(count(customers_part(svg), "M"), 30'000U);
    EXPECT_LT(svg.size(), 3'000'000U);
}

TEST(RouteMap, DrawsTheSameEveryTime) {
    const Instance instance = random_instance(50, 1, 0);
    EXPECT_EQ(route_map(instance, tens(instance)), route_map(instance, tens(instance)));
}

TEST(RouteMap, WithoutRoutesShowsThePlaces) {
    const Instance instance = random_instance(50, 1, 0);
    const std::string svg = route_map(instance, {});
    EXPECT_EQ(count(customers_part(svg), "<circle"), 50U);
    EXPECT_EQ(svg.find("length"), std::string::npos);
    EXPECT_EQ(svg.find("from and to the depot"), std::string::npos);
}

TEST(RouteMap, SaysNothingOfLoadsWhereATspHasNone) {
    const Instance instance = random_tsp(5, 1, 0);
    const std::string svg = route_map(instance, Solution{{1, 2, 3, 4, 5}});
    EXPECT_NE(svg.find("<title>Route 1: 5 customers, length "), std::string::npos);
    EXPECT_EQ(map_facts(instance, {}), "5 customers");
}

TEST(RouteMap, DrawsACustomerOfTwoRoutesOnceAndOneOfNoRouteGrey) {
    const Instance instance = places({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    const std::string svg = route_map(instance, {{1, 2}, {2}, {}});
    EXPECT_EQ(count(customers_part(svg), "<circle"), 3U);
    EXPECT_EQ(count(customers_part(svg), "#999"), 1U);
    EXPECT_NE(svg.find("2 routes"), std::string::npos);
}

TEST(RouteMap, SaysWhatKeepsRoutesFromBeingFeasible) {
    const Instance instance = places({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    EXPECT_EQ(fault_line(instance, {{1, 2}, {3}}), "");
    EXPECT_EQ(route_map(instance, {{1, 2}, {3}}).find("feasible"), std::string::npos);
    const std::string fault = "not feasible: customer 2 is visited 2 times, and 1 more fault";
    EXPECT_EQ(fault_line(instance, {{1, 2}, {2}}), fault);
    const std::string svg = route_map(instance, {{1, 2}, {2}});
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_NE(svg.find(fault), std::string::npos);
    EXPECT_EQ(route_map(instance, {}).find("feasible"), std::string::npos) << "the places alone";
}

TEST(RouteMap, EscapesNamesAndTitles) {
    const Instance instance = places({{0, 0}, {1, 0}}, "<a> & \"b\" \x01 caf\xe9 caf\xc3\xa9");
    const std::string svg = route_map(instance, {{1}});
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_NE(svg.find("&lt;a&gt; &amp; &quot;b&quot; ? caf? caf\xc3\xa9"), std::string::npos);
    EXPECT_NE(route_map(instance, {{1}}, {.title = "a < b"}).find("a &lt; b"), std::string::npos);
}

TEST(RouteMap, CopesWithPlacesThatAreOnePointALineOrVeryFarApart) {
    for (const auto& points : std::vector<std::vector<Point>>{{{3, 3}, {3, 3}, {3, 3}},
                                                              {{0, 0}, {1, 0}, {2, 0}},
                                                              {{0, 0}, {0, 1}, {0, 2}},
                                                              {{0, 0}, {5e-324, 0}, {0, 5e-324}},
                                                              {{-1e12, 1e12}, {1e12, -1e12}, {0, 0}}}) {
        const std::string svg = route_map(places(points), {{1, 2}});
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
        EXPECT_EQ(svg.find("=\"-"), std::string::npos) << "everything is inside the picture";
    }
}

TEST(RouteMap, PutsNorthUpAndKeepsTheAspectRatio) {
    // The depot is south-west of customer 1 and as far from it in x as in y.
    const std::string svg = route_map(places({{0, 0}, {2, 2}, {4, 1}}), {});
    const std::size_t circle = svg.find("<circle");
    const auto number_after = [&](std::string_view name, std::size_t from) {
        return std::stod(svg.substr(svg.find(name, from) + name.size()));
    };
    const std::size_t depot = svg.find("<rect", circle);
    const double half = number_after("width=\"", depot) / 2;
    const double dx = number_after("cx=\"", circle) - number_after(" x=\"", depot) - half;
    const double dy = number_after(" y=\"", depot) + half - number_after("cy=\"", circle);
    EXPECT_GT(dy, 0);
    EXPECT_NEAR(dx, dy, 0.05);
}

TEST(RouteMap, DrawsGeographicPlacesWhereDistancesHaveThem) {
    InstanceData data;
    data.places = {{0, 0}, {0, 10.3}, {-10.3, 0}};  // 10 degrees and 30 minutes to the east, and to the south
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::geographic;
    data.rounding = Rounding::trunc;
    const std::vector<Point> places = map_places(Instance(data));
    EXPECT_EQ(places[0], (Point{0, 0}));
    EXPECT_NEAR(places[1].x, 10.5, 0.05);  // a degree to the east is shorter off the equator
    EXPECT_EQ(places[1].y, 0);
    EXPECT_EQ(places[2].x, 0);
    EXPECT_NEAR(places[2].y, -10.5, 1e-9);
}

TEST(RouteMap, DrawsDegreesWhereDistancesHaveThem) {
    InstanceData data;
    data.places = {{10, 60}, {11, 60}, {10, 61}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::great_circle;
    const std::vector<Point> places = map_places(Instance(data));
    EXPECT_NEAR(places[1].x - places[0].x, 0.5, 0.01);
    EXPECT_NEAR(places[2].y - places[0].y, 1, 1e-9);
}

TEST(RouteMap, RefusesWhatItCannotDraw) {
    InstanceData data;
    data.name = "table";
    data.demands = {0, 1};
    data.capacity = 1;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 0};
    EXPECT_THROW(route_map(Instance(data), {{1}}), InputError);
    EXPECT_THROW(route_map(places({{0, 0}, {1, 1}}), {{2}}), InputError);
    EXPECT_THROW(route_map(places({{0, 0}, {1, 1}}), {{1}}, {.title = "", .side = 0}), InputError);
}

TEST(RouteMap, HasAScaleBarWhereDistancesAreThoseOfTheMap) {
    // 860 pixels are 86 units; the bar has at least 50 pixels.
    const auto bar = [](const std::string& svg) {
        return svg.find("text-anchor=\"end\">") == std::string::npos
                   ? ""
                   : svg.substr(svg.find("text-anchor=\"end\">") + 18, 2);
    };
    EXPECT_EQ(bar(route_map(places({{0, 0}, {86, 0}}), {})), "5<");
    EXPECT_EQ(bar(route_map(places({{3, 3}, {3, 3}}), {})), "") << "one point";
    InstanceData data;
    data.demands = {0, 1};
    data.places = {{0, 0}, {1, 1}};
    data.capacity = 1;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 0};
    EXPECT_EQ(bar(route_map(Instance(data), {})), "");
    EXPECT_EQ(round_distance(0.06), 0.1);
    EXPECT_EQ(round_distance(100), 100);
    EXPECT_EQ(round_distance(1001), 2000);
}

TEST(RouteMap, NumbersRoutesWhereNothingIsHidden) {
    const std::vector<Point> apart{{0, 0}, {50, 90}, {51, 99}, {90, 10}, {99, 12}};
    EXPECT_EQ(count(route_map(places(apart), {{1, 2}, {3, 4}}), "font-weight=\"bold\" fill=\"#fff\">"), 2U);
    const std::vector<Point> near{{0, 0}, {90, 90}, {90.1, 90}, {90, 90.1}, {90.1, 90.1}, {100, 100}};
    EXPECT_EQ(count(route_map(places(near), {{1, 2}, {3, 4}, {5}}), "font-weight=\"bold\" fill=\"#fff\">"),
              1U);
}

TEST(Svg, ColoursAreSixHexDigits) {
    EXPECT_EQ(oklch_colour(1, 0, 0), "#ffffff");
    EXPECT_EQ(oklch_colour(0, 0, 0), "#000000");
    for (int hue = 0; hue < 360; ++hue) EXPECT_EQ(oklch_colour(0.6, 0.2, hue).size(), 7U);
}

}  // namespace
}  // namespace l2r

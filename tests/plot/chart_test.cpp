#include "plot/chart.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "plot/xml.hpp"

namespace l2r {
namespace {

using test::count;
using test::xml_fault;

LineChart learning_curves() {
    LineChart chart;
    chart.title = "Accuracy < 60 %";
    chart.x_title = "solutions seen";
    chart.y_title = "pairs in the right order";
    chart.series = {{"siamese & more", {}}, {"linear", {}}};
    for (int i = 0; i < 8; ++i) {
        chart.series[0].points.push_back({std::exp2(10 + i), 0.5 + 0.005 * i, 0.01});
        chart.series[1].points.push_back({std::exp2(10 + i), 0.5 + 0.003 * i});
    }
    chart.references = {{"paper", 0.5411}, {"coin", 0.5}};
    return chart;
}

LineChart with_points(std::vector<ChartPoint> points) {
    LineChart chart;
    chart.series = {{"line", std::move(points)}};
    return chart;
}

/// Between the tags of <text> elements that have `extra` among their attributes, in order.
std::vector<std::string> texts(const std::string& svg, const std::string& extra = "") {
    std::vector<std::string> found;
    for (auto at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
        const std::size_t begin = svg.find('>', at) + 1;
        if (svg.substr(at, begin - at).find(extra) != std::string::npos)
            found.push_back(svg.substr(begin, svg.find('<', begin) - begin));
    }
    return found;
}

/// The values of an attribute of all elements of a name.
std::vector<double> numbers(const std::string& svg, const std::string& element, const std::string& name) {
    std::vector<double> found;
    for (auto at = svg.find("<" + element + " "); at != std::string::npos;
         at = svg.find("<" + element + " ", at + 1)) {
        const std::size_t value = svg.find(" " + name + "=\"", at);
        if (value < svg.find('>', at)) found.push_back(std::stod(svg.substr(value + name.size() + 3)));
    }
    return found;
}

TEST(LineChart, IsWellFormedAndNamesEverything) {
    for (const bool log2_x : {false, true}) {
        LineChart chart = learning_curves();
        chart.log2_x = log2_x;
        const std::string svg = line_chart(chart);
        EXPECT_EQ(xml_fault(svg), "");
        for (const char* text :
             {"Accuracy &lt; 60 %", "solutions seen", "pairs in the right order",
              ">siamese &amp; more</text>", ">linear</text>", ">paper</text>", ">coin</text>"})
            EXPECT_EQ(count(svg, text), 1U) << text;
        EXPECT_EQ(count(svg, "<circle"), 16U);
        EXPECT_EQ(count(svg, "stroke-dasharray"), 2U) << "a line a reference";
        EXPECT_EQ(count(svg, "fill-opacity"), 1U) << "a band for the series that has intervals";
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
}

TEST(LineChart, IsTheSameEveryTime) {
    EXPECT_EQ(line_chart(learning_curves()), line_chart(learning_curves()));
}

TEST(LineChart, GivesDoublingsTheSameRoomOnALogarithmicAxis) {
    LineChart chart = with_points({{1, 0}, {2, 0}, {4, 0}, {8, 0}});
    chart.log2_x = true;
    const std::vector<double> x = numbers(line_chart(chart), "circle", "cx");
    ASSERT_EQ(x.size(), 4U);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(x[i + 1] - x[i], x[i + 2] - x[i + 1], 0.02);
    const std::vector<std::string> ticks = texts(line_chart(chart), "text-anchor=\"middle\"");
    EXPECT_EQ(ticks, (std::vector<std::string>{"1", "2", "4", "8"}));
}

TEST(LineChart, HasRoundTicksWithEqualDigits) {
    const std::string svg = line_chart(with_points({{0, 0.5}, {1, 0.53}}));
    EXPECT_EQ(texts(svg, "text-anchor=\"end\""),
              (std::vector<std::string>{"0.500", "0.505", "0.510", "0.515", "0.520", "0.525", "0.530"}));
    EXPECT_EQ(texts(line_chart(with_points({{0, 0}, {100, 1}})), "text-anchor=\"middle\""),
              (std::vector<std::string>{"0", "20", "40", "60", "80", "100"}));
}

TEST(LineChart, PutsLargerNumbersHigherAndFurtherRight) {
    const std::string svg = line_chart(with_points({{1, 1}, {2, 3}}));
    const auto x = numbers(svg, "circle", "cx"), y = numbers(svg, "circle", "cy");
    EXPECT_LT(x[0], x[1]);
    EXPECT_GT(y[0], y[1]);
}

TEST(LineChart, KeepsLabelsOfReferencesApart) {
    LineChart chart = with_points({{0, 0}, {1, 1}});
    for (int i = 0; i < 8; ++i) chart.references.push_back({"reference", i % 2 == 0 ? 0.0 : 1.0});
    const std::string svg = line_chart(chart);
    std::vector<double> places;
    for (auto at = svg.find(">reference<"); at != std::string::npos; at = svg.find(">reference<", at + 1)) {
        const std::size_t y = svg.find(" y=\"", svg.rfind("<text", at));
        places.push_back(std::stod(svg.substr(y + 4)));
    }
    ASSERT_EQ(places.size(), 8U);
    for (std::size_t i = 1; i < places.size(); ++i) EXPECT_GE(places[i] - places[i - 1], 15);
    EXPECT_LT(places.back(), numbers(svg, "svg", "height")[0]);
}

TEST(LineChart, KeepsEverythingInsideThePicture) {
    LineChart chart = learning_curves();
    for (int i = 0; i < 12; ++i)
        chart.series.push_back({"a series with a rather long name " + std::to_string(i), {{2000, 0.5, 0.1}}});
    chart.series.push_back({std::string(500, 'n'), {}});
    chart.title = std::string(300, 't');
    const std::string svg = line_chart(chart);
    const double width = numbers(svg, "svg", "width")[0], height = numbers(svg, "svg", "height")[0];
    for (const double x : numbers(svg, "text", "x")) EXPECT_TRUE(0 <= x && x < width) << x;
    for (const double y : numbers(svg, "text", "y")) EXPECT_TRUE(0 <= y && y < height) << y;
    for (const double x : numbers(svg, "line", "x2")) EXPECT_TRUE(0 <= x && x < width) << x;
    for (const double y : numbers(svg, "line", "y2")) EXPECT_TRUE(0 <= y && y < height) << y;
}

TEST(LineChart, CopesWithOnePointEqualNumbersAndExtremes) {
    const double least = std::numeric_limits<double>::denorm_min();
    for (const auto& points : std::vector<std::vector<ChartPoint>>{{{0, 0}},
                                                                   {{5, 7, 2}},
                                                                   {{1, 3}, {1, 3}},
                                                                   {{0, 0}, {least, least}},
                                                                   {{1e12, -1e12, 1e12}, {-1e12, 1e12}},
                                                                   {{1e12, 1}, {1e12 - 0.001, 1}}}) {
        const std::string svg = line_chart(with_points(points));
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
        EXPECT_LT(svg.size(), 20'000U) << "no flood of ticks";
    }
    LineChart wide = with_points({{1e-12, 0}, {1e12, 1}});
    wide.log2_x = true;
    EXPECT_LT(line_chart(wide).size(), 20'000U);
}

TEST(LineChart, DrawsAThousandPointsAsALineWithoutDots) {
    std::vector<ChartPoint> points;
    for (int i = 0; i < 1'000; ++i) points.push_back({static_cast<double>(i), std::sin(i)});
    EXPECT_EQ(count(line_chart(with_points(points)), "<circle"), 0U);
}

TEST(LineChart, RefusesWhatItCannotShow) {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    EXPECT_THROW(line_chart({}), InputError);
    EXPECT_THROW(line_chart(with_points({})), InputError);
    for (const double bad : {nan, infinity, -infinity, 2e12}) {
        EXPECT_THROW(line_chart(with_points({{bad, 0}})), InputError);
        EXPECT_THROW(line_chart(with_points({{0, bad}})), InputError);
        EXPECT_THROW(line_chart(with_points({{0, 0, bad}})), InputError);
        LineChart chart = with_points({{0, 0}});
        chart.references = {{"bad", bad}};
        EXPECT_THROW(line_chart(chart), InputError);
    }
    EXPECT_THROW(line_chart(with_points({{0, 0, -1}})), InputError);
    LineChart chart = with_points({{0, 0}});
    chart.log2_x = true;
    EXPECT_THROW(line_chart(chart), InputError);
}

}  // namespace
}  // namespace l2r

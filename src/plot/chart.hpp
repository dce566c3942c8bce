#pragma once

#include <string>
#include <vector>

namespace l2r {

struct ChartPoint {
    double x = 0, y = 0;
    double half_width = 0;  ///< of the interval around y; 0: none is drawn
};

struct ChartSeries {
    std::string name;
    std::vector<ChartPoint> points;  ///< joined in this order
};

/// A horizontal line to compare with, such as a published figure.
struct ChartReference {
    std::string label;
    double y = 0;
};

struct LineChart {
    std::string title, x_title, y_title;
    std::vector<ChartSeries> series;
    std::vector<ChartReference> references;
    bool log2_x = false;  ///< each doubling of x takes the same room
};

/// A line chart as an SVG file's text: a colour a series, bands for the intervals, references dashed. Throws
/// InputError where there is no point to draw, a number is not finite or beyond 1e12, or x is not positive on
/// a logarithmic axis.
std::string line_chart(const LineChart& chart);

}  // namespace l2r

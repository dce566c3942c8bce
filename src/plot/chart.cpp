#include "plot/chart.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/number.hpp"
#include "plot/svg.hpp"

namespace l2r {
namespace {

constexpr double chart_margin = 32;
constexpr double plot_width = 720, plot_height = 400;
constexpr double title_height = 56;
constexpr double legend_row = 24;  ///< height
constexpr double legend_line = 26;
constexpr double text_size = 13;
constexpr double letter_width = 0.58;     ///< of the size of the text; a little more than most take
constexpr std::size_t dots_limit = 40;    ///< series of more points are lines alone
constexpr double magnitude_limit = 1e12;  ///< of every number

double text_width(const std::string& text, double size = text_size) {
    const auto begins_letter = [](char c) { return (c & 0xc0) != 0x80; };  // UTF-8
    return letter_width * size * static_cast<double>(std::count_if(text.begin(), text.end(), begins_letter));
}

/// `size`, or less where the text would be wider than `room`.
double fitting_size(const std::string& text, double size, double room) {
    return std::min(size, size * room / std::max(text_width(text, size), 1.0));
}

void check_number(double value, const std::string& what) {
    if (!(std::abs(value) <= magnitude_limit))
        throw InputError("a chart cannot show " + what + ": it is not a number within 1e12");
}

void check(const LineChart& chart) {
    std::size_t points = 0;
    for (const ChartSeries& series : chart.series) {
        points += series.points.size();
        for (const ChartPoint& point : series.points) {
            check_number(point.x, "an x of '" + series.name + "'");
            check_number(point.y, "a y of '" + series.name + "'");
            check_number(point.half_width, "a half-width of '" + series.name + "'");
            if (point.half_width < 0) throw InputError("'" + series.name + "' has a negative half-width");
            if (chart.log2_x && point.x <= 0)
                throw InputError("'" + series.name +
                                 "' has an x that is not positive, on a logarithmic axis");
        }
    }
    for (const ChartReference& line : chart.references) check_number(line.y, "'" + line.label + "'");
    if (points == 0) throw InputError("a chart without points has nothing to show");
}

/// From numbers to places: 0 at one end, 1 at the other.
struct Axis {
    double low, high;  ///< of log2 of the numbers where `log2`
    bool log2 = false;
    std::vector<double> ticks;
    std::vector<std::string> labels;  ///< of the ticks

    double place(double value) const { return ((log2 ? std::log2(value) : value) - low) / (high - low); }
};

/// The smallest of 1, 2, 5, 10, 20, … times a power of ten with at most `count` steps.
double nice_step(double span, int count) {
    const double power = std::pow(10, std::floor(std::log10(span / count)));
    for (const double times : {1, 2, 5})
        if (span / (times * power) <= count) return times * power;
    return 10 * power;
}

/// All with as many digits as their step needs.
std::vector<std::string> tick_labels(const std::vector<double>& ticks, double step) {
    double largest = step;
    for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    const int digits = 1 + static_cast<int>(std::floor(std::log10(largest)) - std::floor(std::log10(step)));
    const bool plain = decimals <= 5 && largest < 1e7;
    std::vector<std::string> labels;
    for (const double tick : ticks) {
        std::array<char, 64> buffer;
        const auto format = plain ? std::chars_format::fixed : std::chars_format::general;
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), tick, format,
                                       plain ? decimals : std::clamp(digits, 1, 15));
        labels.emplace_back(buffer.data(), end.ptr);
    }
    return labels;
}

void set_ticks(Axis& axis, double low, double high, int count) {
    const double step = nice_step(high - low, count);
    axis.ticks.clear();
    const auto first = static_cast<long long>(std::ceil(low / step - 1e-9));
    const auto last = static_cast<long long>(std::floor(high / step + 1e-9));
    for (long long k = first; k <= last; ++k) axis.ticks.push_back(static_cast<double>(k) * step);
    axis.labels = tick_labels(axis.ticks, step);
}

/// At every `stride`th power of two.
void set_log2_ticks(Axis& axis, double low, double high, int stride) {
    axis.ticks.clear();
    axis.labels.clear();
    for (int power = static_cast<int>(std::ceil(low - 1e-9)); power <= high + 1e-9; power += stride) {
        axis.ticks.push_back(std::exp2(power));
        axis.labels.push_back(power > -5 ? std::string() : "2^" + std::to_string(power));
        if (power > -5) append_number(axis.labels.back(), axis.ticks.back(), 4);
    }
}

double widest(const std::vector<std::string>& labels) {
    double width = 0;
    for (const std::string& label : labels) width = std::max(width, text_width(label));
    return width;
}

bool labels_fit(const Axis& axis) {
    return (widest(axis.labels) + 1.5 * text_size) * static_cast<double>(axis.labels.size()) <= plot_width;
}

/// From `low` to `high` with some air; numbers that are all the same get a range around them.
Axis make_axis(double low, double high, double air) {
    const double least = std::max(1e-300, 1e-9 * std::max(std::abs(low), std::abs(high)));
    if (high - low <= least) {
        const double room = std::abs(low) > least ? 0.1 * std::abs(low) : 1;
        low -= room, high += room;
    }
    const double room = air * (high - low);
    return {low - room, high + room, false, {}, {}};
}

Axis make_x_axis(const LineChart& chart) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const ChartSeries& series : chart.series)
        for (const ChartPoint& point : series.points)
            low = std::min(low, point.x), high = std::max(high, point.x);
    constexpr double air = 0.02;
    if (chart.log2_x) {
        Axis axis = make_axis(std::log2(low), std::log2(high), air);
        axis.log2 = true;
        int stride = 0;
        do set_log2_ticks(axis, axis.low, axis.high, ++stride);
        while (!labels_fit(axis));
        if (axis.ticks.size() < 2) set_ticks(axis, std::exp2(axis.low), std::exp2(axis.high), 5);
        return axis;
    }
    Axis axis = make_axis(low, high, air);
    int count = 11;
    do set_ticks(axis, axis.low, axis.high, --count);
    while (count > 2 && !labels_fit(axis));
    return axis;
}

Axis make_y_axis(const LineChart& chart) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto include = [&](double y) { low = std::min(low, y), high = std::max(high, y); };
    for (const ChartSeries& series : chart.series)
        for (const ChartPoint& point : series.points) {
            include(point.y - point.half_width);
            include(point.y + point.half_width);
        }
    for (const ChartReference& line : chart.references) include(line.y);
    Axis axis = make_axis(low, high, 0.05);
    set_ticks(axis, axis.low, axis.high, 8);
    return axis;
}

/// As the routes of a map: a golden angle of hue apart, their lightness takes turns.
std::string series_colour(std::size_t number) {
    constexpr double golden_angle = 137.50776405, first_hue = 255;
    constexpr double lightness[] = {0.57, 0.66, 0.46};
    return oklch_colour(lightness[number % 3], 0.17, first_hue + golden_angle * static_cast<double>(number));
}

/// Builds the text of the picture, back to front.
class ChartDrawing {
  public:
    explicit ChartDrawing(const LineChart& chart)
        : chart_(chart), x_(make_x_axis(chart)), y_(make_y_axis(chart)) {
        place_legend();
        left_ = chart_margin + (chart.y_title.empty() ? 0 : 24) + widest(y_.labels) + 10;
        top_ = title_height + legend_row * legend_rows_ + 12;
        double references = 0;
        for (const ChartReference& line : chart.references)
            references = std::max(references, std::min(text_width(line.label), reference_room) + 8);
        width_ = left_ + plot_width + references + chart_margin;
        height_ = top_ + plot_height + 28 + (chart.x_title.empty() ? 0 : 24) + chart_margin / 2;
        begin();
        add_axes();
        add_references();
        for (std::size_t i = 0; i < chart.series.size(); ++i) add_series(chart.series[i], series_colour(i));
        add_legend();
        svg_ += "</svg>\n";
    }

    std::string take() { return std::move(svg_); }

  private:
    static constexpr double reference_room = 320;  ///< pixels for the labels on the right

    double across(double x) const { return left_ + plot_width * x_.place(x); }
    double down(double y) const { return top_ + plot_height * (1 - y_.place(y)); }

    void attribute(const char* name, double value) {
        svg_.append(" ").append(name).append("=\"");
        append_number(svg_, value, 2);
        svg_ += '"';
    }
    void text(double x, double y, double size, const std::string& extra, const std::string& content) {
        if (content.empty()) return;
        svg_ += "<text";
        attribute("x", x);
        attribute("y", y);
        attribute("font-size", size);
        svg_ += extra + ">" + xml_text(content) + "</text>\n";
    }
    void line(double x1, double y1, double x2, double y2, const std::string& extra) {
        svg_ += "<line";
        attribute("x1", x1);
        attribute("y1", y1);
        attribute("x2", x2);
        attribute("y2", y2);
        svg_ += extra + "/>\n";
    }
    void pair(double x, double y) {
        append_number(svg_, x);
        svg_ += ' ';
        append_number(svg_, y);
    }

    void begin() {
        svg_ += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"";
        attribute("width", width_);
        attribute("height", height_);
        svg_ += " viewBox=\"0 0 ";
        pair(width_, height_);
        svg_ +=
            "\" font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
            "fill=\"#fff\"/>\n";
        text(chart_margin, 38, fitting_size(chart_.title, 24, width_ - 2 * chart_margin),
             " font-weight=\"bold\" fill=\"#1a1a1a\"", chart_.title);
    }

    void add_axes() {
        const double right = left_ + plot_width, bottom = top_ + plot_height;
        for (std::size_t i = 0; i < y_.ticks.size(); ++i) {
            const double y = down(y_.ticks[i]);
            line(left_, y, right, y, " stroke=\"#e6e6e6\"");
            text(left_ - 10, y + 4.5, text_size, " text-anchor=\"end\" fill=\"#555\"", y_.labels[i]);
        }
        for (std::size_t i = 0; i < x_.ticks.size(); ++i) {
            const double x = across(x_.ticks[i]);
            line(x, bottom, x, bottom + 5, " stroke=\"#999\"");
            text(x, bottom + 20, text_size, " text-anchor=\"middle\" fill=\"#555\"", x_.labels[i]);
        }
        line(left_, bottom, right, bottom, " stroke=\"#999\"");
        const std::string title = " text-anchor=\"middle\" fill=\"#333\"";
        text(left_ + plot_width / 2, bottom + 46, fitting_size(chart_.x_title, 14, plot_width), title,
             chart_.x_title);
        const double middle = top_ + plot_height / 2;
        std::string turned = title + " transform=\"rotate(-90 ";
        append_number(turned, chart_margin + 4);
        turned += ' ';
        append_number(turned, middle);
        text(chart_margin + 4, middle, fitting_size(chart_.y_title, 14, plot_height), turned + ")\"",
             chart_.y_title);
    }

    /// Labels stand right of the plot, in the order of their lines and apart from one another.
    void add_references() {
        std::vector<ChartReference> lines = chart_.references;
        std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.y > b.y; });
        const double apart = text_size + 3;
        double highest = top_;  // where the next label may stand
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const double y = down(lines[i].y);
            line(left_, y, left_ + plot_width, y,
                 " stroke=\"#777\" stroke-width=\"1.3\" stroke-dasharray=\"6 4\"");
            const double lowest =
                top_ + plot_height - apart * static_cast<double>(lines.size() - 1 - i);  // leaves room below
            const double place = std::max(highest, std::min(y, lowest));
            text(left_ + plot_width + 8, place + 4.5, fitting_size(lines[i].label, text_size, reference_room),
                 " fill=\"#555\"", lines[i].label);
            highest = place + apart;
        }
    }

    void add_series(const ChartSeries& series, const std::string& colour) {
        if (series.points.empty()) return;
        svg_ += "<g stroke=\"" + colour + "\" fill=\"" + colour + "\"><title>" + xml_text(series.name) +
                "</title>\n";
        add_intervals(series.points);
        svg_ +=
            "<path fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
            "d=\"";
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            svg_ += i == 0 ? 'M' : 'L';
            pair(across(series.points[i].x), down(series.points[i].y));
        }
        svg_ += "\"/>\n";
        if (series.points.size() <= dots_limit)
            for (const ChartPoint& point : series.points) {
                svg_ += "<circle stroke=\"#fff\"";
                attribute("cx", across(point.x));
                attribute("cy", down(point.y));
                svg_ += " r=\"3.5\"/>\n";
            }
        svg_ += "</g>\n";
    }

    /// A band behind a line; a bar for a point alone.
    void add_intervals(const std::vector<ChartPoint>& points) {
        if (std::none_of(points.begin(), points.end(), [](const auto& p) { return p.half_width > 0; }))
            return;
        if (points.size() == 1) {
            const double x = across(points[0].x);
            line(x, down(points[0].y - points[0].half_width), x, down(points[0].y + points[0].half_width),
                 " stroke-width=\"1.5\"");
            return;
        }
        svg_ += "<path stroke=\"none\" fill-opacity=\"0.16\" d=\"";
        for (std::size_t i = 0; i < points.size(); ++i) {
            svg_ += i == 0 ? 'M' : 'L';
            pair(across(points[i].x), down(points[i].y + points[i].half_width));
        }
        for (std::size_t i = points.size(); i-- > 0;) {
            svg_ += 'L';
            pair(across(points[i].x), down(points[i].y - points[i].half_width));
        }
        svg_ += "z\"/>\n";
    }

    struct LegendPlace {
        double x, y;
    };

    /// Names side by side below the title, in as many rows as they need.
    void place_legend() {
        double x = chart_margin;
        for (const ChartSeries& series : chart_.series) {
            const double taken = legend_line + 8 + std::min(text_width(series.name), legend_room) + 22;
            if (legend_rows_ == 0 || x + taken > chart_margin + plot_width + 60)
                ++legend_rows_, x = chart_margin;
            legend_.push_back({x, title_height + legend_row * (legend_rows_ - 0.5)});
            x += taken;
        }
    }

    void add_legend() {
        for (std::size_t i = 0; i < legend_.size(); ++i) {
            const auto [x, y] = legend_[i];
            const std::string& name = chart_.series[i].name;
            line(x, y, x + legend_line, y, " stroke-width=\"3\" stroke=\"" + series_colour(i) + "\"");
            text(x + legend_line + 8, y + 4.5, fitting_size(name, text_size, legend_room), " fill=\"#555\"",
                 name);
        }
    }

    static constexpr double legend_room = plot_width - legend_line;  ///< pixels for one name

    const LineChart& chart_;
    Axis x_, y_;
    double left_, top_;  ///< of the plot, in pixels
    double width_, height_;
    int legend_rows_ = 0;
    std::vector<LegendPlace> legend_;
    std::string svg_;
};

}  // namespace

std::string line_chart(const LineChart& chart) {
    check(chart);
    return ChartDrawing(chart).take();
}

}  // namespace l2r

#include "plot/route_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "plot/map_places.hpp"
#include "plot/svg.hpp"

namespace l2r {
namespace {

constexpr double map_margin = 32;
constexpr double header = 88;  ///< height of the title and the line below it
constexpr double footer = 44;  ///< height of the legend
/// Past this many customers dots are small squares, one path a route: a third of the bytes, and too small to
/// tell.
constexpr int circle_limit = 3'000;

/// Where everything is drawn, in pixels.
struct Layout {
    double width, height;       ///< of the whole picture
    double pixels;              ///< of one unit of `map_places`
    std::vector<Point> places;  ///< of every node
    double dot;                 ///< a customer's radius
    double line;                ///< a route's width
};

Layout make_layout(const Instance& instance, const RouteMapOptions& options) {
    Layout layout;
    layout.places = map_places(instance);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Point low{infinity, infinity}, high{-infinity, -infinity};
    for (const Point p : layout.places) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double span = std::max(high.x - low.x, high.y - low.y);
    layout.pixels = options.side / span;
    const auto pixels = [&](double distance) { return span > 0 ? distance / span * options.side : 0.0; };
    const double map_width = pixels(high.x - low.x), map_height = pixels(high.y - low.y);
    // Narrow maps get air on both sides, so that texts fit and a line of places is no hairline picture.
    const double frame_width = std::max(map_width, 0.6 * options.side);
    const double frame_height = std::max(map_height, 0.3 * options.side);
    layout.width = frame_width + 2 * map_margin;
    layout.height = header + frame_height + footer + map_margin;
    const double left = map_margin + (frame_width - map_width) / 2,
                 top = header + (frame_height - map_height) / 2;
    for (Point& p : layout.places) p = {left + pixels(p.x - low.x), top + pixels(high.y - p.y)};
    const double spacing = std::sqrt(frame_width * frame_height / instance.nodes());
    layout.dot = std::clamp(0.095 * spacing, 0.8, 5.5);
    layout.line = std::clamp(0.55 * layout.dot, 0.7, 2.5);
    return layout;
}

/// A colour for each route. In the order of their directions from the depot, routes are a golden angle of hue
/// apart, and their lightness takes turns: neighbours differ, however many there are.
std::vector<std::string> route_colours(const Layout& layout, const Solution& solution) {
    const auto routes = static_cast<std::size_t>(solution.routes());
    std::vector<double> direction(routes);
    for (std::size_t r = 0; r < routes; ++r) {
        Point sum;
        for (const Node customer : solution.route(static_cast<int>(r))) {
            const Point p = layout.places[static_cast<std::size_t>(customer)];
            sum = {sum.x + p.x - layout.places[0].x, sum.y + p.y - layout.places[0].y};
        }
        direction[r] = std::atan2(sum.y, sum.x);
    }
    std::vector<std::size_t> order(routes);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return direction[a] < direction[b]; });
    std::vector<std::string> colours(routes);
    constexpr double golden_angle = 137.50776405, first_hue = 255;
    constexpr double lightness[] = {0.57, 0.70, 0.46};
    for (std::size_t rank = 0; rank < routes; ++rank)
        colours[order[rank]] =
            oklch_colour(lightness[rank % 3], 0.19, first_hue + golden_angle * static_cast<double>(rank));
    return colours;
}

std::string counted(int count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// Builds the text of the picture, back to front.
class MapDrawing {
  public:
    MapDrawing(const Instance& instance, const Solution& solution, const RouteMapOptions& options)
        : instance_(instance), solution_(solution), layout_(make_layout(instance, options)) {
        const std::vector<std::string> colours = route_colours(layout_, solution);
        begin(options);
        add_depot_legs(colours);
        add_routes(colours);
        add_customers(colours);
        add_depot(layout_.places[0], std::clamp(2 * layout_.dot, 5.0, 8.0));
        if (instance.customers() <= circle_limit) add_labels(colours);
        add_legend();
        add_scale();
        svg_ += "</svg>\n";
    }

    std::string take() { return std::move(svg_); }

  private:
    Point place(Node node) const { return layout_.places[static_cast<std::size_t>(node)]; }

    void number(double value) { append_number(svg_, value); }
    void pair(Point p) {
        number(p.x);
        svg_ += ' ';
        number(p.y);
    }
    void attribute(const char* name, double value) {
        svg_ += ' ';
        svg_ += name;
        svg_ += "=\"";
        append_number(svg_, value, 2);
        svg_ += '"';
    }

    void text(double x, double y, double size, const std::string& extra, const std::string& content) {
        svg_ += "<text";
        attribute("x", x);
        attribute("y", y);
        attribute("font-size", size);
        svg_ += extra + ">" + xml_text(content) + "</text>\n";
    }

    void begin(const RouteMapOptions& options) {
        svg_ += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"";
        attribute("width", layout_.width);
        attribute("height", layout_.height);
        svg_ += " viewBox=\"0 0 ";
        pair({layout_.width, layout_.height});
        svg_ +=
            "\" font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
            "fill=\"#fff\"/>\n";
        const std::string& title = options.title.empty() ? instance_.name() : options.title;
        const auto size_of = [this](const std::string& line, double largest) {
            const double room = layout_.width - 2 * map_margin, per_letter = 0.6;
            return std::min(largest,
                            room / per_letter / static_cast<double>(std::max<std::size_t>(line.size(), 1)));
        };
        text(map_margin, 38, size_of(title, 24), " font-weight=\"bold\" fill=\"#1a1a1a\"", title);
        text(map_margin, 60, 15, " fill=\"#555\"", map_facts(instance_, solution_));
        if (solution_.used_routes() == 0) return;
        if (const std::string fault = fault_line(instance_, solution_); !fault.empty())
            text(map_margin, 79, size_of(fault, 13), " fill=\"#b00020\"", fault);
    }

    void add_depot_legs(const std::vector<std::string>& colours) {
        const int routes = solution_.routes();
        svg_ += "<g fill=\"none\" stroke-dasharray=\"4 3\"";
        attribute("stroke-width", std::max(0.5, 0.6 * layout_.line));
        attribute("stroke-opacity", routes <= 15 ? 0.6 : routes <= 60 ? 0.45 : 0.3);
        svg_ += ">\n";
        for (int r = 0; r < routes; ++r) {
            const auto route = solution_.route(r);
            if (route.empty()) continue;
            svg_ += "<path stroke=\"" + colours[static_cast<std::size_t>(r)] + "\" d=\"M";
            pair(place(route.front()));
            svg_ += 'L';
            pair(place(0));
            if (route.size() > 1) {
                svg_ += ' ';
                pair(place(route.back()));
            }
            svg_ += "\"/>\n";
        }
        svg_ += "</g>\n";
    }

    void add_routes(const std::vector<std::string>& colours) {
        svg_ += "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        attribute("stroke-width", layout_.line);
        svg_ += ">\n";
        for (int r = 0; r < solution_.routes(); ++r) {
            const auto route = solution_.route(r);
            if (route.size() < 2) continue;
            svg_ += "<path stroke=\"" + colours[static_cast<std::size_t>(r)] + "\" d=\"M";
            for (std::size_t i = 0; i < route.size(); ++i) {
                if (i > 0) svg_ += i == 1 ? 'L' : ' ';
                pair(place(route[i]));
            }
            svg_ += "\"><title>" + xml_text(description(r)) + "</title></path>\n";
        }
        svg_ += "</g>\n";
    }

    /// What a browser shows when the pointer rests on a route.
    std::string description(int r) const {
        const auto route = solution_.route(r);
        return "Route " + std::to_string(r + 1) + ": " + counted(static_cast<int>(route.size()), "customer") +
               ", load " + std::to_string(route_load(instance_, route)) + " of " +
               std::to_string(instance_.capacity()) + ", length " +
               short_number(route_length(instance_, route));
    }

    /// Each customer once: in the colour of the first route that visits it, or grey.
    void add_customers(const std::vector<std::string>& colours) {
        std::vector<Node> rest;
        std::vector<bool> drawn(static_cast<std::size_t>(instance_.nodes()), false);
        svg_ += "<g id=\"customers\"";
        if (layout_.dot >= 1.5) {
            svg_ += " stroke=\"#fff\"";
            attribute("stroke-width", std::min(1.2, 0.3 * layout_.dot));
        }
        svg_ += ">\n";
        for (int r = 0; r < solution_.routes(); ++r) {
            std::vector<Node> dots;
            for (const Node customer : solution_.route(r)) {
                if (!drawn[static_cast<std::size_t>(customer)]) dots.push_back(customer);
                drawn[static_cast<std::size_t>(customer)] = true;
            }
            add_dots(dots, colours[static_cast<std::size_t>(r)]);
        }
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (!drawn[static_cast<std::size_t>(customer)]) rest.push_back(customer);
        add_dots(rest, solution_.routes() == 0 ? "#3b6ea8" : "#999");
        svg_ += "</g>\n";
    }

    void add_dots(const std::vector<Node>& customers, const std::string& colour) {
        if (customers.empty()) return;
        if (instance_.customers() > circle_limit) {
            std::string side;
            append_number(side, 1.8 * layout_.dot);
            svg_ += "<path fill=\"" + colour + "\" d=\"";
            for (const Node customer : customers) {
                svg_ += 'M';
                pair({place(customer).x - 0.9 * layout_.dot, place(customer).y - 0.9 * layout_.dot});
                svg_.append("h").append(side).append("v").append(side).append("h-").append(side).append("z");
            }
            svg_ += "\"/>\n";
            return;
        }
        svg_ += "<g fill=\"" + colour + "\">";
        for (const Node customer : customers) add_circle(place(customer), layout_.dot);
        svg_ += "</g>\n";
    }

    void add_circle(Point centre, double radius) {
        svg_ += "<circle";
        attribute("cx", centre.x);
        attribute("cy", centre.y);
        attribute("r", radius);
        svg_ += "/>";
    }

    void add_depot(Point centre, double half_side) {
        svg_ += "<rect";
        attribute("x", centre.x - half_side);
        attribute("y", centre.y - half_side);
        attribute("width", 2 * half_side);
        attribute("height", 2 * half_side);
        svg_ += " rx=\"1.5\" fill=\"#111\" stroke=\"#fff\" stroke-width=\"1.5\"/>\n";
    }

    /// The number of a route at the stop in its middle, unless that hides another label or a stop of another
    /// route.
    void add_labels(const std::vector<std::string>& colours) {
        std::vector<Point> labels{place(0)};
        for (int r = 0; r < solution_.routes(); ++r) {
            const auto route = solution_.route(r);
            if (route.empty()) continue;
            const Point middle = place(middle_stop(route));
            const double half = 5 + 3.4 * static_cast<double>(std::to_string(r + 1).size());
            const auto hides = [&](Point p, double x, double y) {
                return std::abs(p.x - middle.x) < x && std::abs(p.y - middle.y) < y;
            };
            if (std::any_of(labels.begin(), labels.end(), [&](Point p) { return hides(p, 30, 20); }))
                continue;
            const auto stops = solution_.customers();
            const auto near = std::count_if(stops.begin(), stops.end(),
                                            [&](Node stop) { return hides(place(stop), half + 3, 10); });
            const auto own = std::count_if(route.begin(), route.end(),
                                           [&](Node stop) { return hides(place(stop), half + 3, 10); });
            if (near > own || own > 2) continue;
            labels.push_back(middle);
            add_label(middle, half, colours[static_cast<std::size_t>(r)], std::to_string(r + 1));
        }
    }

    Node middle_stop(std::span<const Node> route) const {
        Point sum;
        for (const Node stop : route) sum = {sum.x + place(stop).x, sum.y + place(stop).y};
        const auto count = static_cast<double>(route.size());
        const auto away = [&](Node stop) {
            return std::hypot(place(stop).x - sum.x / count, place(stop).y - sum.y / count);
        };
        return *std::min_element(route.begin(), route.end(),
                                 [&](Node a, Node b) { return away(a) < away(b); });
    }

    void add_label(Point centre, double half, const std::string& colour, const std::string& number) {
        svg_ += "<rect";
        attribute("x", centre.x - half);
        attribute("y", centre.y - 8);
        attribute("width", 2 * half);
        svg_ += " height=\"16\" rx=\"8\" stroke=\"#fff\" stroke-width=\"1.5\" fill=\"" + colour + "\"/>\n";
        text(centre.x, centre.y + 4, 11, " text-anchor=\"middle\" font-weight=\"bold\" fill=\"#fff\"",
             number);
    }

    void add_scale() {
        const std::optional<MapScale> scale = map_scale(instance_);
        if (!scale || layout_.width < 500) return;
        const double per_pixel = scale->distance / layout_.pixels;
        if (!std::isnormal(per_pixel)) return;  // all places are at one point, or nearly
        const double distance = round_distance(50 * per_pixel);
        const double right = layout_.width - map_margin, y = layout_.height - 18;
        const std::string words = text::shortest(distance) + (scale->unit.empty() ? "" : ' ' + scale->unit);
        svg_ += "<path fill=\"none\" stroke=\"#777\" d=\"M";
        pair({right - distance / per_pixel, y - 5});
        svg_ += "v5H";
        number(right);
        svg_ += "v-5\"/>\n";
        text(right, y - 9, 13, " fill=\"#555\" text-anchor=\"end\"", words);
    }

    void add_legend() {
        const double y = layout_.height - 22, words = y + 4.5;
        const std::string grey = " fill=\"#555\"";
        add_depot({map_margin + 6, y}, 6);
        text(map_margin + 20, words, 13, grey, "depot");
        svg_ += "<g fill=\"#777\">";
        add_circle({map_margin + 84, y}, std::clamp(layout_.dot, 2.5, 4.0));
        svg_ += "</g>\n";
        text(map_margin + 96, words, 13, grey, "customer");
        if (solution_.used_routes() == 0) return;
        svg_ += "<path fill=\"none\" stroke=\"#777\" stroke-dasharray=\"4 3\" d=\"M";
        pair({map_margin + 172, y});
        svg_ += "h28\"/>\n";
        text(map_margin + 208, words, 13, grey, "from and to the depot");
    }

    const Instance& instance_;
    const Solution& solution_;
    Layout layout_;
    std::string svg_;
};

}  // namespace

std::string fault_line(const Instance& instance, const Solution& solution) {
    const std::vector<std::string> found = faults(instance, solution);
    if (found.empty()) return "";
    const int more = static_cast<int>(found.size()) - 1;
    return "not feasible: " + found.front() + (more == 0 ? "" : ", and " + counted(more, "more fault"));
}

void check_customers(const Instance& instance, const Solution& solution) {
    for (int r = 0; r < solution.routes(); ++r)
        for (const Node customer : solution.route(r))
            if (customer < 1 || customer > instance.customers())
                throw InputError("route " + std::to_string(r + 1) + " visits " + std::to_string(customer) +
                                 ", but customers are 1 to " + std::to_string(instance.customers()));
}

void check_map(const Instance& instance, const Solution& solution) {
    if (!instance.has_places())
        throw InputError("instance '" + instance.name() +
                         "' gives distances but no coordinates, so there is no map to draw");
    check_customers(instance, solution);
}

std::string map_facts(const Instance& instance, const Solution& solution) {
    const std::string customers = counted(instance.customers(), "customer") + " · ";
    const int routes = solution.used_routes();
    if (routes == 0) return customers + "capacity " + std::to_string(instance.capacity());
    return customers + counted(routes, "route") + " · length " + short_number(length(instance, solution));
}

std::string route_map(const Instance& instance, const Solution& solution, const RouteMapOptions& options) {
    check_map(instance, solution);
    if (options.side < 100 || options.side > 10'000)
        throw InputError("a map's side must be from 100 to 10000 pixels");
    return MapDrawing(instance, solution, options).take();
}

}  // namespace l2r

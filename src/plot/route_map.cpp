#include "plot/route_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "plot/map_checks.hpp"
#include "plot/map_layout.hpp"
#include "plot/map_places.hpp"
#include "plot/svg.hpp"

namespace l2r {
namespace {

/// Past this many customers dots are small squares, one path a route: a third of the bytes, and too small to
/// tell.
constexpr int circle_limit = 3'000;

std::string counted(int count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string length_text(const Instance& instance, double length) {
    const std::string unit = length_unit(instance);
    return short_number(length) + (unit.empty() ? "" : ' ' + unit);
}

/// Builds the text of the picture, back to front.
class MapDrawing {
  public:
    MapDrawing(const Instance& instance, const Solution& solution, const RouteMapOptions& options)
        : instance_(instance), solution_(solution), layout_(map_layout(instance, options.side)) {
        const std::vector<std::string> colours = route_colours(instance, solution);
        begin(options);
        if (options.steps.size() > 1) {
            add_steps(options.steps);
            add_dots(all_customers(), "#444");
        } else {
            add_depot_legs(solution, colours);
            add_routes(solution, colours, true);
            add_customers(colours);
        }
        add_depot(layout_.places[0], std::clamp(2 * layout_.dot, 5.0, 8.0));
        if (instance.customers() <= circle_limit && options.steps.size() < 2) add_labels(colours);
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
        if (options.steps.size() > 1) return;  // each says its own
        text(map_margin, 60, 15, " fill=\"#555\"", map_facts(instance_, solution_));
        if (solution_.used_routes() == 0) return;
        if (const std::string fault = fault_line(instance_, solution_); !fault.empty())
            text(map_margin, 79, size_of(fault, 13), " fill=\"#b00020\"", fault);
    }

    /// One after the other, and again from the beginning; the last one stays longer. Where nothing moves it
    /// is the one that is seen.
    void add_steps(const std::vector<RouteStep>& steps) {
        constexpr double last_stays = 3;  // seconds
        const auto count = static_cast<double>(steps.size());
        const double each = std::min(0.4, 12 / count), whole = (count - 1) * each + last_stays;
        const auto percent = [&](std::size_t s) {
            std::string text;
            append_number(text, 100 * each / whole * static_cast<double>(s), 2);
            return text + '%';
        };
        svg_ += "<style>.s{visibility:hidden;animation:" + text::shortest(whole) +
                "s step-end infinite}.s:last-of-type{visibility:visible}@media(prefers-reduced-motion:"
                "reduce){.s{animation:none}}\n";
        for (std::size_t s = 0; s < steps.size(); ++s) {
            svg_ += "@keyframes s" + std::to_string(s) + '{';
            if (s > 0) svg_ += "0%{visibility:hidden}";
            svg_ += percent(s) + "{visibility:visible}";
            if (s + 1 < steps.size()) svg_ += percent(s + 1) + ",to{visibility:hidden}";
            svg_ += "}\n";
        }
        svg_ += "</style>\n";
        add_progress(steps, steps.size() - 1, "#ddd");
        svg_ += "<g>\n";
        const std::vector<std::vector<std::string>> colours = colours_of_steps(instance_, steps);
        for (std::size_t s = 0; s < steps.size(); ++s) {
            svg_ += "<g class=\"s\" style=\"animation-name:s" + std::to_string(s) + "\">\n";
            add_depot_legs(steps[s].solution, colours[s]);
            add_routes(steps[s].solution, colours[s], false);
            add_facts(steps[s]);
            add_progress(steps, s, "#2b62c4");
            svg_ += "</g>\n";
        }
        svg_ += "</g>\n";
    }

    void add_facts(const RouteStep& step) {
        std::string seconds;
        append_number(seconds, step.seconds, 3);
        text(map_margin, 60, 15, " fill=\"#555\"",
             "after " + seconds + " s · " + counted(step.solution.used_routes(), "route") + " · length " +
                 length_text(instance_, step.length));
    }

    /// The lengths up to a step as a line, in the upper right corner.
    void add_progress(const std::vector<RouteStep>& steps, std::size_t last, const std::string& colour) {
        constexpr double width = 220, height = 44, top = 30;
        const double left = layout_.width - map_margin - width;
        const double span = steps.front().length - steps.back().length;
        const auto at = [&](std::size_t s) {
            const double share = static_cast<double>(s) / static_cast<double>(steps.size() - 1);
            const double above = span > 0 ? (steps[s].length - steps.back().length) / span : 0;
            return Point{left + share * width, top + (1 - std::min(above, 1.0)) * height};
        };
        svg_ += "<path fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2\" d=\"M";
        for (std::size_t s = 0; s <= last; ++s) {
            if (s > 0) svg_ += s == 1 ? 'L' : ' ';
            pair(at(s));
        }
        svg_ += "\"/><g fill=\"" + colour + "\">";
        add_circle(at(last), 4);
        svg_ += "</g>\n";
    }

    std::vector<Node> all_customers() const {
        std::vector<Node> all(static_cast<std::size_t>(instance_.customers()));
        std::iota(all.begin(), all.end(), Node{1});
        return all;
    }

    void add_depot_legs(const Solution& solution, const std::vector<std::string>& colours) {
        const int routes = solution.routes();
        svg_ += "<g fill=\"none\" stroke-dasharray=\"4 3\"";
        attribute("stroke-width", std::max(0.5, 0.6 * layout_.line));
        attribute("stroke-opacity", routes <= 15 ? 0.6 : routes <= 60 ? 0.45 : 0.3);
        svg_ += ">\n";
        for (int r = 0; r < routes; ++r) {
            const auto route = solution.route(r);
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

    void add_routes(const Solution& solution, const std::vector<std::string>& colours, bool with_titles) {
        svg_ += "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        attribute("stroke-width", layout_.line);
        svg_ += ">\n";
        for (int r = 0; r < solution.routes(); ++r) {
            const auto route = solution.route(r);
            if (route.size() < 2) continue;
            svg_ += "<path stroke=\"" + colours[static_cast<std::size_t>(r)] + "\" d=\"M";
            for (std::size_t i = 0; i < route.size(); ++i) {
                if (i > 0) svg_ += i == 1 ? 'L' : ' ';
                pair(place(route[i]));
            }
            svg_ += with_titles ? "\"><title>" + xml_text(description(r)) + "</title></path>\n" : "\"/>\n";
        }
        svg_ += "</g>\n";
    }

    /// What a browser shows when the pointer rests on a route.
    std::string description(int r) const {
        const auto route = solution_.route(r);
        return "Route " + std::to_string(r + 1) + ": " + counted(static_cast<int>(route.size()), "customer") +
               (instance_.is_tsp() ? ""
                                   : ", load " + std::to_string(route_load(instance_, route)) + " of " +
                                         std::to_string(instance_.capacity())) +
               ", length " + length_text(instance_, route_length(instance_, route));
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
    MapLayout layout_;
    std::string svg_;
};

}  // namespace

std::string fault_line(const Instance& instance, const Solution& solution) {
    const std::vector<std::string> found = faults(instance, solution);
    if (found.empty()) return "";
    const int more = static_cast<int>(found.size()) - 1;
    return "not feasible: " + found.front() + (more == 0 ? "" : ", and " + counted(more, "more fault"));
}

std::string map_facts(const Instance& instance, const Solution& solution) {
    const std::string customers = counted(instance.customers(), "customer") + " · ";
    const int routes = solution.used_routes();
    if (routes == 0 && instance.is_tsp()) return counted(instance.customers(), "customer");
    if (routes == 0) return customers + "capacity " + std::to_string(instance.capacity());
    return customers + counted(routes, "route") + " · length " +
           length_text(instance, length(instance, solution));
}

std::string route_map(const Instance& instance, const Solution& solution, const RouteMapOptions& options) {
    check_map(instance, solution);
    if (options.side < 100 || options.side > 10'000)
        throw InputError("a map's side must be from 100 to 10000 pixels");
    return MapDrawing(instance, solution, options).take();
}

}  // namespace l2r

#include "plot/route_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "plot/map_places.hpp"
#include "plot/route_map.hpp"
#include "plot/svg.hpp"
#include "problem/timetable.hpp"

namespace l2r {

/// Made from route_page.html and route_page.js by the build.
extern const char* const route_page_template;
extern const char* const route_page_script;

namespace {

using nlohmann::ordered_json;

/// The longer side of the map in units of the page, whose coordinates are whole.
constexpr double page_side = 1'000'000;

/// Routes of all steps, each once: from one step to the next most of them stay.
class RouteTable {
  public:
    explicit RouteTable(const Instance& instance) : instance_(instance) {}

    ordered_json numbers_of(const Solution& solution) {
        ordered_json numbers = ordered_json::array();
        for (int r = 0; r < solution.routes(); ++r)
            if (!solution.route(r).empty()) numbers.push_back(number_of(solution.route(r)));
        return numbers;
    }
    ordered_json take() { return std::move(routes_); }

  private:
    std::size_t number_of(std::span<const Node> route) {
        std::vector<Node> stops(route.begin(), route.end());
        const auto [known, is_new] = numbers_.try_emplace(std::move(stops), numbers_.size());
        if (is_new) {
            ordered_json json{{"stops", known->first},
                              {"load", route_load(instance_, route)},
                              {"length", route_length(instance_, route)}};
            if (instance_.has_windows())
                for (const StopTimes& at : timetable(instance_, route))
                    json["arrivals"].push_back(at.arrives);
            routes_.push_back(std::move(json));
        }
        return known->second;
    }

    const Instance& instance_;
    std::map<std::vector<Node>, std::size_t> numbers_;
    ordered_json routes_ = ordered_json::array();
};

ordered_json step_json(RouteTable& table, double seconds, double length, const Solution& solution) {
    return {{"seconds", std::round(seconds * 1000) / 1000},
            {"length", length},
            {"routes", table.numbers_of(solution)}};
}

/// x, y of the depot, then of each customer, downwards from the north-west.
ordered_json places_json(const Instance& instance, double& unit) {
    const std::vector<Point> places = map_places(instance);
    Point low = places[0], high = places[0];
    for (const Point p : places) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double span = std::max(high.x - low.x, high.y - low.y);
    unit = span / page_side;
    const auto whole = [&](double distance) {
        return span > 0 ? static_cast<std::int64_t>(std::llround(distance / span * page_side)) : 0;
    };
    ordered_json json = ordered_json::array();
    for (const Point p : places) {
        json.push_back(whole(p.x - low.x));
        json.push_back(whole(high.y - p.y));
    }
    return json;
}

std::string page_json(const Instance& instance, const Solution& solution, const std::vector<RouteStep>& steps,
                      const std::string& title) {
    double unit = 0;
    ordered_json places = places_json(instance, unit), demands = ordered_json::array(), names,
                 shown = ordered_json::array(), windows;
    for (Node node = 0; node < instance.nodes(); ++node) {
        demands.push_back(instance.demand(node));
        if (instance.has_names()) names.push_back(instance.stop_name(node));
        if (instance.has_windows())
            windows.push_back({instance.window(node).opens, instance.window(node).closes});
    }
    const bool has_routes = solution.used_routes() > 0;
    RouteTable table(instance);
    for (std::size_t s = 0; s + 1 < steps.size(); ++s)
        shown.push_back(step_json(table, steps[s].seconds, steps[s].length, steps[s].solution));
    if (has_routes)
        shown.push_back(
            step_json(table, steps.empty() ? 0 : steps.back().seconds, length(instance, solution), solution));
    const std::optional<MapScale> scale = map_scale(instance);
    const ordered_json data{
        {"title", title},
        {"instance", instance.name()},
        {"capacity", instance.capacity()},
        {"fault", has_routes ? fault_line(instance, solution) : ""},
        {"scale", scale && std::isnormal(unit) ? ordered_json(unit * scale->distance) : ordered_json()},
        {"unit", scale ? scale->unit : ""},
        {"places", std::move(places)},
        {"demands", std::move(demands)},
        {"names", std::move(names)},
        {"windows", std::move(windows)},
        {"routes", table.take()},
        {"steps", std::move(shown)}};
    return data.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

void fill(std::string& page, std::string_view place, std::string_view text) {
    page.replace(page.find(place), place.size(), text);
}

}  // namespace

std::string route_page(const Instance& instance, const Solution& solution,
                       const std::vector<RouteStep>& steps, const RoutePageOptions& options) {
    check_map(instance, solution);
    const std::string title = options.title.empty() ? instance.name() : options.title;
    std::string page = route_page_template;
    fill(page, "/*SCRIPT*/", route_page_script);
    fill(page, "/*DATA*/null", script_text(page_json(instance, solution, steps, title)));
    fill(page, "<!--TITLE-->", xml_text(title + " · " + map_facts(instance, solution)));
    return page.size() <= options.most_bytes || steps.empty() ? page
                                                              : route_page(instance, solution, {}, options);
}

}  // namespace l2r

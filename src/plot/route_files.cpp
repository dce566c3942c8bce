#include "plot/route_files.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "plot/route_map.hpp"
#include "problem/geographic.hpp"
#include "problem/timetable.hpp"

namespace l2r {
namespace {

/// x and y, or longitude and latitude to a centimetre.
Point file_place(const Instance& instance, Node node) {
    const Point p = instance.place(node);
    if (instance.metric() != Metric::geographic) return p;
    const auto degrees = [](double coordinate) {
        return std::round(decimal_degrees(coordinate) * 1e7) / 1e7;
    };
    return {degrees(p.y), degrees(p.x)};
}

/// A collection is written feature by feature, a line each.
class GeoJson {
  public:
    explicit GeoJson(const Instance& instance) : instance_(instance) {}

    nlohmann::ordered_json position(Node node) const {
        const Point p = file_place(instance_, node);
        return {p.x, p.y};
    }
    void add(const char* type, nlohmann::ordered_json coordinates, nlohmann::ordered_json properties) {
        const nlohmann::ordered_json feature{
            {"type", "Feature"},
            {"geometry", {{"type", type}, {"coordinates", std::move(coordinates)}}},
            {"properties", std::move(properties)}};
        features_ += (features_.empty() ? "" : ",\n") +
                     feature.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    }
    std::string take() const {
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + features_ + "\n]}\n";
    }

  private:
    const Instance& instance_;
    std::string features_;
};

/// In quotes where it has to be.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

/// Calls `each` with the number and the customers of every route that has some.
template <class Each>
void for_each_route(const Solution& solution, Each each) {
    int number = 0;
    for (int r = 0; r < solution.routes(); ++r)
        if (!solution.route(r).empty()) each(++number, solution.route(r));
}

}  // namespace

std::string routes_geojson(const Instance& instance, const Solution& solution) {
    check_map(instance, solution);
    GeoJson out(instance);
    for_each_route(solution, [&](int number, std::span<const Node> route) {
        nlohmann::ordered_json line = nlohmann::ordered_json::array({out.position(0)});
        for (const Node stop : route) line.push_back(out.position(stop));
        line.push_back(out.position(0));
        out.add("LineString", std::move(line),
                {{"route", number},
                 {"load", route_load(instance, route)},
                 {"length", route_length(instance, route)},
                 {"stops", route.size()}});
    });
    out.add("Point", out.position(0), {{"stop", 0}, {"name", instance.stop_name(0)}, {"depot", true}});
    for_each_route(solution, [&](int number, std::span<const Node> route) {
        for (std::size_t i = 0; i < route.size(); ++i)
            out.add("Point", out.position(route[i]),
                    {{"stop", route[i]},
                     {"name", instance.stop_name(route[i])},
                     {"demand", instance.demand(route[i])},
                     {"route", number},
                     {"position", i + 1}});
    });
    return out.take();
}

std::string routes_csv(const Instance& instance, const Solution& solution) {
    check_customers(instance, solution);
    const std::string place = instance.metric() == Metric::great_circle ? "lon,lat" : "x,y";
    const bool has_times = instance.has_windows();
    std::string out = "route,position,stop,name," + place + ",demand,load,distance" +
                      (has_times ? ",arrival,waiting\n" : "\n");
    for_each_route(solution, [&](int number, std::span<const Node> route) {
        std::int64_t load = 0;
        double distance = 0;
        const std::vector<StopTimes> times =
            has_times ? timetable(instance, route) : std::vector<StopTimes>();
        for (std::size_t position = 0; position <= route.size() + 1; ++position) {
            const Node before = position < 2 ? 0 : route[position - 2];
            const Node stop = position == 0 || position > route.size() ? 0 : route[position - 1];
            load += instance.demand(stop);
            distance += instance.distance(before, stop);
            out += std::to_string(number) + ',' + std::to_string(position) + ',' + std::to_string(stop) +
                   ',' + csv_field(instance.stop_name(stop)) + ',';
            const Point p = instance.has_places() ? file_place(instance, stop) : Point();
            out += instance.has_places() ? text::shortest(p.x) + ',' + text::shortest(p.y) : ",";
            out += ',' + std::to_string(instance.demand(stop)) + ',' + std::to_string(load) + ',' +
                   text::shortest(instance.rounding() == Rounding::tenths ? std::round(10 * distance) / 10
                                                                          : distance);
            if (has_times) {
                const StopTimes at =
                    position > 0 ? times[position - 1] : StopTimes{instance.window(0).opens, 0, 0};
                out += ',' + text::shortest(at.arrives) + ',' + text::shortest(at.waits);
            }
            out += '\n';
        }
    });
    return out;
}

}  // namespace l2r

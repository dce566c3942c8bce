#include "plot/route_files.hpp"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.hpp"
#include "plot/map_checks.hpp"
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

/// A row or step of a route; load and length are those up to there.
struct Visit {
    Node node;
    std::int64_t load;
    double length;
    StopTimes times;
};

/// Of a route from the depot back to the depot.
std::vector<Visit> visits_of(const Instance& instance, std::span<const Node> route) {
    const std::vector<StopTimes> times = timetable(instance, route);
    std::vector<Visit> visits{{0, 0, 0, {instance.window(0).opens, 0, 0}}};
    for (std::size_t i = 0; i <= route.size(); ++i) {
        const Visit& before = visits.back();
        const Node node = i < route.size() ? route[i] : 0;
        double length = before.length + instance.distance(before.node, node);
        if (instance.rounding() == Rounding::tenths) length = std::round(10 * length) / 10;
        visits.push_back({node, before.load + instance.demand(node), length, times[i]});
    }
    return visits;
}

/// Whole numbers without a fraction, as VROOM has all of them.
nlohmann::ordered_json vroom_number(double value) {
    if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
    return value;
}

/// Numbers where all ids are, else texts have no place in VROOM's ids and the stop's number stands in.
class VroomIds {
  public:
    explicit VroomIds(const Instance& instance) : instance_(instance) {
        for (Node node = 1; node < instance.nodes() && are_whole_; ++node)
            are_whole_ = whole(instance.stop_id(node)).has_value();
    }
    nlohmann::ordered_json of_stop(Node node) const {
        return are_whole_ ? nlohmann::ordered_json(*whole(instance_.stop_id(node)))
                          : nlohmann::ordered_json(node);
    }
    nlohmann::ordered_json of_vehicle(int number) const {
        const auto id = whole(instance_.vehicle_id(number));
        return id ? nlohmann::ordered_json(*id) : nlohmann::ordered_json(number);
    }

  private:
    static std::optional<std::uint64_t> whole(const std::string& text) {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc() || rest != end || std::to_string(value) != text) return std::nullopt;
        return value;
    }

    const Instance& instance_;
    bool are_whole_ = true;
};

/// A stop as a step of a route, or as one that is on none.
nlohmann::ordered_json vroom_stop(const Instance& instance, const VroomIds& ids, const char* type,
                                  Node node) {
    nlohmann::ordered_json json{{"type", type}};
    if (node > 0) json["id"] = ids.of_stop(node);
    if (node > 0 && instance.has_names()) json["description"] = instance.stop_name(node);
    if (!instance.has_places()) return json;
    const Point p = file_place(instance, node);
    json["location"] = {p.x, p.y};
    return json;
}

nlohmann::ordered_json vroom_route(const Instance& instance, const VroomIds& ids, const char* measure,
                                   int number, std::span<const Node> route) {
    const std::int64_t load = route_load(instance, route);
    const nlohmann::ordered_json length = vroom_number(route_length(instance, route));
    const bool has_times = instance.has_windows() || instance.metric() == Metric::matrix;
    nlohmann::ordered_json steps = nlohmann::ordered_json::array();
    const std::vector<Visit> visits = visits_of(instance, route);
    for (const Visit& visit : visits) {
        const bool is_end = &visit == &visits.back();
        const char* const type = visit.node != 0 ? "job" : is_end ? "end" : "start";
        nlohmann::ordered_json step = vroom_stop(instance, ids, type, visit.node);
        step["load"] = {load - visit.load};
        step[measure] = vroom_number(visit.length);
        if (has_times) step["arrival"] = vroom_number(visit.times.arrives);
        if (instance.has_windows()) step["waiting_time"] = vroom_number(visit.times.waits);
        if (const double service = instance.exact_service(visit.node); service != 0)
            step["service"] = vroom_number(service);
        steps.push_back(std::move(step));
    }
    return {{"vehicle", ids.of_vehicle(number)},
            {"cost", length},
            {"delivery", {load}},
            {measure, length},
            {"steps", std::move(steps)}};
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
    out.add("Point", out.position(0),
            {{"stop", 0}, {"id", instance.stop_id(0)}, {"name", instance.stop_name(0)}, {"depot", true}});
    for_each_route(solution, [&](int number, std::span<const Node> route) {
        for (std::size_t i = 0; i < route.size(); ++i)
            out.add("Point", out.position(route[i]),
                    {{"stop", route[i]},
                     {"id", instance.stop_id(route[i])},
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
    std::string out = "route,position,stop,id,name," + place + ",demand,load,distance" +
                      (has_times ? ",arrival,waiting\n" : "\n");
    for_each_route(solution, [&](int number, std::span<const Node> route) {
        int position = 0;
        for (const Visit& visit : visits_of(instance, route)) {
            const Node stop = visit.node;
            out += std::to_string(number) + ',' + std::to_string(position++) + ',' + std::to_string(stop) +
                   ',' + csv_field(instance.stop_id(stop)) + ',' + csv_field(instance.stop_name(stop)) + ',';
            const Point p = instance.has_places() ? file_place(instance, stop) : Point();
            out += instance.has_places() ? text::shortest(p.x) + ',' + text::shortest(p.y) : ",";
            out += ',' + std::to_string(instance.demand(stop)) + ',' + std::to_string(visit.load) + ',' +
                   text::shortest(visit.length);
            if (has_times)
                out += ',' + text::shortest(visit.times.arrives) + ',' + text::shortest(visit.times.waits);
            out += '\n';
        }
    });
    return out;
}

std::string routes_vroom(const Instance& instance, const Solution& solution) {
    check_customers(instance, solution);
    const VroomIds ids(instance);
    const char* const measure = instance.metric() == Metric::matrix ? "duration" : "distance";
    nlohmann::ordered_json routes = nlohmann::ordered_json::array(), rest = nlohmann::ordered_json::array();
    std::vector<bool> is_served(static_cast<std::size_t>(instance.nodes()), false);
    std::int64_t load = 0;
    for_each_route(solution, [&](int number, std::span<const Node> route) {
        for (const Node stop : route) is_served[static_cast<std::size_t>(stop)] = true;
        load += route_load(instance, route);
        routes.push_back(vroom_route(instance, ids, measure, number, route));
    });
    for (Node node = 1; node < instance.nodes(); ++node)
        if (!is_served[static_cast<std::size_t>(node)])
            rest.push_back(vroom_stop(instance, ids, "job", node));
    const nlohmann::ordered_json cost = vroom_number(length(instance, solution));
    const nlohmann::ordered_json document{{"code", 0},
                                          {"summary",
                                           {{"cost", cost},
                                            {"routes", routes.size()},
                                            {"unassigned", rest.size()},
                                            {"delivery", {load}},
                                            {measure, cost}}},
                                          {"unassigned", std::move(rest)},
                                          {"routes", std::move(routes)}};
    return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace l2r

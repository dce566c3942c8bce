#include "plot/route_files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "problem/generate.hpp"

namespace l2r {
namespace {

using nlohmann::json;

const Solution three_routes{{1, 2, 3}, {}, {4, 5, 6, 7}, {8}};

/// Without the line of names.
std::vector<std::vector<std::string>> csv_rows(const std::string& csv) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream in(csv);
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, "route,position,stop,id,name,x,y,demand,load,distance");
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        rows.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
        EXPECT_EQ(rows.back().size(), 10U) << line;
    }
    return rows;
}

/// Two stops ten and a half degrees from the depot.
InstanceData on_the_globe() {
    InstanceData data;
    data.places = {{0, 0}, {0, 10.3}, {-10.3, 0}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::geographic;
    data.rounding = Rounding::trunc;
    return data;
}

TEST(RouteFiles, AreGeoJsonOfClosedRoutesAndOfStops) {
    const Instance instance = random_instance(8, 1, 0);
    const json file = json::parse(routes_geojson(instance, three_routes));
    EXPECT_EQ(file["type"], "FeatureCollection");
    double travelled = 0;
    std::int64_t load = 0;
    std::size_t lines = 0, stops = 0, points = 0;
    for (const json& feature : file["features"]) {
        EXPECT_EQ(feature["type"], "Feature");
        const json &properties = feature["properties"], &coordinates = feature["geometry"]["coordinates"];
        if (feature["geometry"]["type"] == "LineString") {
            EXPECT_EQ(properties["route"], ++lines) << "routes without customers do not count";
            EXPECT_EQ(coordinates.front(), coordinates.back());
            EXPECT_EQ(coordinates.front(), json({instance.place(0).x, instance.place(0).y}));
            EXPECT_EQ(coordinates.size(), properties["stops"].get<std::size_t>() + 2);
            travelled += properties["length"].get<double>();
            load += properties["load"].get<std::int64_t>();
            stops += properties["stops"].get<std::size_t>();
        } else {
            EXPECT_EQ(feature["geometry"]["type"], "Point");
            const Point place = instance.place(properties["stop"].get<Node>());
            EXPECT_EQ(coordinates, json({place.x, place.y}));
            ++points;
        }
    }
    EXPECT_EQ(lines, 3U);
    EXPECT_EQ(stops, 8U);
    EXPECT_EQ(points, 9U) << "the depot is one";
    EXPECT_EQ(load, instance.total_demand());
    EXPECT_NEAR(travelled, length(instance, three_routes), 1e-12);
}

TEST(RouteFiles, HaveTheLongitudeFirst) {
    const Instance instance(on_the_globe());
    const json line =
        json::parse(routes_geojson(instance, {{1, 2}}))["features"][0]["geometry"]["coordinates"];
    EXPECT_EQ(line, json::parse("[[0.0, 0.0], [10.5, 0.0], [0.0, -10.5], [0.0, 0.0]]"));
    EXPECT_EQ(csv_rows(routes_csv(instance, {{1, 2}}))[1][5], "10.5");
}

TEST(RouteFiles, AreCsvWhoseLastRowOfARouteHasItsSums) {
    const Instance instance = random_instance(8, 1, 0);
    const auto rows = csv_rows(routes_csv(instance, three_routes));
    ASSERT_EQ(rows.size(), 8U + 2 * 3);
    double travelled = 0;
    std::int64_t load = 0, demand = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        demand += std::stoll(rows[i][7]);
        if (i + 1 < rows.size() && rows[i + 1][0] == rows[i][0]) {
            EXPECT_EQ(std::stoi(rows[i + 1][1]), std::stoi(rows[i][1]) + 1);
            EXPECT_LE(std::stod(rows[i][9]), std::stod(rows[i + 1][9]));
            continue;
        }
        EXPECT_EQ(rows[i][2], "0") << "back at the depot";
        load += std::stoll(rows[i][8]);
        travelled += std::stod(rows[i][9]);
    }
    EXPECT_EQ(rows.back()[0], "3");
    EXPECT_EQ(demand, instance.total_demand());
    EXPECT_EQ(load, instance.total_demand());
    EXPECT_NEAR(travelled, length(instance, three_routes), 1e-12);
}

TEST(RouteFiles, QuoteNames) {
    InstanceData data = on_the_globe();
    data.names = {"Depot", "Miller, \"Sons\"", "Bakery"};
    const Instance instance(data);
    EXPECT_NE(routes_csv(instance, {{1, 2}}).find("\n1,1,1,1,\"Miller, \"\"Sons\"\"\",10.5,0,1,1,"),
              std::string::npos);
    const json file = json::parse(routes_geojson(instance, {{2, 1}}));
    EXPECT_EQ(file["features"][3]["properties"]["name"], "Miller, \"Sons\"");
}

TEST(RouteFiles, NameDegreesAsWhatTheyAre) {
    InstanceData data;
    data.places = {{8.5, 47.25}, {8.75, 47.5}};
    data.demands = {0, 1};
    data.capacity = 1;
    data.metric = Metric::great_circle;
    EXPECT_TRUE(
        routes_csv(Instance(data), {{1}})
            .starts_with("route,position,stop,id,name,lon,lat,demand,load,distance\n1,0,0,0,0,8.5,47.25,"));
}

/// Two stops with time windows, service and distances in tenths.
InstanceData with_windows() {
    InstanceData data;
    data.places = {{0, 0}, {3, 4}, {3, 5}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.rounding = Rounding::tenths;
    data.service = 1.5;
    data.windows = {{2, 50}, {9.3, 20}, {0, 20}};
    return data;
}

TEST(RouteFiles, SayWhenAVehicleArrivesAndHowLongItWaits) {
    EXPECT_EQ(routes_csv(Instance(with_windows()), {{1, 2}}),
              "route,position,stop,id,name,x,y,demand,load,distance,arrival,waiting\n"
              "1,0,0,0,0,0,0,0,0,0,2,0\n"
              "1,1,1,1,1,3,4,1,1,5,7,2.3\n"
              "1,2,2,2,2,3,5,1,2,6,11.8,0\n"
              "1,3,0,0,0,0,0,0,2,11.8,19.1,0\n");
}

TEST(RouteFiles, SayWhenAVehicleArrivesInVroomsWordsToo) {
    const json answer = json::parse(routes_vroom(Instance(with_windows()), {{1, 2}}));
    EXPECT_EQ(answer["routes"][0]["steps"], json::parse(R"([
        {"type": "start", "location": [0.0, 0.0], "load": [2], "distance": 0, "arrival": 2, "waiting_time": 0},
        {"type": "job", "id": 1, "location": [3.0, 4.0], "load": [1], "distance": 5, "arrival": 7,
         "waiting_time": 2.3, "service": 1.5},
        {"type": "job", "id": 2, "location": [3.0, 5.0], "load": [0], "distance": 6, "arrival": 11.8,
         "waiting_time": 0, "service": 1.5},
        {"type": "end", "location": [0.0, 0.0], "load": [0], "distance": 11.8, "arrival": 19.1,
         "waiting_time": 0}])"));
}

TEST(RouteFiles, CountServiceInTimesOfArrivalBesideAMatrix) {
    InstanceData data;
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::matrix;
    data.matrix = {0, 4, 5, 4, 0, 1, 5, 1, 0};
    data.service = 3;
    data.route_limit = 100;
    const json steps = json::parse(routes_vroom(Instance(data), {{1, 2}}))["routes"][0]["steps"];
    EXPECT_EQ(
        steps[2],
        json::parse(R"({"type": "job", "id": 2, "load": [0], "duration": 5, "arrival": 8, "service": 3})"));
    EXPECT_EQ(steps[3]["arrival"], 16);
}

TEST(RouteFiles, AddUpTenthsToTenths) {
    InstanceData data;
    data.rounding = Rounding::tenths;
    for (int node = 0; node < 8; ++node) data.places.push_back({0.7 * node, 0});
    data.demands = {0, 1, 1, 1, 1, 1, 1, 1};
    data.capacity = 7;
    const json steps =
        json::parse(routes_vroom(Instance(data), {{1, 2, 3, 4, 5, 6, 7}}))["routes"][0]["steps"];
    for (const json& step : steps) {
        const double length = step["distance"].get<double>();
        EXPECT_EQ(length, std::round(10 * length) / 10);
    }
}

TEST(RouteFiles, HaveIdsBesideNames) {
    InstanceData data = on_the_globe();
    data.names = {"Depot", "Bakery", "Café"};
    data.ids = {"d", "17", "s2"};
    const Instance instance(data);
    EXPECT_NE(routes_csv(instance, {{1, 2}}).find("\n1,1,1,17,Bakery,"), std::string::npos);
    EXPECT_EQ(json::parse(routes_geojson(instance, {{1, 2}}))["features"][3]["properties"]["id"], "s2");
    const json steps = json::parse(routes_vroom(instance, {{1, 2}}))["routes"][0]["steps"];
    EXPECT_EQ(steps[1]["id"], 1) << "VROOM's ids are numbers, and not all of these are";
    EXPECT_EQ(steps[1]["description"], "Bakery");
}

TEST(RouteFiles, AreWhatVroomAnswersWith) {
    InstanceData data;
    data.demands = {0, 2, 3, 1};
    data.capacity = 5;
    data.metric = Metric::matrix;
    data.matrix = {0, 4, 5, 6, 4, 0, 1, 2, 5, 1, 0, 3, 6, 2, 3, 0};
    data.ids = {"depot", "11", "12", "13"};
    data.vehicle_ids = {"70", "71", "72"};
    const json answer = json::parse(routes_vroom(Instance(data), {{}, {1, 2}}));
    EXPECT_EQ(answer["code"], 0);
    EXPECT_EQ(answer["summary"],
              json::parse(R"({"cost": 10, "routes": 1, "unassigned": 1, "delivery": [5], "duration": 10})"));
    EXPECT_EQ(answer["unassigned"], json::parse(R"([{"id": 13, "type": "job"}])"));
    EXPECT_EQ(answer["routes"],
              json::parse(R"([{"vehicle": 70, "cost": 10, "delivery": [5], "duration": 10, "steps": [
        {"type": "start", "load": [5], "duration": 0, "arrival": 0},
        {"type": "job", "id": 11, "load": [3], "duration": 4, "arrival": 4},
        {"type": "job", "id": 12, "load": [0], "duration": 5, "arrival": 5},
        {"type": "end", "load": [0], "duration": 10, "arrival": 10}]}])"));
    const Instance places = random_instance(3, 1, 0);
    const json step = json::parse(routes_vroom(places, {{1, 2, 3}}))["routes"][0]["steps"][1];
    EXPECT_EQ(step["location"], json({places.place(1).x, places.place(1).y}));
    EXPECT_EQ(step["distance"], places.distance(0, 1));
    EXPECT_THROW(routes_vroom(places, {{4}}), InputError);
}

TEST(RouteFiles, AreTablesWithoutCoordinatesToo) {
    InstanceData data;
    data.demands = {0, 1};
    data.capacity = 1;
    data.metric = Metric::matrix;
    data.matrix = {0, 1.5, 1.5, 0};
    const Instance instance(data);
    EXPECT_EQ(routes_csv(instance, {{1}}),
              "route,position,stop,id,name,x,y,demand,load,distance\n"
              "1,0,0,0,0,,,0,0,0\n1,1,1,1,1,,,1,1,1.5\n1,2,0,0,0,,,0,1,3\n");
    EXPECT_THROW(routes_geojson(instance, {{1}}), InputError);
    EXPECT_THROW(routes_csv(instance, {{2}}), InputError);
}

}  // namespace
}  // namespace l2r

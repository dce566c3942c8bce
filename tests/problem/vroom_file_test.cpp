#include "problem/vroom_file.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/file.hpp"
#include "problem/instance_file.hpp"
#include "support/message.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

struct ReadVroom {
    Instance instance;
    std::vector<std::string> warnings;
};

ReadVroom read_vroom(const std::string& text) {
    std::vector<std::string> warnings;
    Instance instance = parse_vroom(text, "x.json", std::nullopt, warnings);
    return {std::move(instance), std::move(warnings)};
}

std::string vroom_data(const std::string& name) {
    return read_file(std::filesystem::path(test::source_folder()) / "tests/data/vroom" / name);
}

/// A problem of one vehicle and two jobs, with more members of these.
std::string vroom_with(const std::string& top, const std::string& job = "", const std::string& vehicle = "") {
    return R"({"vehicles": [{"id": 1, "start": [0, 0], "end": [0, 0], "capacity": [5])" + vehicle +
           R"(}], "jobs": [{"id": 1, "location": [0, 1], "delivery": [2]}, {"id": 2, "location": [1, 0])" +
           job + "}]" + top + "}";
}

std::string vroom_refusal(const std::string& text) {
    const std::string message = test::message_of<InputError>([&] { read_vroom(text); });
    return message.starts_with("x.json: ") ? message.substr(8) : message;
}

TEST(VroomFile, LocationsGiveMetresAndAllElseItsPlace) {
    const auto [instance, warnings] = read_vroom(vroom_data("degrees.json"));
    EXPECT_EQ(instance.name(), "x");
    EXPECT_EQ(instance.metric(), Metric::great_circle);
    EXPECT_EQ(instance.customers(), 3);
    EXPECT_EQ(instance.capacity(), 2);
    EXPECT_EQ(instance.demand(3), 1) << "amount is what delivery was called";
    EXPECT_EQ(instance.distance(0, 1), 472);
    EXPECT_EQ(instance.max_routes(), 2);
    EXPECT_EQ(instance.exact_route_limit(), 5000);
    EXPECT_EQ(instance.stop_id(1), "7");
    EXPECT_EQ(instance.stop_name(1), "Café");
    EXPECT_EQ(instance.stop_name(2), "8") << "an id stands in for a description";
    EXPECT_EQ(instance.vehicle_id(2), "71");
    EXPECT_EQ(warnings,
              std::vector<std::string>{"setup and service of jobs change no route here, and are left out"});
}

TEST(VroomFile, IdsOfVehiclesStayWhereThereAreEnoughForAnySolution) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {0, 1}};
    data.demands = {0, 1, 1};
    data.capacity = 5;
    data.vehicle_ids = {"10", "20"};
    data.vehicles = 3;
    EXPECT_EQ(Instance(data).vehicle_id(2), "20");
    data.vehicles = 0;
    const Instance instance(data);
    EXPECT_EQ(instance.with_vehicles(3).vehicle_id(2), "20") << "two customers take two vehicles at most";
    EXPECT_EQ(instance.with_vehicles(1).vehicle_id(1), "10");
}

TEST(VroomFile, AMatrixIsReadByTheRowsOfJobsAndDepot) {
    const auto [instance, warnings] = read_vroom(vroom_data("matrix.json"));
    EXPECT_FALSE(instance.has_places());
    EXPECT_FALSE(instance.has_names());
    EXPECT_EQ(instance.distance(0, 1), 7);
    EXPECT_EQ(instance.distance(0, 2), 9);
    EXPECT_EQ(instance.distance(2, 3), 5);
    EXPECT_EQ(instance.distance(1, 3), 0) << "two jobs at one place";
    EXPECT_EQ(instance.demand(3), 0);
    EXPECT_EQ(instance.exact_route_limit(), 100);
    EXPECT_EQ(instance.max_routes(), 1);
    EXPECT_TRUE(warnings.empty());
}

TEST(VroomFile, AsManyVehiclesAsJobsAreNoLimit) {
    std::string text = vroom_with("");
    const std::string vehicle = R"({"id": 9, "start": [0, 0], "end": [0, 0], "capacity": [5]}, )";
    text.insert(text.find("[{") + 1, vehicle);
    EXPECT_FALSE(read_vroom(text).instance.has_fleet_limit());
    EXPECT_EQ(read_vroom(text).instance.vehicle_id(1), "9");
    EXPECT_TRUE(read_vroom(vroom_with("")).instance.has_fleet_limit());
}

TEST(VroomFile, ContentDecidesThatItIsOne) {
    EXPECT_EQ(parse_instance_file("\n " + vroom_data("matrix.json"), "x.vrp").instance.customers(), 3);
    EXPECT_EQ(
        test::message_of<InputError>(
            [&] { parse_instance_file(vroom_data("matrix.json"), "x.json", {.stops = {.capacity = 5}}); }),
        "x.json: is JSON, which has its capacity, depot and distances within; only a table of stops (CSV) "
        "takes them from outside");
}

TEST(VroomFile, WhatIsNotSupportedIsRefusedByItsPath) {
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {vroom_with("", R"(, "time_windows": [[0, 10]])"),
              "jobs[1].time_windows: time windows of VROOM's problems are not read yet; use TYPE : VRPTW"},
             {vroom_with("", R"(, "skills": [1])"), "jobs[1].skills: skills are not supported"},
             {vroom_with("", R"(, "pickup": [1])"), "jobs[1].pickup: pickups are not supported; where"},
             {vroom_with("", R"(, "delivery": [1, 2])"),
              "jobs[1].delivery: has 2 amounts; only one is supported"},
             {vroom_with("", R"(, "delivery": [6])"), "jobs[1].delivery: 6 is more than the capacity of 5"},
             {vroom_with("", R"(, "delivery": [1.5])"), "jobs[1].delivery[0]: is no whole number from 0 on"},
             {vroom_with("", R"(, "prority": 1)"), "jobs[1].prority: is not known; leave it out"},
             {vroom_with(R"(, "shipments": [{}])"), "shipments: shipments are not supported"},
             {vroom_with(R"(, "options": {"g": true})"), "options: is not known; leave it out"},
             {vroom_with("", "", R"(, "breaks": [{}])"), "vehicles[0].breaks: breaks are not supported"},
             {vroom_with("", "", R"(, "time_window": [0, 9])"), "vehicles[0].time_window: time windows"},
             {vroom_with("", "", R"(, "speed_factor": 2)"), "vehicles[0].speed_factor: speeds of vehicles"},
             {vroom_with("", "", R"(, "max_travel_time": 9)"),
              "vehicles[0].max_travel_time: is for durations"},
             {vroom_with("", "", R"(, "max_distance": 9)"), "customer 1 is out of reach"},
             {vroom_with(R"(, "matrices": {"car": {"durations": [[0]]}})"),
              "vehicles[0].start_index: is missing"}})
        EXPECT_TRUE(vroom_refusal(text).starts_with(reason)) << vroom_refusal(text);
}

TEST(VroomFile, ZerosAskForSomethingUnlessTheyArePickups) {
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {vroom_with("", "", R"(, "max_tasks": 0)"),
              "vehicles[0].max_tasks: limits on the number of tasks"},
             {vroom_with("", "", R"(, "time_window": [0, 0])"),
              "vehicles[0].time_window: time windows of VROOM's"},
             {vroom_with("", "", R"(, "skills": [0])"), "vehicles[0].skills: skills are not supported"},
             {vroom_with("", R"(, "skills": [0])"), "jobs[1].skills: skills are not supported"},
             {vroom_with("", R"(, "pickup": [0, 1])"), "jobs[1].pickup: pickups are not supported"}})
        EXPECT_TRUE(vroom_refusal(text).starts_with(reason)) << vroom_refusal(text);
    EXPECT_NO_THROW(read_vroom(vroom_with(R"(, "shipments": [])", R"(, "pickup": [0, 0], "skills": null)",
                                          R"(, "skills": [], "costs": {}, "breaks": [])")));
}

TEST(VroomFile, ACapacityOf0IsRefusedByItsPath) {
    std::string text = vroom_with("");
    text.replace(text.find("[5]"), 3, "[0]");
    EXPECT_EQ(vroom_refusal(text),
              "vehicles[0].capacity: must be at least 1; leave it out where jobs have no amounts");
}

TEST(VroomFile, VehiclesMustBeEqualAndComeHome) {
    const auto with_second = [](const std::string& second) {
        return R"({"vehicles": [{"id": 1, "start": [0, 0], "end": [0, 0], "capacity": [5]}, )" + second +
               R"(], "jobs": [{"id": 1, "location": [0, 1], "delivery": [2]}]})";
    };
    for (const auto& [second, reason] : std::vector<std::pair<std::string, std::string>>{
             {R"({"id": 2, "start": [0, 1], "end": [0, 1], "capacity": [5]})",
              "vehicles[1].start: is not that of vehicles[0]; only one depot is supported"},
             {R"({"id": 2, "start": [0, 0], "end": [0, 0], "capacity": [6]})",
              "vehicles[1].capacity: is not that of vehicles[0]; only equal vehicles are supported"},
             {R"({"id": 2, "start": [0, 0], "capacity": [5]})",
              "vehicles[1].end: is missing; only routes that end where they start are supported"},
             {R"({"id": 2, "start": [0, 0], "end": [0, 1], "capacity": [5]})",
              "vehicles[1].end: is not the start; only routes that end where they start are supported"},
             {R"({"id": 1, "start": [0, 0], "end": [0, 0], "capacity": [5]})",
              "vehicles[1].id: is that of vehicles[0] too"}})
        EXPECT_EQ(vroom_refusal(with_second(second)), reason);
}

TEST(VroomFile, MatricesMustBeSquareSymmetricAndThere) {
    const auto with_rows = [](const std::string& rows) {
        std::string text = vroom_data("matrix.json");
        const std::size_t begin = text.find("[[0, 5");
        return text.replace(begin, text.find("]]") + 2 - begin, rows);
    };
    for (const auto& [rows, reason] : std::vector<std::pair<std::string, std::string>>{
             {"[[0, 5, 7], [5, 0, 9], [8, 9, 0]]",
              "matrices.bike.durations[0][2]: is 7, and back 8; asymmetric durations are not supported: make "
              "both "
              "the same"},
             {"[[0, 5, 7], [5, 0], [7, 9, 0]]", "matrices.bike.durations[1]: is no row of 3 numbers"},
             {"[[0, 5], [5, 0]]",
              "vehicles[0].start_index: is no row of matrices.bike.durations, which has 2"},
             {"[[0, 5, -7], [5, 0, 9], [7, 9, 0]]",
              "matrices.bike.durations[0][2]: is no number from 0 to 1e12"},
             {"{}", "matrices.bike.durations: is no list of rows"}})
        EXPECT_EQ(vroom_refusal(with_rows(rows)), reason);
}

TEST(VroomFile, WhatIsNoJsonIsRefusedWithItsLine) {
    EXPECT_TRUE(
        vroom_refusal("{\n\"jobs\": [1,\n]}").starts_with("x.json:3: no JSON: syntax error while parsing"))
        << vroom_refusal("{\n\"jobs\": [1,\n]}");
    EXPECT_EQ(vroom_refusal(R"({"jobs": 1, "jobs": 2})"),
              "x.json:1: the key 'jobs' stands twice in one object");
    EXPECT_EQ(vroom_refusal("[]"), "is no object");
    EXPECT_TRUE(vroom_refusal(std::string(100'000, '[')).starts_with("x.json:1: no JSON"));
}

}  // namespace
}  // namespace l2r

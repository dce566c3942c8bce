#include <gtest/gtest.h>

#include "base/error.hpp"
#include "problem/instance_file.hpp"
#include "problem/same_instance.hpp"
#include "problem/segment.hpp"
#include "problem/solution.hpp"
#include "problem/vrp_file.hpp"
#include "support/message.hpp"
#include "support/plain_moves.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

/// Three customers in a row, 10 apart; service takes 5.
InstanceData row() {
    InstanceData data;
    data.name = "row";
    data.places = {{0, 0}, {10, 0}, {20, 0}, {30, 0}};
    data.demands = {0, 1, 1, 1};
    data.capacity = 10;
    data.rounding = Rounding::nearest;
    data.service = 5;
    data.windows = {{0, 100}, {0, 20}, {40, 50}, {0, 60}};
    return data;
}

std::string refusal(const InstanceData& data) {
    return test::message_of<InputError>([&] { Instance{data}; });
}

TEST(Windows, AVehicleThatComesEarlyWaitsAndOneThatComesLateIsAFault) {
    const Instance instance(row());
    EXPECT_EQ(instance.cost_step(), 1);
    EXPECT_TRUE(faults(instance, Solution{{1, 2, 3}}).empty()) << "at 10, at 25 and from 40 on, at 55";
    EXPECT_EQ(
        faults(instance, Solution{{2, 1, 3}}),
        (std::vector<std::string>{"route 1 reaches customer 1 at 55, 35 late: its time window closes at 20"}))
        << "goes on as if it had been in time";
    InstanceData early = row();
    early.windows[0].closes = 85;
    EXPECT_EQ(faults(Instance(early), Solution{{1, 3, 2}}), (std::vector<std::string>{}))
        << "at 10, at 35, at 50, at 75";
    EXPECT_EQ(faults(Instance(early), Solution{{1, 2, 3}}),
              (std::vector<std::string>{
                  "route 1 is back at the depot at 90, 5 late: its time window closes at 85"}));
}

TEST(Windows, ServiceCountsForTimeNotForLength) {
    EXPECT_EQ(length(Instance(row()), Solution{{1, 2, 3}}), 60);
}

TEST(Windows, CustomersThatNoRouteCanServeInTimeAreToBlame) {
    InstanceData data = row();
    data.windows[3] = {0, 29};
    EXPECT_EQ(refusal(data),
              "customer 3 is out of reach: its time window closes at 29, but no vehicle comes before 30");
    data = row();
    data.windows[0].closes = 64;
    EXPECT_EQ(refusal(data),
              "customer 2 is out of reach: its vehicle is back at the depot at 65 at best, but that "
              "closes at 64");
    data = row();
    data.windows[1] = {8, 7};
    EXPECT_EQ(refusal(data), "the time window of customer 1 closes at 7, before it opens at 8");
    data.windows[1] = {-1, 7};
    EXPECT_EQ(refusal(data), "the time window of customer 1 is not within 0 and 1e12");
    data = row();
    data.windows.pop_back();
    EXPECT_EQ(refusal(data), "there are 4 demands but 3 time windows");
    data = row();
    data.services = {1, 1, 1, 1};
    EXPECT_EQ(refusal(data), "the depot takes no time of service");
}

TEST(Windows, StayWhereTheNumberOfVehiclesIsAnother) {
    const Instance instance = Instance(row()).with_vehicles(2);
    EXPECT_EQ(instance.max_routes(), 2);
    EXPECT_EQ(instance.window(1), (TimeWindow{0, 20}));
    EXPECT_FALSE(faults(instance, Solution{{2, 1, 3}}).empty());
}

TEST(Windows, NeverCloseWhereOnlyServicesDiffer) {
    InstanceData data = row();
    data.rounding = Rounding::none;
    data.windows.clear();
    data.services = {0, 1, 2, 3};
    data.route_limit = 100;
    const Instance instance(data);
    const Segment customer = Limits(instance).of(2);
    EXPECT_EQ(customer.earliest, 0);
    EXPECT_EQ(customer.latest, NodeTimes::never);
}

TEST(Windows, TenthsAreCountedExactly) {
    InstanceData data = row();
    data.rounding = Rounding::tenths;
    data.places[1] = {1, 1};
    const Instance instance(data);
    EXPECT_EQ(instance.cost_step(), 0.1);
    EXPECT_TRUE(instance.costs_are_exact());
    EXPECT_EQ(instance.distance(0, 1), 1.4);
    EXPECT_EQ(instance.cost(0, 1), 14);
    EXPECT_EQ(length(instance, Solution{{1}}), 2.8);
    data.windows[1] = {0, 1.3};
    EXPECT_EQ(refusal(data),
              "customer 1 is out of reach: its time window closes at 1.3, but no vehicle comes before 1.4");
    data.windows[1] = {0, 1.45};
    EXPECT_FALSE(Instance(data).costs_are_exact());
}

TEST(Windows, AreNamedAsTheFileHasThem) {
    InstanceData data = row();
    data.rounding = Rounding::none;
    data.windows[3].closes = 19.99;
    EXPECT_EQ(refusal(data),
              "customer 3 is out of reach: its time window closes at 19.99, but no vehicle comes before 30");
    data = row();
    data.rounding = Rounding::none;
    data.windows[0].closes = 29.99;
    EXPECT_EQ(refusal(data),
              "customer 2 is out of reach: its vehicle is back at the depot at 65 at best, but that "
              "closes at 29.99");
}

TEST(Windows, LateClosingTimesLeaveTheOthersAsTheyAre) {
    InstanceData data = row();
    for (const double any_time : {99999999.0, 999999999.0, 1e12}) {
        data.windows[0].closes = any_time;
        const Instance instance(data);
        EXPECT_EQ(instance.cost_step(), 1) << any_time;
        EXPECT_EQ(faults(instance, Solution{{2, 1, 3}}).size(), 1) << any_time;
    }
    data.windows[1].closes = 9;
    EXPECT_EQ(refusal(data),
              "customer 1 is out of reach: its time window closes at 9, but no vehicle comes before 10");
}

TEST(Windows, ThatOpenLateLeaveDistancesExact) {
    InstanceData data = row();
    data.windows[3] = {1e9, 1e9 + 10};
    data.windows[0].closes = 2e9;
    const Instance instance(data);
    EXPECT_EQ(instance.cost_step(), 1);
    EXPECT_EQ(length(instance, Solution{{1, 2, 3}}), 60);
    EXPECT_TRUE(faults(instance, Solution{{1, 2, 3}}).empty());
    EXPECT_EQ(
        faults(instance, Solution{{3, 1}, {2}}),
        (std::vector<std::string>{
            "route 1 reaches customer 1 at 1000000025, 1000000005 late: its time window closes at 20"}));
}

TEST(Windows, AreMissedByAMillionthOfTheirOwnClosingTimeAtMost) {
    InstanceData data = row();
    data.rounding = Rounding::none;
    data.windows = {{0, 99'999}, {0, 15}, {0, 50}, {90'000, 90'100}};
    data.places[2] = {5, 0};
    data.places[1] = {10.00001, 0};
    EXPECT_EQ(faults(Instance(data), Solution{{2, 1}, {3}}), std::vector<std::string>{}) << "at 15.00001";
    data.places[1] = {10.001, 0};
    EXPECT_EQ(faults(Instance(data), Solution{{2, 1}, {3}}).size(), 1) << "at 15.001";
}

/// So a search that keeps to steps never gives a solution that `faults` finds fault with.
TEST(Windows, WhatIsInTimeInStepsIsInTimeInTruth) {
    int in_time = 0;
    for_many_windowed_instances(20, 1, 6, 327, [&](const Instance& instance, Random& random) {
        std::vector<Node> order(static_cast<std::size_t>(instance.customers()));
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Node>(i + 1);
        random.shuffle(std::span(order));
        order.resize(1 + random.below(static_cast<std::uint32_t>(order.size())));
        if (!fits(instance, order)) return;
        ++in_time;
        EXPECT_EQ(broken_limits(instance, order), std::vector<std::string>{});
    });
    EXPECT_GT(in_time, 100);
}

const std::string tiny =
    "NAME : tiny\nTYPE : VRPTW\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nSERVICE_TIME : 5\n"
    "NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 8\nDEMAND_SECTION\n1 0\n2 4\n3 5\n"
    "TIME_WINDOW_SECTION\n1 0 50\n2 1 20\n3 2 30\nDEPOT_SECTION\n1\n-1\nEOF\n";

std::string changed(const std::string& from, const std::string& to) {
    std::string text = tiny;
    return text.replace(text.find(from), from.size(), to);
}

void expect_file_refused(const std::string& text, const std::string& reason) {
    const std::string found = test::message_of<InputError>([&] { parse_instance_file(text, "a.vrp", {}); });
    EXPECT_TRUE(found.starts_with(reason)) << found;
}

TEST(Windows, AreReadFromVrpFilesAndWrittenAgain) {
    const Instance instance = parse_vrp(tiny, "tiny.vrp");
    EXPECT_TRUE(instance.has_windows());
    EXPECT_EQ(instance.window(2), (TimeWindow{2, 30}));
    EXPECT_EQ(instance.exact_service(2), 5);
    EXPECT_EQ(instance.exact_service(0), 0);
    EXPECT_TRUE(same_instance(parse_vrp(format_vrp(instance), "again.vrp"), instance));
    const std::string own = changed("SERVICE_TIME : 5\n", "SERVICE_TIME_SECTION\n1 0\n2 3\n3 7.5\n");
    const Instance differing = parse_vrp(own, "own.vrp");
    EXPECT_EQ(differing.exact_service(2), 7.5);
    EXPECT_TRUE(same_instance(parse_vrp(format_vrp(differing), "again.vrp"), differing));
    const std::string scaled = changed("EUC_2D", "FLOOR_2D\nSCALE : 10");
    EXPECT_EQ(parse_vrp(scaled, "scaled.vrp").rounding(), Rounding::tenths);
    EXPECT_TRUE(same_instance(parse_vrp(format_vrp(parse_vrp(scaled, "a")), "b"), parse_vrp(scaled, "c")));
}

TEST(Windows, AnyInstanceIsWrittenAndReadBack) {
    for_many_windowed_instances(2, 1, 12, 328, [](const Instance& instance, Random&) {
        if (instance.metric() == Metric::matrix && instance.rounding() != Rounding::none) return;
        EXPECT_TRUE(same_instance(parse_vrp(format_vrp(instance), "again.vrp"), instance));
    });
}

TEST(Windows, ThatNeverCloseAreWrittenAndReadBack) {
    InstanceData data;
    data.places = {{0.5, 0.5}, {0.25, 0.125}, {0.75, 1}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.windows = {{}, {0, 0.75}, {}};
    const Instance instance(data), again = parse_vrp(format_vrp(instance), "again.vrp");
    EXPECT_TRUE(same_instance(again, instance));
    EXPECT_LT(again.cost_step(), 1e-6);
    EXPECT_EQ(again.window(0), TimeWindow());
}

TEST(Windows, FilesThatContradictThemselvesAreRefusedWithTheirLine) {
    expect_file_refused(changed("TYPE : VRPTW", "TYPE : CVRP"),
                        "a.vrp:15: TIME_WINDOW_SECTION contradicts TYPE 'CVRP'");
    expect_file_refused(changed("TIME_WINDOW_SECTION\n1 0 50\n2 1 20\n3 2 30\n", ""),
                        "a.vrp:18: TIME_WINDOW_SECTION is missing");
    expect_file_refused(changed("3 2 30", "3 31 30"),
                        "a.vrp:18: the time window of customer 2 closes at 30, before it");
    expect_file_refused(changed("3 2 30", "3 2 9"),
                        "a.vrp:18: customer 2 is out of reach: its time window closes at 9");
    expect_file_refused(changed("1 0 50", "1 0 24"),
                        "a.vrp:18: customer 2 is out of reach: its vehicle is back");
    expect_file_refused(changed("3 2 30", "3 -2 30"), "a.vrp:18: a time must be 0 or more");
    expect_file_refused(changed("3 2 30", "3 2"), "a.vrp:18: TIME_WINDOW_SECTION: a number is missing");
    expect_file_refused(changed("EUC_2D", "EUC_2D\nSCALE : 10"),
                        "a.vrp:5: SCALE '10' with EDGE_WEIGHT_TYPE EUC_2D");
    expect_file_refused(
        changed("SERVICE_TIME : 5\n", "SERVICE_TIME : 5\nSERVICE_TIME_SECTION\n1 0\n2 3\n3 7\n"),
        "a.vrp:6: SERVICE_TIME contradicts SERVICE_TIME_SECTION");
}

const std::string solomon =
    "C101\n\nVEHICLE\nNUMBER     CAPACITY\n  25         200\n\nCUSTOMER\n"
    "CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME\n\n"
    "    0      40         50          0          0       1236          0\n"
    "    1      45         68         10        912        967         90\n"
    "    2      45         70         30        825        870         90\n";

TEST(Windows, AreReadFromFilesOfSolomonsFormat) {
    const Instance instance = parse_instance_file(solomon, "c101.txt", {}).instance;
    EXPECT_EQ(instance.name(), "C101");
    EXPECT_EQ(instance.customers(), 2);
    EXPECT_EQ(instance.max_routes(), 25);
    EXPECT_EQ(instance.capacity(), 200);
    EXPECT_EQ(instance.rounding(), Rounding::tenths);
    EXPECT_EQ(instance.distance(0, 1), 18.6);
    EXPECT_EQ(instance.exact_service(), 90);
    EXPECT_FALSE(instance.has_own_services());
    EXPECT_EQ(instance.window(2), (TimeWindow{825, 870}));
    EXPECT_EQ(parse_instance_file(solomon, "c101.txt", {Rounding::none, {}}).instance.rounding(),
              Rounding::none);
    const auto with = [](const std::string& from, const std::string& to) {
        std::string text = solomon;
        return text.replace(text.find(from), from.size(), to);
    };
    expect_file_refused(with("825        870", "871        870"),
                        "a.vrp:12: the time window of customer 2 closes at 870");
    expect_file_refused(with("       1236", "        900"),
                        "a.vrp:11: customer 1 is out of reach: its vehicle is back");
    expect_file_refused(with("    2      45", "    3      45"), "a.vrp:12: expected number 2 but found 3");
    expect_file_refused(with("870         90", "870"),
                        "a.vrp:12: there are 6 numbers on this line instead of 7");
    expect_file_refused(with(" 30 ", "201 "), "a.vrp:12: 201 is not a whole number from 0 to 200");
    expect_file_refused(solomon.substr(0, solomon.size() - 2),
                        "a.vrp:12: the file ends in the middle of a line; it may be cut off");
    EXPECT_EQ(test::message_of<InputError>(
                  [&] { parse_instance_file(solomon, "c101.txt", {{}, {.capacity = 5}}); }),
              "c101.txt: is of Solomon's format, which has its capacity, depot and distances within; only a "
              "table of stops (CSV) takes them from outside");
    expect_file_refused(solomon.substr(0, solomon.find("    1 ")), "a.vrp:10: there are no customers");
    expect_file_refused(solomon.substr(0, solomon.find("  25 ")),
                        "a.vrp:4: the number and the capacity of vehicles is");
}

}  // namespace
}  // namespace l2r

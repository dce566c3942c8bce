#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <limits>

#include "base/error.hpp"
#include "base/file.hpp"
#include "problem/generate.hpp"
#include "problem/same_instance.hpp"
#include "problem/vrp_file.hpp"
#include "support/geographic_place.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

struct Convention {
    Metric metric;
    Rounding rounding;
};

/// Every convention that a .vrp file has a word for.
constexpr Convention writable[] = {
    {Metric::euclidean, Rounding::none},    {Metric::euclidean, Rounding::nearest},
    {Metric::euclidean, Rounding::ceil},    {Metric::euclidean, Rounding::trunc},
    {Metric::manhattan, Rounding::nearest}, {Metric::maximum, Rounding::nearest},
    {Metric::geographic, Rounding::trunc},  {Metric::att, Rounding::ceil},
    {Metric::matrix, Rounding::none},
};

/// Numbers of every size, with all 53 bits in use.
rc::Gen<double> any_number(double limit) {
    return rc::gen::map(
        rc::gen::tuple(rc::gen::inRange<std::int64_t>(-(1LL << 53), 1LL << 53), rc::gen::inRange(0, 110)),
        [=](const std::tuple<std::int64_t, int>& parts) {
            const double value = std::ldexp(static_cast<double>(std::get<0>(parts)), -std::get<1>(parts));
            return std::abs(value) <= limit ? value : std::fmod(value, limit);
        });
}

/// With a limit that every customer alone keeps to, however its distances are rounded.
void add_any_route_limit(InstanceData& data) {
    data.service = std::abs(*any_number(1e12));
    const double farthest = Instance(data).largest_cost() * Instance(data).cost_step();
    if (const double least = 2 * farthest + data.service + 4; least < 1e12) data.route_limit = least;
}

InstanceData any_instance(Convention convention) {
    InstanceData data;
    const auto nodes = *rc::gen::inRange<std::size_t>(2, 12);
    data.name = "any";
    data.metric = convention.metric;
    data.rounding = convention.rounding;
    data.capacity = *rc::gen::inRange<std::int64_t>(1, Instance::capacity_limit + 1);
    data.demands.push_back(0);
    for (std::size_t node = 1; node < nodes; ++node)
        data.demands.push_back(*rc::gen::inRange<std::int64_t>(0, data.capacity + 1));
    if (convention.metric != Metric::matrix || *rc::gen::arbitrary<bool>())
        for (std::size_t node = 0; node < nodes; ++node) {
            const double x = *any_number(1e12);
            const Point place{x, *any_number(1e12)};
            data.places.push_back(convention.metric == Metric::geographic ? geographic_place(place) : place);
        }
    if (convention.metric != Metric::matrix) return data;
    data.matrix.resize(nodes * nodes);
    for (std::size_t a = 0; a < nodes; ++a)
        for (std::size_t b = 0; b < a; ++b)
            data.matrix[a * nodes + b] = data.matrix[b * nodes + a] = std::abs(*any_number(1e12));
    return data;
}

RC_GTEST_PROP(VrpRoundTrip, WhatIsWrittenReadsBackBitForBit, ()) {
    InstanceData data =
        any_instance(*rc::gen::elementOf(std::vector(std::begin(writable), std::end(writable))));
    if (*rc::gen::arbitrary<bool>()) add_any_route_limit(data);
    data.vehicles = *rc::gen::element(0, 20, std::numeric_limits<int>::max());
    const Instance instance(data);
    const Instance again = parse_vrp(format_vrp(instance), "again.vrp");
    RC_ASSERT(bool(same_instance(instance, again)));
}

RC_GTEST_PROP(VrpRoundTrip, CommentsAndNamesOfAnyKindDoNoHarm, ()) {
    InstanceData data = any_instance({Metric::euclidean, Rounding::none});
    data.name = *rc::gen::string<std::string>();
    const auto comment = *rc::gen::string<std::string>();
    try {
        format_vrp(Instance(data), comment);
    } catch (const InputError&) {
        data.name = "another";
    }
    const Instance instance(data);
    RC_ASSERT(bool(same_instance(instance, parse_vrp(format_vrp(instance, comment), "again.vrp"))));
}

TEST(VrpRoundTrip, IsTheTextThatPeopleExpect) {
    InstanceData data;
    data.name = "tiny";
    data.places = {{0, 0}, {0.1, 100000}};
    data.demands = {0, 7};
    data.capacity = 9;
    EXPECT_EQ(format_vrp(Instance(data), "first\nsecond"),
              "NAME : tiny\nCOMMENT : first\nCOMMENT : second\nTYPE : CVRP\nDIMENSION : 2\n"
              "EDGE_WEIGHT_TYPE : EXACT_2D\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 0\n2 0.1 100000\n"
              "DEMAND_SECTION\n1 0\n2 7\nDEPOT_SECTION\n1\n-1\nEOF\n");
}

TEST(VrpRoundTrip, LimitsOnRoutesAreWritten) {
    InstanceData data;
    data.places = {{0, 0}, {0.1, 100000}};
    data.demands = {0, 7};
    data.capacity = 9;
    data.route_limit = 200000.5;
    data.service = 0.25;
    EXPECT_NE(format_vrp(Instance(data)).find("CAPACITY : 9\nDISTANCE : 200000.5\nSERVICE_TIME : 0.25\nNODE"),
              std::string::npos);
    data.vehicles = 3;
    EXPECT_NE(format_vrp(Instance(data)).find("CAPACITY : 9\nVEHICLES : 3\nDISTANCE"), std::string::npos);
}

TEST(VrpRoundTrip, GeneratedInstancesReadBack) {
    for (const int customers : {1, 20, 100})
        for (std::uint64_t index = 0; index < 20; ++index) {
            const Instance instance = random_instance(customers, 3, index);
            EXPECT_TRUE(same_instance(instance, parse_vrp(format_vrp(instance), "again.vrp")));
        }
}

TEST(VrpRoundTrip, ATabWithinANameIsKept) {
    InstanceData data;
    data.name = "two\twords";
    data.places = {{0, 0}, {1, 1}};
    data.demands = {0, 7};
    data.capacity = 9;
    EXPECT_EQ(parse_vrp(format_vrp(Instance(data)), "again.vrp").name(), data.name);
}

TEST(VrpRoundTrip, RoundedMatricesAreWrittenRounded) {
    InstanceData data;
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.metric = Metric::matrix;
    data.rounding = Rounding::ceil;
    data.matrix = {0, 1.25, 7, 1.25, 0, 100, 7, 100, 0};
    const Instance again = parse_vrp(format_vrp(Instance(data)), "again.vrp");
    EXPECT_EQ(again.distance(0, 1), 2);
    EXPECT_EQ(again.distance(1, 2), 100);
}

TEST(VrpRoundTrip, GreatCirclesAreWrittenAsDistances) {
    InstanceData data;
    data.places = {{13.4, 52.52}, {13.5, 52.5}, {13.45, 52.55}};
    data.demands = {0, 7, 8};
    data.capacity = 9;
    data.metric = Metric::great_circle;
    for (const Rounding rounding : {Rounding::none, Rounding::nearest}) {
        data.rounding = rounding;
        const Instance instance(data), again = parse_vrp(format_vrp(instance), "again.vrp");
        for (Node a = 0; a < 3; ++a) {
            EXPECT_EQ(again.place(a), instance.place(a));
            for (Node b = 0; b < 3; ++b) EXPECT_EQ(again.distance(a, b), instance.distance(a, b));
        }
    }
}

TEST(VrpRoundTrip, SaysWhatTheFormatCannotHold) {
    InstanceData data;
    data.places = {{0, 0}, {1, 1}};
    data.demands = {0, 7};
    data.capacity = 9;
    for (const Convention convention : {Convention{Metric::manhattan, Rounding::none},
                                        {Metric::maximum, Rounding::ceil},
                                        {Metric::geographic, Rounding::none},
                                        {Metric::att, Rounding::nearest}}) {
        data.metric = convention.metric;
        data.rounding = convention.rounding;
        EXPECT_THROW(format_vrp(Instance(data)), InputError);
    }
    data.metric = Metric::euclidean;
    data.rounding = Rounding::none;
    for (const char* name : {" blank", "line\nbreak", "tab\t"}) {
        data.name = name;
        EXPECT_THROW(format_vrp(Instance(data)), InputError) << name;
    }
}

/// Every good file, cut at every byte, is refused with a line or still says all that the whole file says.
TEST(VrpRoundTrip, CutFilesAreRefusedOrComplete) {
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::source_folder() + "/tests/data/good")) {
        if (entry.path().extension() != ".vrp") continue;
        ++files;
        const std::string text = read_file(entry.path());
        const Instance whole = parse_vrp(text, "whole.vrp");
        EXPECT_TRUE(same_instance(whole, parse_vrp(format_vrp(whole), "again.vrp"))) << entry.path();
        std::size_t accepted = 0;
        for (std::size_t size = 0; size < text.size(); ++size) {
            try {
                const Instance cut = parse_vrp(text.substr(0, size), "cut.vrp");
                ++accepted;
                ASSERT_TRUE(same_instance(cut, whole)) << entry.path() << " cut at " << size;
            } catch (const InputError& error) {
                ASSERT_TRUE(std::string(error.what()).starts_with("cut.vrp:")) << error.what();
                ASSERT_FALSE(std::string(error.what()).starts_with("cut.vrp: "))
                    << "no line: " << error.what();
            }
        }
        EXPECT_LE(accepted, 6u) << entry.path()
                                << ": only the last line's end, EOF and blanks may be lacking";
    }
    EXPECT_GE(files, 14);
}

}  // namespace
}  // namespace l2r

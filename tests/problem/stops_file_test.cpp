#include "problem/stops_file.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "problem/instance_file.hpp"
#include "problem/same_instance.hpp"
#include "problem/tiny_vrp.hpp"
#include "problem/vrp_file.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

constexpr const char* tiny_stops = "id,name,x,y,demand\nd,Depot,0,0,\na,,3,4,4\nb,Bakery,6.5,8,5\n";

struct ReadStops {
    Instance instance;
    std::vector<std::string> warnings;
};

ReadStops read_stops(const std::string& text, const StopsOptions& options = {.capacity = 10},
                     std::optional<Rounding> rounding = std::nullopt) {
    std::vector<std::string> warnings;
    Instance instance = parse_stops(text, "round.csv", options, rounding, warnings);
    return {std::move(instance), std::move(warnings)};
}

TEST(StopsFile, ARowIsAStopAndTheFirstIsTheDepot) {
    const auto [instance, warnings] = read_stops(tiny_stops);
    EXPECT_EQ(instance.name(), "round");
    EXPECT_EQ(instance.customers(), 2);
    EXPECT_EQ(instance.capacity(), 10);
    EXPECT_EQ(instance.demand(2), 5);
    EXPECT_EQ(instance.distance(0, 1), 5);
    EXPECT_EQ(instance.rounding(), Rounding::none);
    EXPECT_EQ(instance.stop_name(0), "Depot");
    EXPECT_EQ(instance.stop_name(1), "a") << "an id stands in for a name";
    EXPECT_EQ(instance.stop_name(2), "Bakery");
    EXPECT_TRUE(warnings.empty());
}

TEST(StopsFile, ColumnsAreFoundByNameInAnyOrderCaseAndSeparator) {
    const Instance expected = read_stops(tiny_stops).instance;
    for (const std::string text :
         {"Demand;Y;X;NAME;Id\n;0;0;Depot;d\n4;4;3;;a\n5;8;6.5;Bakery;b\n",
          "id\tname\tx\ty\tdemand\nd\tDepot\t0\t0\t\na\t\t3\t4\t4\nb\tBakery\t6.5\t8\t5\n",
          "\xEF\xBB\xBF"
          "id,name,x,y,demand\r\nd,Depot,0,0,0\r\na,,3,4,4\r\n\r\nb,\"Bakery\",6.5,8e0,+5\r\n"})
        EXPECT_TRUE(same_instance(expected, read_stops(text).instance)) << text;
}

TEST(StopsFile, LongitudesAndLatitudesGiveMetres) {
    for (const std::string names : {"lon,lat", "LNG,Latitude", "Longitude,LAT"}) {
        const std::string text = names + ",demand\n13.40,52.52,\n13.45,52.51,4\n";
        const Instance instance = read_stops(text).instance;
        EXPECT_EQ(instance.metric(), Metric::great_circle);
        EXPECT_EQ(instance.place(1), (Point{13.45, 52.51}));
        EXPECT_EQ(instance.distance(0, 1), 3561);
        EXPECT_NE(read_stops(text, {.capacity = 10}, Rounding::none).instance.distance(0, 1), 3561);
        EXPECT_FALSE(instance.has_names());
    }
}

TEST(StopsFile, ColumnsThatAreNotKnownAreNamedOnce) {
    const std::string one = "x,y,demand,Phone\n0,0,,\n1,1,1,5\n",
                      two = "x,y,demand,Phone,,Größe\n0,0,,,,\n1,1,1,5,,\n";
    EXPECT_EQ(read_stops(one).warnings, std::vector<std::string>{"the column 'Phone' is not used"});
    EXPECT_EQ(read_stops(two).warnings,
              std::vector<std::string>{"the columns 'Phone', 'Größe' are not used"});
}

TEST(StopsFile, AnotherDepotIsNamedByItsIdOrByItsNameWhereThereAreNoIds) {
    const std::string named = "name,x,y,demand\nHome,3,4,4\nMarket,6,8,5\nDepot,0,0,\n";
    for (const auto& [text, depot] : {std::pair<std::string, std::string>{named, "Depot"},
                                      {"id,x,y,demand\n7,3,4,4\n8,6,8,5\n9,0,0,\n", "9"}}) {
        const Instance instance = read_stops(text, {.capacity = 10, .depot = depot}).instance;
        EXPECT_EQ(instance.stop_name(0), depot);
        EXPECT_EQ(instance.distance(0, 1), 5);
        EXPECT_EQ(instance.demand(2), 5);
    }
}

TEST(StopsFile, TheCapacityMayStandInTheDepotsRow) {
    const std::string text = "x,y,demand,capacity\n0,0,,9\n1,1,1,\n2,2,3,9\n";
    EXPECT_EQ(read_stops(text, {}).instance.capacity(), 9);
    EXPECT_EQ(read_stops(text, {.capacity = 4}).instance.capacity(), 4);
}

TEST(StopsFile, ALineEndWithinANameBecomesABlank) {
    EXPECT_EQ(read_stops("name,x,y,demand\nd,0,0,\n\"two\nlines\",1,1,1\n").instance.stop_name(1),
              "two lines");
}

TEST(InstanceFile, TheContentDecidesWhatAFileIs) {
    const ReadingOptions options{.rounding = std::nullopt, .stops = {.capacity = 10}};
    EXPECT_EQ(parse_instance_file(tiny_stops, "mine.vrp", options).instance.customers(), 2);
    EXPECT_EQ(parse_instance_file(TinyVrp().text(), "mine.csv").instance.name(), "tiny");
    for (const std::string text :
         {tiny_stops, "NAME\tx\ty\tdemand\n", "stop;weight\n", "\"id\"\t\"x\"\n", "1,2\n"})
        EXPECT_TRUE(looks_like_stops(text)) << text;
    for (const std::string text :
         {"", "NAME : id, x, y\n", "COMMENT a, b\n", "TYPE\tCVRP\n", "Route #1: 1\t2\n"})
        EXPECT_FALSE(looks_like_stops(text)) << text;
}

TEST(InstanceFile, AVrpFileTakesNothingOfATable) {
    for (const StopsOptions& stops : {StopsOptions{.capacity = 10}, {.depot = "1"}, {.matrix = "m.csv"}})
        EXPECT_THROW(
            parse_instance_file(TinyVrp().text(), "tiny.vrp", {.rounding = std::nullopt, .stops = stops}),
            InputError);
}

TEST(InstanceFile, PassesOnAllWarnings) {
    const std::string text = "x,y,demand,phone\n0,0,,\n0.01,0.01,1,\n0.02,0.01,1,\n";
    const InstanceFile read = parse_instance_file(text, "x.csv", {Rounding::nearest, {.capacity = 2}});
    ASSERT_EQ(read.warnings.size(), 2U);
    EXPECT_EQ(read.warnings[0], "the column 'phone' is not used");
}

/// Tables of stops that have a table of distances beside them.
class StopsMatrix : public test::OwnFolder {
  protected:
    Instance read(const std::string& stops, const std::string& matrix, const std::string& depot = "") {
        write_file(folder_ / "m.csv", matrix);
        return read_stops(stops, {.capacity = 10, .depot = depot, .matrix = folder_ / "m.csv"}).instance;
    }
    void expect_refused(const std::string& matrix, int line, const std::string& reason,
                        const std::string& stops = tiny_stops) {
        try {
            read(stops, matrix);
            ADD_FAILURE() << "accepted, instead of " << reason;
        } catch (const InputError& error) {
            EXPECT_EQ(error.what(),
                      (folder_ / "m.csv").string() + ":" + std::to_string(line) + ": " + reason);
        }
    }
};

TEST_F(StopsMatrix, ItsRowsAreThoseOfTheStopsOrOfAFirstRowOfIds) {
    for (const std::string matrix :
         {"0,1,2.5\n1,0,3\n2.5,3,0\n", "d;a;b\n0;1;2.5\n1;0;3\n2.5;3;0\n", "b,a,d\n0,3,2.5\n3,,1\n2.5,1,-\n",
          "id,d,a,b\na,1,0,3\nd,0,1,2.5\nb,2.5,3,0\n"}) {
        const Instance instance = read(tiny_stops, matrix);
        EXPECT_EQ(instance.distance(0, 1), 1) << matrix;
        EXPECT_EQ(instance.distance(2, 0), 2.5) << matrix;
        EXPECT_EQ(instance.distance(1, 2), 3) << matrix;
        EXPECT_TRUE(instance.has_places()) << "for pictures";
    }
}

TEST_F(StopsMatrix, NeedsNoPlacesAndFollowsTheDepot) {
    const Instance instance = read("id,demand\na,4\nb,5\nd,\n", "0,1,2\n1,0,3\n2,3,0\n", "d");
    EXPECT_FALSE(instance.has_places());
    EXPECT_EQ(instance.distance(0, 1), 2);
    EXPECT_EQ(instance.distance(0, 2), 3);
    EXPECT_EQ(instance.distance(1, 2), 1);
}

TEST_F(StopsMatrix, MayBeAnArrayOfNumPy) {
    const std::filesystem::path data = std::filesystem::path(test::source_folder()) / "tests/data/stops";
    const std::string floats = read_file(data / "distances.npy"), columns = read_file(data / "columns.npy");
    const Instance instance = read(tiny_stops, floats);
    EXPECT_EQ(instance.distance(0, 1), 1);
    EXPECT_EQ(instance.distance(2, 0), 2.5);
    EXPECT_EQ(read("id,demand\na,4\nb,5\nd,\n", columns, "d").distance(0, 1), 5);
    const auto refusal = [&](const std::string& stops, std::string bytes, char last) {
        bytes[bytes.size() - 16] = last;  // of the entry [2][1]
        const std::string message = test::message_of<InputError>([&] { read(stops, bytes); });
        return message.substr(std::min(message.size(), (folder_ / "m.csv: ").string().size()));
    };
    EXPECT_EQ(refusal("id,demand\nd,\nb,5\n", floats, 0),
              "the array is 3 x 3; there are 2 stops, so it must be 2 x 2");
    EXPECT_EQ(refusal(tiny_stops, floats, 1),
              "the distance from 'b' to 'a' is 3.0000000000000004, and back 3; asymmetric distances are not "
              "supported: make both the same");
    std::string negative = floats;
    negative[negative.size() - 9] = static_cast<char>(0xc0);
    EXPECT_EQ(refusal(tiny_stops, negative, 0),
              "the entry [2][1] is -3; a distance must be a number from 0 to 1e12");
}

TEST_F(StopsMatrix, IsRefusedWithLineAndReason) {
    expect_refused(
        "0,1,2\n1,0,3\n2,4,0\n", 3,
        "the distance from 'b' to 'a' is 4, and back 3; asymmetric distances are not supported: make "
        "both the same");
    expect_refused("0,1\n1,0\n", 2,
                   "there are 2 rows of distances for 3 stops; give one each, and a row of ids if you like");
    expect_refused("", 1,
                   "there are 0 rows of distances for 3 stops; give one each, and a row of ids if you like");
    expect_refused("0,1,2\n1,0\n2,3,0\n", 2, "the row has 2 fields instead of 3");
    expect_refused("0,1,2\n1,0,far\n2,3,0\n", 2, "a distance must be a number from 0 to 1e12, not 'far'");
    expect_refused("0,1,2\n1,0,-3\n2,-3,0\n", 2, "a distance must be a number from 0 to 1e12, not '-3'");
    expect_refused("d,a\n0,1,2\n1,0,3\n2,3,0\n", 1, "the first row has 2 ids for 3 stops");
    expect_refused("d,a,c\n0,1,2\n1,0,3\n2,3,0\n", 1, "'c' is not the id of a stop");
    expect_refused("d,a,a\n0,1,2\n1,0,3\n2,3,0\n", 1, "the id 'a' stands twice in the first row");
    expect_refused("id,d,a,b\nd,0,1,2\nd,1,0,3\nb,2,3,0\n", 3, "the id 'd' was given on line 2 already");
    expect_refused("d,a\n0,1\n1,0\n", 1, "'d' is not the id of a stop; the stops have no column 'id'",
                   "x,y,demand\n0,0,\n1,1,1\n");
    expect_refused(
        "0,1\n2,0\n", 2,
        "the distance from stop 2 to stop 1 is 2, and back 1; asymmetric distances are not supported: "
        "make both the same",
        "x,y,demand\n0,0,\n1,1,1\n");
}

}  // namespace
}  // namespace l2r

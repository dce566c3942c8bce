#include <gtest/gtest.h>

#include "base/error.hpp"
#include "problem/instance_file.hpp"

namespace l2r {
namespace {

void expect_stops_refused(const std::string& text, const std::string& where, const std::string& reason,
                          const StopsOptions& options = {.capacity = 10}) {
    try {
        parse_instance_file(text, "bad.csv", {.rounding = std::nullopt, .stops = options});
        ADD_FAILURE() << "accepted, instead of " << reason << "\n" << text;
    } catch (const InputError& error) {
        const std::string found = error.what();
        EXPECT_TRUE(found.starts_with("bad.csv:" + where + " ")) << found << "\nnot " << where;
        EXPECT_NE(found.find(reason), std::string::npos) << found << "\nnot " << reason;
    }
}

/// A depot on line 2 and a customer on line 3.
std::string stops_with(const std::string& row) {
    return "id,x,y,demand\nd,0,0,\na,3,4,4\n" + row + "\n";
}

TEST(StopsRefusal, ColumnsThatAreMissingOrMeanTheSameAreNamed) {
    for (const auto& [header, reason] : std::vector<std::pair<std::string, std::string>>{
             {"id,x,y", "the column 'demand' is missing; a table of stops has"},
             {"id,x,y,weight", "; those here are 'id', 'x', 'y', 'weight'"},
             {"id,x,demand", "there is a column 'x', but no 'y'"},
             {"id,y,demand", "there is a column 'y', but no 'x'"},
             {"id,longitude,demand", "there is a column 'lon', but no 'lat'"},
             {"id,lat,demand", "there is a column 'lat', but no 'lon'"},
             {"id,demand", "there are no places and no matrix of distances"},
             {"x,y,lon,lat,demand", "leave out those that are not meant"},
             {"lon,lng,lat,demand", "the columns 'lon' and 'lng' mean the same"},
             {"x,y,demand,Demand", "the columns 'demand' and 'Demand' mean the same"},
             {"stop,east,north,weight", "the first row does not name the columns; a table of stops has"},
             {"1,0,0,0", "the first row does not name the columns"}})
        expect_stops_refused(header + "\n1,2,3,4\n", "1:", reason);
}

TEST(StopsRefusal, RowsMustBeWholeAndNumbersNumbers) {
    for (const auto& [row, reason] : std::vector<std::pair<std::string, std::string>>{
             {"b,1,2", "the row has 3 fields, but the first row has 4"},
             {"b,1,2,3,4", "the row has 5 fields, but the first row has 4; a field that holds a separator"},
             {"b,east,2,3", "x 'east' is not a number within 1e12"},
             {"b,1,,3", "y is missing"},
             {"b,1,nan,3", "y 'nan' is not a number"},
             {"b,1,1e13,3", "y '1e13' is not a number within 1e12"},
             {"b,1,\"2,5\",3", "y '2,5' is not a number within 1e12; its fraction needs a point"},
             {"b,1,2,many", "the demand 'many' is not a number"},
             {"b,1,2,-3", "the demand '-3' is negative"},
             {"b,1,2,2.5", "the demand '2.5' is not a whole number; count in a smaller unit"},
             {"b,1,2,1e10", "the demand '1e10' is above 1000000000"},
             {"b,1,2,11", "the demand of 'b', 11, is more than the capacity of 10"},
             {"b,1,2,", "the demand of 'b' is missing"},
             {"a,1,2,3", "the id 'a' was given on line 3 already"},
             {",1,2,3", "the id is missing"},
             {"M\xfcller,1,2,3", "'M\\xfcller' is no name: up to 600 bytes of UTF-8 are"},
             {"\"b,1,2,3", "a quotation mark that begins a field is not closed"}})
        expect_stops_refused(stops_with(row), "4:", reason);
}

TEST(StopsRefusal, PlacesMustBeOnTheEarth) {
    const std::string header = "lon,lat,demand\n0,0,\n";
    expect_stops_refused(header + "52.5,103.8,1\n",
                         "3:", "latitude 103.8 is outside -90 .. 90; are latitudes and longitudes swapped?");
    expect_stops_refused(header + "181,5,1\n", "3:", "longitude 181 is outside -180 .. 180");
    expect_stops_refused(header + "5,,1\n", "3:", "the latitude is missing");
}

TEST(StopsRefusal, ThereMustBeADepotAndACustomer) {
    expect_stops_refused("id,x,y,demand\n", "1:", "there are no stops below the first row");
    expect_stops_refused("id,x,y,demand\nd,0,0,\n\n", "3:", "there is no customer");
    expect_stops_refused("id,x,y,demand\nd,0,0,7\na,1,1,1\n",
                         "2:", "the depot, 'd', has a demand of 7; leave it");
    expect_stops_refused(stops_with("b,1,2,3"), "",
                         "there is no stop 'z' to be the depot; the first is 'd', the",
                         {.capacity = 10, .depot = "z"});
    expect_stops_refused("x,y,demand\n0,0,\n1,1,1\n", "", "there is no column 'id', so no depot 'z'",
                         {.capacity = 10, .depot = "z"});
    expect_stops_refused("name,x,y,demand\nd,0,0,\nd,1,1,1\n", "3:", "there is another 'd' on line 2, so",
                         {.capacity = 10, .depot = "d"});
}

TEST(StopsRefusal, TheCapacityMustBeGivenAndTheSameForAll) {
    expect_stops_refused(stops_with("b,1,2,3"), "2:", "the capacity of the vehicles is missing; give it with",
                         {});
    const std::string header = "x,y,demand,capacity\n";
    expect_stops_refused(header + "0,0,,\n1,1,1,9\n", "2:", "the capacity of the vehicles is missing", {});
    for (const std::string value : {"0", "-1", "2.5", "ten", "1e10"})
        expect_stops_refused(header + "0,0,," + value + "\n1,1,1,\n",
                             "2:", "the capacity '" + value + "' is not a whole number from 1", {});
    expect_stops_refused(header + "0,0,,9\n1,1,1,8\n",
                         "3:", "the capacity '8' is not that of the depot's row", {});
    EXPECT_THROW(parse_instance_file(stops_with("b,1,2,3"), "x.csv", {std::nullopt, {.capacity = -1}}),
                 InputError);
}

}  // namespace
}  // namespace l2r

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "problem/tiny_vrp.hpp"
#include "problem/vrp_file.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

void expect_refused(const std::string& text, int line, const std::string& reason) {
    try {
        parse_vrp(text, "bad.vrp");
        ADD_FAILURE() << "accepted, instead of " << line << ": " << reason << "\n" << text;
    } catch (const InputError& error) {
        const std::string found = error.what();
        EXPECT_TRUE(found.starts_with("bad.vrp:" + std::to_string(line) + ": ")) << found << "\nnot " << line;
        EXPECT_NE(found.find(reason), std::string::npos) << found << "\nnot " << reason;
    }
}

/// The tiny file with line `changed` replaced.
struct Spoilt {
    std::size_t changed;
    std::string replacement;
    int line;  ///< that the error must give
    std::string reason;
};

void expect_all_refused(const std::vector<Spoilt>& table) {
    for (const Spoilt& spoilt : table)
        expect_refused(TinyVrp().replace(spoilt.changed, spoilt.replacement).text(), spoilt.line,
                       spoilt.reason);
}

TEST(VrpRefusal, ConstraintsThatAreNotSupportedAreRefusedByName) {
    for (const char* keyword : {"STANDTIME_SECTION", "BACKHAUL_SECTION", "PICKUP_AND_DELIVERY_SECTION",
                                "DRAFT_LIMIT_SECTION", "CTSP_SET_SECTION", "RISK_THRESHOLD", "SALESMEN",
                                "MTSP_MIN_SIZE", "MTSP_MAX_SIZE", "MTSP_OBJECTIVE", "DEMAND_DIMENSION"})
        for (const std::string end : {"", " : 5", ": 0", " 7"}) {
            const std::string text = TinyVrp().replace(5, "CAPACITY : 10\n" + (keyword + end)).text();
            expect_refused(text, 6, std::string(keyword) + " (");
            expect_refused(text, 6, "is not supported");
        }
}

TEST(VrpRefusal, TheMostTellingConstraintIsNamed) {
    const std::string limits = "DRAFT_LIMIT_SECTION\n1 0\n2 9\n3 9";
    expect_refused(
        TinyVrp().replace(5, "CAPACITY : 10\nSALESMEN : 2\nSTANDTIME_SECTION\n1 0\n" + limits).text(), 9,
        "DRAFT_LIMIT_SECTION (draft limits) is not supported");
    expect_refused(TinyVrp().replace(5, limits + "\nCAPACITY : 10\nSALESMEN : 2").text(), 5,
                   "DRAFT_LIMIT_SECTION (draft limits) is not supported");
    expect_refused(TinyVrp().replace(5, "SALESMEN : 2\nCAPACITY : 10\nCOLOUR : red\n" + limits).text(), 5,
                   "SALESMEN (a number");
}

TEST(VrpRefusal, ASolutionIsToldFromAnInstance) {
    for (const char* text : {"Route #1: 1 2\nCost 5\n", "route#1: 1 2\n", "\nRoute 1: 1 2\n"})
        expect_refused(text, text[0] == '\n' ? 2 : 1, "looks like a solution (.sol)");
}

/// Decimal degrees in a GEO file would give wrong distances without a word.
TEST(VrpRefusal, CoordinatesThatAreNoDegreesAndMinutesAreRefused) {
    const auto geo = [](const std::string& place) {
        return TinyVrp().replace(4, "EDGE_WEIGHT_TYPE : GEO").replace(8, "2 " + place).text();
    };
    const std::string rule = "GEO coordinates are degrees and minutes, DDD.MM, and ";
    expect_refused(geo("51.80 7"), 8,
                   rule +
                       "51.8 has 80 minutes; where they are decimal degrees, write their fractions in "
                       "minutes: 51.8 becomes 51.48");
    expect_refused(geo("7 -0.8123"), 8, rule + "-0.8123 has 81.23 minutes");
    expect_refused(geo("7 -0.8123"), 8, "-0.8123 becomes -0.48738");
    for (int degrees = 0; degrees <= 90; ++degrees)
        for (const std::string sign : {"", "-"}) {
            expect_refused(geo(sign + std::to_string(degrees) + ".60 7"), 8, "has 60 minutes");
            EXPECT_NO_THROW(parse_vrp(geo("7 " + sign + std::to_string(degrees) + ".59"), "good.vrp"));
        }
    expect_refused(geo("151.12 -33.52"), 8, "a latitude up to 90 degrees, then a longitude");
    expect_refused(geo("7 361"), 8, "not 7 and 361");
}

TEST(VrpRefusal, ProblemsOfOtherTypesAreRefusedByName) {
    expect_all_refused({
        {2, "TYPE : ACVRP", 2, "TYPE 'ACVRP' is not supported"},
        {2, "TYPE : ATSP", 2, "TYPE 'ATSP' is not supported"},
        {2, "TYPE : TSPTW", 2, "TYPE 'TSPTW' is not supported"},
        {2, "TYPE : CVRP with frills", 2, "TYPE 'CVRP with frills' is not supported"},
        {4, "EDGE_WEIGHT_TYPE : COORD_POLAR", 4, "EDGE_WEIGHT_TYPE 'COORD_POLAR' is not supported"},
        {4, "EDGE_WEIGHT_TYPE : EUC_3D", 4, "EDGE_WEIGHT_TYPE 'EUC_3D' is not supported"},
        {4, "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_TYPE : THREED_COORDS", 5,
         "NODE_COORD_TYPE 'THREED_COORDS'"},
        {4, "EDGE_WEIGHT_TYPE : EUC_2D\nDISPLAY_DATA_TYPE : HOLOGRAM", 5, "DISPLAY_DATA_TYPE 'HOLOGRAM'"},
        {15, "1\n2", 16, "more than one depot"},
        {15, "1 3", 15, "more than one depot"},
    });
}

TEST(VrpRefusal, UnknownKeywordsAreNamed) {
    expect_all_refused({
        {5, "CAPACITY : 10\nCOLOUR : red", 6, "unknown keyword 'COLOUR'"},
        {5, "CAPACITY : 10\nPROFIT_SECTION\n1 2", 6, "unknown keyword 'PROFIT_SECTION'"},
        {5, "CAPACITIES : 10", 5, "unknown keyword 'CAPACITIES'"},
        {9, "nan 1 2", 9, "unknown keyword 'nan'"},
        {17, "EOFF", 17, "unknown keyword 'EOFF'"},
        {5, std::string(100, 'X'), 5, "unknown keyword '" + std::string(40, 'X') + "...'"},
        {5, "K\xC3\xA9Y : 1", 5, "unknown keyword 'K??Y'"},
    });
}

TEST(VrpRefusal, WhatIsMissingIsNamed) {
    for (const auto& [line, keyword] : std::vector<std::pair<std::size_t, std::string>>{
             {2, "TYPE"}, {3, "DIMENSION"}, {4, "EDGE_WEIGHT_TYPE"}, {5, "CAPACITY"}})
        expect_refused(TinyVrp().remove(line).text(), 16, keyword + " is missing");
    expect_refused(TinyVrp().remove(16).remove(15).remove(14).text(), 14, "DEPOT_SECTION is missing");
    expect_refused(TinyVrp().remove(9).remove(8).remove(7).remove(6).text(), 13,
                   "NODE_COORD_SECTION is missing");
    expect_refused(TinyVrp().remove(13).remove(12).remove(11).remove(10).text(), 13,
                   "DEMAND_SECTION is missing");
    expect_refused("", 1, "TYPE is missing");
    expect_refused("\n\n", 2, "TYPE is missing");
    expect_all_refused({
        {4, "EDGE_WEIGHT_TYPE : EXPLICIT", 17, "EDGE_WEIGHT_SECTION is missing"},
        {4, "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_SECTION\n1 2 3", 19, "EDGE_WEIGHT_FORMAT is missing"},
        {5, "CAPACITY : 10\nDISPLAY_DATA_TYPE : TWOD_DISPLAY", 18, "DISPLAY_DATA_SECTION is missing"},
        {2, "TYPE :", 2, "TYPE has no value"},
        {5, "CAPACITY", 5, "CAPACITY has no value"},
    });
}

TEST(VrpRefusal, RepetitionsAndContradictionsAreRefused) {
    expect_all_refused({
        {5, "CAPACITY : 10\nCAPACITY : 10", 6, "CAPACITY stands in the file twice, first on line 5"},
        {2, "NAME : again\nTYPE : CVRP", 2, "NAME stands in the file twice, first on line 1"},
        {17, "DEPOT_SECTION\n1\n-1\nEOF", 17, "DEPOT_SECTION stands in the file twice, first on line 14"},
        {17, "DEMAND_SECTION\nEOF", 17, "DEMAND_SECTION stands in the file twice"},
        {17, "EDGE_WEIGHT_SECTION\n1 2 3\nEOF", 17,
         "EDGE_WEIGHT_SECTION contradicts EDGE_WEIGHT_TYPE 'EUC_2D'"},
        {5, "CAPACITY : 10\nEDGE_WEIGHT_FORMAT : LOWER_ROW", 6, "EDGE_WEIGHT_FORMAT contradicts"},
        {5, "CAPACITY : 10\nNODE_COORD_TYPE : NO_COORDS", 6, "NODE_COORD_TYPE is NO_COORDS but"},
        {17, "EOF\nEOF", 18, "text after EOF"},
        {17, "EOF 1", 17, "text after EOF"},
    });
}

TEST(VrpRefusal, HeaderNumbersMustMakeSense) {
    for (const std::string value : {"0", "-5", "1", "2.5", "three", "nan", "inf", "1e400", "3 4", "0x3",
                                    "1,000", "99999999999999999999", "1000001", "--3", "+-3", "3e", "1e-5"})
        expect_refused(TinyVrp().replace(3, "DIMENSION : " + value).text(), 3,
                       "DIMENSION must be a whole number from 2");
    for (const std::string value : {"0", "-5", "2.5", "ten", "NaN", "inf", "1000000001", "1e300", "10 10"})
        expect_refused(TinyVrp().replace(5, "CAPACITY : " + value).text(), 5,
                       "CAPACITY must be a whole number from 1");
}

TEST(VrpRefusal, LimitsOnRoutesMustBeNumbersThatLeaveEveryCustomerInReach) {
    for (const std::string keyword : {"DISTANCE", "SERVICE_TIME"})
        for (const std::string value : {"-1", "nan", "inf", "1e13", "12 13", "long"})
            expect_refused(TinyVrp().replace(5, "CAPACITY : 10\n" + (keyword + " : ") + value).text(), 6,
                           keyword + " must be a number from 0 to 1e12, not '" + value + "'");
    expect_all_refused({
        {5, "CAPACITY : 10\nDISTANCE : 19", 6,
         "customer 2 is out of reach: a route of its own takes 20, more than the limit of 19"},
        {5, "CAPACITY : 10\nSERVICE_TIME : 2.5\nDISTANCE : 22", 7,
         "customer 2 is out of reach: a route of its own takes 22.5, more than the limit of 22"},
        {5, "CAPACITY : 10\nDISTANCE : 30\nDISTANCE : 30", 7, "DISTANCE stands in the file twice"},
    });
}

TEST(VrpRefusal, VehiclesMustBeEnoughAndOneNumber) {
    for (const std::string keyword : {"VEHICLES", "TRUCKS"}) {
        for (const std::string value : {"0", "-1", "1.5", "two", "2147483648"})
            expect_refused(TinyVrp().replace(5, "CAPACITY : 10\n" + (keyword + " : ") + value).text(), 6,
                           keyword + " must be a whole number from 1");
        expect_refused(TinyVrp().replace(5, keyword + " : 1\nCAPACITY : 5").replace(13, "3 2").text(), 5,
                       keyword + " are too few: the demand takes at least 2; leave");
    }
    expect_refused(TinyVrp().replace(5, "CAPACITY : 10\nTRUCKS : 2\nVEHICLES : 3").text(), 6,
                   "TRUCKS contradicts VEHICLES on line 7");
}

TEST(VrpRefusal, CoordinatesMustBeOnePerNodeAndFinite) {
    expect_all_refused({
        {8, "2 3", 8, "a number is missing"},
        {8, "2 3 4 5", 8, "'5' is one number too many"},
        {8, "2 x 4", 8, "'x' is not a number"},
        {8, "2 nan 4", 8, "'nan' is not a number"},
        {8, "2 3 -inf", 8, "'-inf' is not a number"},
        {8, "2 3 1e13", 8, "'1e13' is not a number within 1e12"},
        {8, "2 3 1e999", 8, "'1e999' is not a number"},
        {8, "2 3 4#", 8, "'4#' is not a number"},
        {8, "2 3,0 4,0", 8, "'3,0' is not a number"},
        {8, "0 3 4", 8, "from 1 to 3, not '0'"},
        {8, "4 3 4", 8, "from 1 to 3, not '4'"},
        {8, "-2 3 4", 8, "from 1 to 3, not '-2'"},
        {8, "1.5 3 4", 8, "from 1 to 3, not '1.5'"},
        {8, "99999999999999999999 3 4", 8, "from 1 to 3, not"},
        {8, "1 3 4", 8, "node 1 was given on line 7 already"},
        {8, "", 9, "ends after 2 of 3 rows"},
        {9, "3 6.5 8\n3 6.5 8", 10, "more rows than DIMENSION says (3)"},
        {3, "DIMENSION : 2", 13, "more rows than DIMENSION says (2)"},
        {3, "DIMENSION : 4", 13, "ends after 3 of 4 rows"},
        {6, "NODE_COORD_SECTION 1 2 3", 6, "NODE_COORD_SECTION takes no value"},
        {6, "", 7, "expected a keyword but found '1'"},
    });
}

TEST(VrpRefusal, DemandsMustBeWholeAndFitTheVehicle) {
    expect_all_refused({
        {12, "2", 12, "a number is missing"},
        {12, "2 4 4", 12, "'4' is one number too many"},
        {12, "2 -4", 12, "the demand of node 2 must be a whole number"},
        {12, "2 4.5", 12, "the demand of node 2 must be a whole number"},
        {12, "2 nan", 12, "'nan' is not a number"},
        {12, "2 1e300", 12, "'1e300' is not a number"},
        {12, "2 11", 12, "the demand of node 2 is more than the capacity of 10"},
        {12, "3 4", 13, "node 3 was given on line 12 already"},
        {11, "1 3", 11, "the demand of the depot must be 0"},
        {15, "2", 12, "the demand of the depot must be 0"},
    });
}

TEST(VrpRefusal, TheDepotMustBeOneOfTheNodes) {
    expect_all_refused({
        {15, "4", 15, "the depot must be a node from 1 to 3, not '4'"},
        {15, "0", 15, "the depot must be a node from 1 to 3, not '0'"},
        {15, "1.5", 15, "the depot must be a node from 1 to 3"},
        {15, "", 16, "DEPOT_SECTION names no depot"},
        {16, "-1\n1", 17, "text after the -1"},
        {16, "-1\n-1", 17, "text after the -1"},
    });
    expect_refused(TinyVrp().remove(17).remove(16).text(), 15, "DEPOT_SECTION is not ended by -1");
    expect_refused(TinyVrp().remove(17).remove(16).text() + "\n \n", 15, "DEPOT_SECTION is not ended by -1");
}

std::string matrix_vrp(const std::string& format, const std::string& numbers) {
    return TinyVrp()
        .replace(4, "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : " + format)
        .replace(17, "EDGE_WEIGHT_SECTION\n" + numbers + "\nEOF")
        .text();
}

TEST(VrpRefusal, ExplicitDistancesMustBeCompleteAndSymmetric) {
    expect_refused(matrix_vrp("LOWER_ROW", "1\n2"), 20, "ends after 2 of the 3 numbers");
    expect_refused(matrix_vrp("LOWER_ROW", ""), 18, "ends after 0 of the 3 numbers");
    expect_refused(matrix_vrp("LOWER_ROW", "1\n2 3\n4"), 21, "more than the 3 numbers");
    expect_refused(matrix_vrp("LOWER_DIAG_ROW", "1\n2 3\n4"), 21, "ends after 4 of the 6 numbers");
    expect_refused(matrix_vrp("FULL_MATRIX", "0 1 2\n1 0 3\n2 4 0"), 21,
                   "asymmetric problems are not supported");
    expect_refused(matrix_vrp("FULL_MATRIX", "0 1 2\n7 0 3\n2 3 0"), 20, "between nodes 1 and 2 depends");
    expect_refused(matrix_vrp("LOWER_ROW", "1\n-2 3"), 20, "from 0 to 1e12, not '-2'");
    expect_refused(matrix_vrp("LOWER_ROW", "1\n2 nan"), 20, "from 0 to 1e12, not 'nan'");
    expect_refused(matrix_vrp("LOWER_ROW", "1\n2 1e13"), 20, "from 0 to 1e12, not '1e13'");
    expect_refused(matrix_vrp("LOWER_ROW", "1\n2 x"), 20, "from 0 to 1e12, not 'x'");
    expect_refused(matrix_vrp("SIDEWAYS", "1 2 3"), 5, "EDGE_WEIGHT_FORMAT 'SIDEWAYS'");
    expect_refused(matrix_vrp("FUNCTION", "1 2 3"), 5, "EDGE_WEIGHT_FORMAT 'FUNCTION'");
}

TEST(VrpRefusal, AnAbsurdDimensionIsRefusedWithoutAllocatingForIt) {
    expect_refused(TinyVrp().replace(3, "DIMENSION : 1000000").text(), 13, "ends after 3 of 1000000 rows");
    std::string text = matrix_vrp("FULL_MATRIX", "1 2 3");
    text.replace(text.find("DIMENSION : 3"), 13, "DIMENSION : 9000");
    expect_refused(text, 3, "explicit distances are supported up to a DIMENSION of 8000");
}

TEST(VrpRefusal, FilesThatAreNotTextAreRefused) {
    using namespace std::string_literals;
    expect_all_refused({
        {8, "2 3\0004"s, 8, "byte 0 is a control character"},
        {1, "NAME : ti\x01ny", 1, "byte 1 is a control character"},
        {8, "2 3\r4 5", 8, "byte 13 is a control character"},
        {8, "\xff\xfe\xfd", 8, "not '???"},
        {5, "\xff\xfe\xfd", 5, "expected a keyword but found '???"},
        {5, "# a remark", 5, "expected a keyword but found '#'"},
    });
    expect_refused(
        "\x7f"
        "ELF",
        1, "byte 127 is a control character");
}

TEST(VrpRefusal, ALastLineThatMayHaveLostDigitsIsRefused) {
    const std::string text =
        "TYPE : CVRP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 "
        "3 4\n"
        "DEPOT_SECTION\n1\n-1\nDEMAND_SECTION\n1 0\n2 1";
    expect_refused(text, 13, "the file ends in the middle of a line");
    EXPECT_EQ(parse_vrp(text + "0\n", "good.vrp").demand(1), 10);
}

/// The files that tests of the program use too: each is refused, with its own name and a line.
TEST(VrpRefusal, EveryBadFileIsRefused) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/tests/data/bad")) {
        if (entry.path().extension() != ".vrp") continue;
        ++files;
        try {
            read_vrp(entry.path());
            ADD_FAILURE() << entry.path() << " was accepted";
        } catch (const InputError& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with(entry.path().string() + ":")) << error.what();
        }
    }
    EXPECT_GE(files, 14);
}

}  // namespace
}  // namespace l2r

#include "problem/vrp_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "problem/same_instance.hpp"
#include "problem/tiny_vrp.hpp"

namespace l2r {
namespace {

Instance parse(const std::string& text, std::optional<Rounding> rounding = std::nullopt) {
    return parse_vrp(text, "tiny.vrp", rounding);
}

Instance parse(const TinyVrp& file) {
    return parse(file.text());
}

void expect_reads_as_tiny(const std::string& text) {
    EXPECT_TRUE(same_instance(parse(text), parse(TinyVrp()))) << text;
}

TEST(VrpFile, ReadsEveryPart) {
    const Instance instance = parse(TinyVrp());
    EXPECT_EQ(instance.name(), "tiny");
    EXPECT_EQ(instance.customers(), 2);
    EXPECT_EQ(instance.capacity(), 10);
    EXPECT_EQ(instance.place(0), (Point{0, 0}));
    EXPECT_EQ(instance.place(2), (Point{6.5, 8}));
    EXPECT_EQ(instance.demand(1), 4);
    EXPECT_EQ(instance.demand(2), 5);
    EXPECT_EQ(instance.metric(), Metric::euclidean);
    EXPECT_EQ(instance.rounding(), Rounding::nearest);
    EXPECT_EQ(instance.distance(0, 1), 5);
}

TEST(VrpFile, TakesKeywordsHoweverTheyAreWritten) {
    for (const char* capacity :
         {"CAPACITY: 10", "CAPACITY:10", "CAPACITY :10", "CAPACITY 10", "CAPACITY\t:\t10\t",
          "  capacity : 10  ", "Capacity : 10.0", "CAPACITY : +1e1"})
        expect_reads_as_tiny(TinyVrp().replace(5, capacity).text());
    expect_reads_as_tiny(TinyVrp().replace(4, "edge_weight_type: euc_2d").text());
    expect_reads_as_tiny(TinyVrp().replace(2, "Type:\tcvrp").text());
    expect_reads_as_tiny(TinyVrp().replace(6, "NODE_COORD_SECTION :\t\t").text());
    expect_reads_as_tiny(TinyVrp().replace(17, " EOF \t").text());
    EXPECT_EQ(parse(TinyVrp().replace(1, "NAME : a: b  c ")).name(), "a: b  c");
}

TEST(VrpFile, TakesNumbersHoweverTheyAreWritten) {
    expect_reads_as_tiny(TinyVrp().replace(9, "\t3.0   +6.5e0\t0.8e1 \t").text());
    expect_reads_as_tiny(TinyVrp().replace(12, "2 4.000").text());
    expect_reads_as_tiny(TinyVrp().replace(3, "DIMENSION : 3.0").text());
    EXPECT_EQ(parse(TinyVrp().replace(9, "3 -1e-3 .5")).place(2), (Point{-0.001, 0.5}));
}

TEST(VrpFile, TakesLinesHoweverTheyEnd) {
    expect_reads_as_tiny(TinyVrp().text("\r\n"));
    expect_reads_as_tiny(TinyVrp().text("  \t\n"));
    expect_reads_as_tiny(TinyVrp().text("\n\n"));
    expect_reads_as_tiny(TinyVrp().text() + "\n \n\r\n");
    expect_reads_as_tiny("\n\n" + TinyVrp().text());
    expect_reads_as_tiny("\xEF\xBB\xBF" + TinyVrp().text());
}

TEST(VrpFile, TakesAFileWithoutEof) {
    std::string text = TinyVrp().remove(17).text();
    expect_reads_as_tiny(text);
    text.pop_back();
    expect_reads_as_tiny(text);
}

TEST(VrpFile, TakesADepotSectionThatAKeywordEnds) {
    expect_reads_as_tiny(TinyVrp().remove(16).text());
    expect_reads_as_tiny(TinyVrp().replace(15, "1 -1").remove(16).text());
}

TEST(VrpFile, TakesCommentsAndALackOfNames) {
    expect_reads_as_tiny(
        TinyVrp().replace(2, "COMMENT : TYPE : TSP\nCOMMENT: \xC3\xA9\nCOMMENT\nTYPE : CVRP").text());
    EXPECT_EQ(parse(TinyVrp().remove(1)).name(), "");
    EXPECT_EQ(parse(TinyVrp().replace(1, "NAME :")).name(), "");
}

TEST(VrpFile, TakesSectionsAndRowsInAnyOrder) {
    expect_reads_as_tiny(
        "DEPOT_SECTION\n1\n-1\nDEMAND_SECTION\n3 5\n1 0\n2 4\nCAPACITY : 10\nNODE_COORD_SECTION\n2 3 4\n1 0 "
        "0\n3 6.5 8\n"
        "DIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nTYPE : CVRP\nNAME : tiny\nEOF\n");
}

TEST(VrpFile, NumbersCustomersWithoutTheDepotWhereverThatIs) {
    const Instance instance = parse(TinyVrp().replace(15, "2").replace(11, "1 7").replace(12, "2 0"));
    EXPECT_EQ(instance.place(0), (Point{3, 4}));
    EXPECT_EQ(instance.place(1), (Point{0, 0}));
    EXPECT_EQ(instance.place(2), (Point{6.5, 8}));
    EXPECT_EQ(instance.demand(1), 7);
    EXPECT_EQ(instance.demand(2), 5);
}

TEST(VrpFile, KnowsTheEdgeWeightTypes) {
    struct Expected {
        std::string type;
        Metric metric;
        Rounding rounding;
        double distance;  ///< from (0, 0) to (6.5, 8)
    };
    const double straight = std::sqrt(6.5 * 6.5 + 64);
    for (const Expected& expected : {Expected{"EUC_2D", Metric::euclidean, Rounding::nearest, 10},
                                     {"CEIL_2D", Metric::euclidean, Rounding::ceil, 11},
                                     {"FLOOR_2D", Metric::euclidean, Rounding::trunc, 10},
                                     {"EXACT_2D", Metric::euclidean, Rounding::none, straight},
                                     {"MAN_2D", Metric::manhattan, Rounding::nearest, 15},
                                     {"MAX_2D", Metric::maximum, Rounding::nearest, 8},
                                     {"GEO", Metric::geographic, Rounding::trunc, 1170},
                                     {"ATT", Metric::att, Rounding::ceil, 4}}) {
        const Instance instance = parse(TinyVrp().replace(4, "EDGE_WEIGHT_TYPE : " + expected.type));
        EXPECT_EQ(instance.metric(), expected.metric) << expected.type;
        EXPECT_EQ(instance.rounding(), expected.rounding) << expected.type;
        EXPECT_EQ(instance.distance(0, 2), expected.distance) << expected.type;
    }
    expect_reads_as_tiny(
        TinyVrp().replace(4, "EDGE_WEIGHT_TYPE : EUC_2D\nEDGE_WEIGHT_FORMAT : FUNCTION").text());
}

TEST(VrpFile, VehiclesAndTrucksLimitTheRoutesAndANameDoesNot) {
    for (const std::string limit : {"VEHICLES : 2", "trucks: 2", "VEHICLES 2\nTRUCKS 2"}) {
        const Instance instance = parse(TinyVrp().replace(5, "CAPACITY : 10\n" + limit));
        EXPECT_TRUE(instance.has_fleet_limit());
        EXPECT_EQ(instance.max_routes(), 2);
        EXPECT_EQ(parse(format_vrp(instance)).max_routes(), 2);
    }
    EXPECT_FALSE(parse(TinyVrp().replace(1, "NAME : X-n3-k1")).has_fleet_limit());
}

TEST(VrpFile, RoundingCanBeOverridden) {
    EXPECT_DOUBLE_EQ(parse(TinyVrp().text(), Rounding::none).distance(0, 2), std::sqrt(6.5 * 6.5 + 64));
    EXPECT_EQ(parse(TinyVrp().text(), Rounding::ceil).distance(0, 2), 11);
}

/// An explicit instance of four nodes: distances ab = 12, ac = 13, ad = 14, bc = 23, bd = 24, cd = 34.
std::string explicit_vrp(const std::string& format, const std::string& numbers, const std::string& more = "",
                         int depot = 1) {
    std::string text =
        "TYPE : CVRP\nDIMENSION : 4\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : " +
        format + "\nEDGE_WEIGHT_SECTION\n" + numbers + "\n" + more + "DEMAND_SECTION\n";
    for (int node = 1; node <= 4; ++node)
        text += std::to_string(node) + " " + std::to_string(node == depot ? 0 : node) + "\n";
    return text + "DEPOT_SECTION\n" + std::to_string(depot) + "\n-1\nEOF\n";
}

void expect_distances(const Instance& instance, const std::vector<double>& upper_rows) {
    std::vector<double> found;
    for (Node a = 0; a < instance.nodes(); ++a)
        for (Node b = a + 1; b < instance.nodes(); ++b) {
            found.push_back(instance.distance(a, b));
            EXPECT_EQ(instance.distance(b, a), found.back());
        }
    EXPECT_EQ(found, upper_rows);
    for (Node a = 0; a < instance.nodes(); ++a) EXPECT_EQ(instance.distance(a, a), 0);
}

TEST(VrpFile, KnowsTheFormatsOfExplicitDistances) {
    const std::vector<double> expected = {12, 13, 14, 23, 24, 34};
    for (const auto& [format, numbers] : std::vector<std::pair<std::string, std::string>>{
             {"FULL_MATRIX", "0 12 13 14\n12 0 23 24\n13 23 0 34\n14 24 34 0"},
             {"UPPER_ROW", "12 13 14\n23 24\n34"},
             {"LOWER_ROW", "12\n13 23\n14 24 34"},
             {"UPPER_DIAG_ROW", "0 12 13 14\n0 23 24\n0 34\n0"},
             {"LOWER_DIAG_ROW", "0\n12 0\n13 23 0\n14 24 34 0"},
             {"UPPER_COL", "12\n13 23\n14 24 34"},
             {"LOWER_COL", "12 13 14\n23 24\n34"},
             {"UPPER_DIAG_COL", "0\n12 0\n13 23 0\n14 24 34 0"},
             {"LOWER_DIAG_COL", "0 12 13 14\n0 23 24\n0 34\n0"}}) {
        const Instance instance = parse(explicit_vrp(format, numbers));
        EXPECT_EQ(instance.metric(), Metric::matrix);
        EXPECT_EQ(instance.rounding(), Rounding::none);
        EXPECT_FALSE(instance.has_places());
        expect_distances(instance, expected);
    }
}

TEST(VrpFile, ExplicitDistancesAreOneStreamWhateverTheLines) {
    expect_distances(parse(explicit_vrp("LOWER_ROW", "12 13 \n\n 23 14\t24\n34")), {12, 13, 14, 23, 24, 34});
    expect_distances(parse(explicit_vrp("UPPER_ROW", "12\n13\n14\n23\n24\n34")), {12, 13, 14, 23, 24, 34});
}

TEST(VrpFile, TheDiagonalOfExplicitDistancesMeansNothing) {
    expect_distances(
        parse(explicit_vrp("FULL_MATRIX", "9999 12 13 14 12 9999 23 24 13 23 9999 34 14 24 34 9999")),
        {12, 13, 14, 23, 24, 34});
    expect_distances(parse(explicit_vrp("UPPER_DIAG_ROW", "5 12 13 14 5 23 24 5 34 5")),
                     {12, 13, 14, 23, 24, 34});
}

TEST(VrpFile, ExplicitDistancesFollowADepotThatIsNotFirst) {
    const Instance instance = parse(explicit_vrp("UPPER_ROW", "12 13 14 23 24 34", "", 3));
    expect_distances(instance, {13, 23, 34, 12, 14, 24});
    EXPECT_EQ(instance.demand(1), 1);
    EXPECT_EQ(instance.demand(3), 4);
}

TEST(VrpFile, ExplicitDistancesAreRoundedOnlyOnRequest) {
    const std::string text = explicit_vrp("UPPER_ROW", "12.5 13 14 23 24 34");
    EXPECT_EQ(parse(text).distance(0, 1), 12.5);
    EXPECT_EQ(parse(text, Rounding::nearest).distance(0, 1), 13);
    EXPECT_EQ(parse(text, Rounding::trunc).distance(0, 1), 12);
}

TEST(VrpFile, ExplicitInstancesMayHaveCoordinatesForDrawing) {
    const std::string rows = "1 0 1\n2 0 2\n3 0 3\n4 0 4\n", other_rows = "1 5 1\n2 5 2\n3 5 3\n4 5 4\n";
    const std::string nodes = "NODE_COORD_TYPE : TWOD_COORDS\nNODE_COORD_SECTION\n" + rows;
    const std::string shown = "DISPLAY_DATA_TYPE : TWOD_DISPLAY\nDISPLAY_DATA_SECTION\n" + other_rows;
    const std::string numbers = "12 13 14 23 24 34";
    EXPECT_EQ(parse(explicit_vrp("UPPER_ROW", numbers, nodes)).place(3), (Point{0, 4}));
    EXPECT_EQ(parse(explicit_vrp("UPPER_ROW", numbers, shown)).place(3), (Point{5, 4}));
    EXPECT_EQ(parse(explicit_vrp("UPPER_ROW", numbers, nodes + shown)).place(3), (Point{5, 4}));
    expect_distances(parse(explicit_vrp("UPPER_ROW", numbers, shown)), {12, 13, 14, 23, 24, 34});
    EXPECT_FALSE(parse(explicit_vrp("UPPER_ROW", numbers, "DISPLAY_DATA_TYPE : NO_DISPLAY\n")).has_places());
}

TEST(VrpFile, CoordinatesForDrawingDoNotChangeDistances) {
    expect_reads_as_tiny(TinyVrp().replace(5, "CAPACITY : 10\nDISPLAY_DATA_TYPE : COORD_DISPLAY").text());
    expect_reads_as_tiny(TinyVrp().replace(17, "DISPLAY_DATA_SECTION\n1 9 9\n2 8 8\n3 7 7\nEOF").text());
}

TEST(VrpFile, MissingFilesAreNamed) {
    try {
        read_vrp("no/such/file.vrp");
        ADD_FAILURE() << "read";
    } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("no/such/file.vrp: cannot read"));
    }
}

}  // namespace
}  // namespace l2r

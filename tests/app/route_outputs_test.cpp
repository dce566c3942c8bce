#include "app/solve_fixture.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class RouteOutputs : public test::SolveProgram {
  protected:
    static json data_of(const std::string& page) {
        const std::string before = "const data = ";
        const std::size_t begin = page.find(before) + before.size();
        return json::parse(page.substr(begin, page.find(";\n", begin) - begin));
    }
    const std::string csv = "route,position,stop,id,name,x,y,demand,load,distance\n";
};

TEST_F(RouteOutputs, AreAPageWithTheImprovementsOfTheSearch) {
    const std::string file = generate(100);
    const Finished outcome =
        run({"solve", file, "--runs", "3", "-o", "out.sol", "--plot", "out.html", "--export", "out.geojson"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json data = data_of(read_file(folder_ / "out.html"));
    ASSERT_GE(data["steps"].size(), 2U);
    for (std::size_t s = 1; s < data["steps"].size(); ++s) {
        EXPECT_LT(data["steps"][s]["length"], data["steps"][s - 1]["length"]);
        EXPECT_GE(data["steps"][s]["seconds"], data["steps"][s - 1]["seconds"]);
    }
    EXPECT_EQ(data["steps"].back()["length"].get<double>(), read_sol(folder_ / "out.sol").stated_cost);
    EXPECT_EQ(json::parse(read_file(folder_ / "out.geojson"))["type"], "FeatureCollection");
}

TEST_F(RouteOutputs, AreMadeOfASolutionToo) {
    ASSERT_EQ(
        run({"plot", "square.vrp", "right.sol", "-o", "x.html", "--export", "x.CSV", "--title", "A & B"})
            .exit_code,
        0);
    const std::string page = read_file(folder_ / "x.html");
    EXPECT_TRUE(contains(page, "<title>A &amp; B · 4 customers · 2 routes · length 48</title>"));
    EXPECT_EQ(data_of(page)["steps"].size(), 1U);
    EXPECT_EQ(
        read_file(folder_ / "x.CSV"),
        csv +
            "1,0,0,0,0,5,5,0,0,0\n1,1,1,1,1,0,0,1,1,7\n1,2,2,2,2,0,10,1,2,17\n1,3,0,0,0,5,5,0,2,24\n"
            "2,0,0,0,0,5,5,0,0,0\n2,1,3,3,3,10,10,1,1,7\n2,2,4,4,4,10,0,1,2,17\n2,3,0,0,0,5,5,0,2,24\n");
    const Finished printed = run({"plot", "square.vrp", "right.sol", "--export", "-"});
    EXPECT_EQ(printed.exit_code, 0) << printed.err;
    EXPECT_EQ(printed.out, read_file(folder_ / "x.CSV"));
    EXPECT_EQ(run({"plot", "square.vrp", "-o", "places.html"}).exit_code, 0);
    EXPECT_EQ(data_of(read_file(folder_ / "places.html"))["steps"].size(), 0U);
}

TEST_F(RouteOutputs, WithNamesOfOtherFilesAreRefused) {
    const auto refusal = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"solve", "square.vrp", "--runs", "1", "-o", "out.sol"};
        words.insert(words.end(), more.begin(), more.end());
        const Finished outcome = run(words);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_FALSE(fs::exists(folder_ / "out.sol")) << "before the search";
        return outcome.err;
    };
    EXPECT_TRUE(contains(refusal({"--plot", "x.csv"}), "; --export writes .geojson, .csv and .json"));
    EXPECT_EQ(
        refusal({"--export", "x.xlsx"}),
        "l2r: --export: x.xlsx should end in .geojson, .csv or .json, which says what is written: x.geojson "
        "or x.csv\n");
    EXPECT_TRUE(contains(refusal({"--export", "-", "--plot", "-"}), "--export - and --plot - both want"));
    EXPECT_TRUE(contains(refusal({"--export", "-", "--json"}), "--export - and --json both want"));
    EXPECT_TRUE(contains(refusal({"--export", "x.csv", "--plot", "x.csv"}),
                         "--plot and --export name the same file"));
    EXPECT_TRUE(contains(run({"plot", "square.vrp"}).err, "-o is required, or --export"));
}

TEST_F(RouteOutputs, ArePngWhereWhatMakesItIsInstalled) {
    const std::vector<std::string> plot{test::l2r_program(), "plot", "square.vrp",
                                        "right.sol",         "-o",   "x.png"};
    std::vector<std::string> without{"env", "PATH=" + folder_.string()};
    without.insert(without.end(), plot.begin(), plot.end());
    const Finished refused = test::run(without, folder_.string());
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.err,
              "l2r: -o: PNG is made by rsvg-convert, which is not here; install it (apt-get install "
              "librsvg2-bin), or name x.png x.svg or x.html\n");
    EXPECT_FALSE(fs::exists(folder_ / "x.png"));
    write("rsvg-convert", "#!/bin/sh\nprintf '\\211PNG '; /bin/cat \"$3\"\n");
    fs::permissions(folder_ / "rsvg-convert", fs::perms::owner_all);
    const Finished drawn = test::run(without, folder_.string());
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_TRUE(read_file(folder_ / "x.png").starts_with("\x89PNG <?xml"));
    write("rsvg-convert", "#!/bin/sh\necho no memory >&2\nexit 1\n");
    fs::permissions(folder_ / "rsvg-convert", fs::perms::owner_all);
    const Finished failed = test::run(without, folder_.string());
    EXPECT_EQ(failed.exit_code, 3);
    EXPECT_TRUE(contains(failed.err, "ended with exit code 1; it said: no memory")) << failed.err;
}

TEST_F(RouteOutputs, ShowTheSearchOnlyInPicturesThatMove) {
    const std::string file = generate(30);
    const auto solve = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"solve", file, "--construction", "random", "--runs",
                                       "2",     "-o", "out.sol"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    };
    EXPECT_EQ(solve({"--plot", "x.svg", "--animate"}).exit_code, 0);
    EXPECT_TRUE(contains(read_file(folder_ / "x.svg"), "@keyframes s1{"));
    EXPECT_EQ(
        solve({"--plot", "x.html", "--animate"}).err,
        "l2r: --animate needs a picture that moves, --plot FILE.svg; a page (.html) has a slider instead\n");
    EXPECT_EQ(solve({"--animate"}).exit_code, 2);
    EXPECT_EQ(solve({"--plot", "x.svg", "--tiles", "https://a.org/{z}/{x}/{y}"}).err,
              "l2r: --tiles needs a page, --plot FILE.html\n");
    EXPECT_TRUE(contains(solve({"--plot", "x.html", "--tiles", "https://a.org/{z}/{x}/{y}"}).err,
                         "map tiles need places in degrees (lon and lat)"));
}

TEST_F(RouteOutputs, AreNotWhatASolutionIsNamed) {
    for (const char* name : {"out.html", "out.svg", "out.csv", "out.geojson", "out.json"}) {
        const Finished outcome = run({"solve", "square.vrp", "--runs", "1", "-o", name});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_TRUE(test::contains(outcome.err, std::string(name) + ": -o writes a solution")) << outcome.err;
        EXPECT_FALSE(fs::exists(folder_ / name));
    }
}

TEST_F(RouteOutputs, WithoutCoordinatesAreATableAlone) {
    write("matrix.vrp", read_file(fs::path(test::source_folder()) / "tests/data/good/full-matrix.vrp"));
    for (const char* name : {"x.geojson", "x.html"}) {
        const Finished outcome =
            run({"solve", "matrix.vrp", "--runs", "1", contains(name, "geo") ? "--export" : "--plot", name});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_TRUE(contains(outcome.err, "matrix.vrp: has no coordinates")) << outcome.err;
    }
    EXPECT_EQ(run({"solve", "matrix.vrp", "--runs", "1", "--export", "x.csv"}).exit_code, 0);
    EXPECT_TRUE(read_file(folder_ / "x.csv").starts_with(csv));
}

TEST_F(RouteOutputs, OfATableHaveItsNamesAndDegrees) {
    write("shops.csv",
          "name,lon,lat,demand\nDepot,4.35,50.85,0\nBakery,4.4,50.85,3\n\"Miller, Sons\",4.35,50.9,2\n");
    const Finished outcome = run({"solve", "shops.csv", "--capacity", "5", "--runs", "1", "-o", "x.sol",
                                  "--plot", "x.html", "--export", "x.geojson"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json data = data_of(read_file(folder_ / "x.html"));
    EXPECT_EQ(data["names"], json({"Depot", "Bakery", "Miller, Sons"}));
    EXPECT_EQ(data["unit"], "km");
    // The map is 0.05 degrees of latitude high, 5.56 km, and less wide.
    EXPECT_NEAR(data["scale"].get<double>() * 1e6, 5.56, 0.01);
    const json routes = json::parse(read_file(folder_ / "x.geojson"))["features"];
    EXPECT_EQ(routes[0]["geometry"]["coordinates"][0], json({4.35, 50.85}));
    EXPECT_EQ(routes[1]["properties"]["name"], "Depot");
    EXPECT_EQ(
        run({"solve", "shops.csv", "--capacity", "5", "--runs", "1", "--export", "shops.csv"}).exit_code, 2);
}

/// The solution comes first, whatever becomes of the rest.
TEST_F(RouteOutputs, OnStandardOutputComeWhereTheSolutionIsInItsFile) {
    const std::string file = generate(20);
    const Finished free = run({"solve", file, "--runs", "2", "-o", "out.sol", "--export", "-"});
    EXPECT_EQ(free.exit_code, 0) << free.err;
    EXPECT_TRUE(free.out.starts_with(csv)) << free.out;
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const Finished taken = run({"solve", file, "--runs", "2", "-o", "/dev/full", "--export", "-"});
    EXPECT_EQ(taken.exit_code, 3);
    EXPECT_EQ(taken.out, read_file(folder_ / "out.sol"));
    EXPECT_TRUE(contains(taken.err, "so the routes did not")) << taken.err;
}

}  // namespace
}  // namespace l2r

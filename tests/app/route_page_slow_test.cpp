#include <nlohmann/json.hpp>

#include "app/browser.hpp"
#include "problem/instance_file.hpp"

namespace l2r {
namespace {

using nlohmann::json;
using test::contains;
using test::Finished;

/// The page that `l2r solve --plot` writes, in a browser.
class RoutePage : public test::Browser {
  protected:
    /// Solves an instance for a page, and opens that with `script` behind its own.
    Finished open_with(const std::string& script) {
        const Finished made = run({"generate", "instances", "--size", "40", "--count", "1", "-o", "."});
        EXPECT_EQ(made.exit_code, 0) << made.err;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            if (entry.path().extension() == ".vrp" && entry.path().stem() != "square")
                instance_ = entry.path();
        const Finished solved = run({"solve", instance_, "--runs", "2", "-o", "x.sol", "--plot", "x.html"});
        EXPECT_EQ(solved.exit_code, 0) << solved.err;
        std::string page = read_file(folder_ / "x.html");
        page.insert(page.rfind("</body>"), "<pre id=seen></pre><script>" + script + "</script>");
        write("seen.html", page);
        return open("seen.html");
    }
    /// What a script has told by `tell`.
    static json told(const Finished& shown) {
        const std::string before = "<pre id=\"seen\">";
        const std::size_t begin = shown.out.find(before) + before.size();
        return json::parse(shown.out.substr(begin, shown.out.find("</pre>", begin) - begin));
    }

    /// Longitude and latitude of every stop of a table.
    static json places_of(const std::string& file) {
        const Instance instance = read_instance_file(file, {.stops = {.capacity = 1000}}).instance;
        json places;
        for (Node node = 0; node < instance.nodes(); ++node)
            places.push_back({instance.place(node).x, instance.place(node).y});
        return places;
    }

    static constexpr const char* helpers = R"(
        const drawn = () => { draw(); return canvas.toDataURL(); };
        const tell = seen => { find("#seen").textContent = JSON.stringify(seen); };
        const rows_shown = () => [...document.querySelectorAll("tbody tr")].map(row => row.innerText.trim());
    )";
    std::string instance_;
};

TEST_F(RoutePage, OpensWithoutErrorsAndAsksForNothingOutside) {
    const Finished shown = open_with(helpers + std::string("tell(rows_shown());"));
    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_FALSE(contains(shown.err, "CONSOLE")) << shown.err;
    EXPECT_TRUE(contains(shown.out, "data-ready=\"true\""));
    EXPECT_TRUE(contains(shown.out, " · 40 customers · "));
    for (const char* wrong : {"NaN", "undefined"}) EXPECT_FALSE(contains(told(shown).dump(), wrong));
}

TEST_F(RoutePage, WouldSayThatItAsksForSomethingOutside) {
    const Finished shown = open_with("new Image().src = 'https://example.org/x.png';");
    EXPECT_TRUE(contains(shown.err, "Content Security Policy")) << "the test above looks in the right place";
}

/// Tiles are drawn where Web Mercator has them, computed here once more from longitude and latitude.
TEST_F(RoutePage, AsksForTilesWhereTheirAddressIsGivenAndDrawsThemWhereTheyBelong) {
    const std::string stops = test::source_folder() + "/examples/stops.csv";
    const Finished drawn = run({"plot", stops, "--capacity", "100", "-o", "x.html", "--tiles",
                                "http://127.0.0.1:9/{z}/{x}/{y}.png"});
    ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
    std::string page = read_file(folder_ / "x.html");
    page.insert(page.rfind("</body>"), "<pre id=seen></pre><script>" + std::string(helpers) + R"(
        const asked = [...tiles.keys()], drawnTiles = [];
        for (const at of asked) tiles.set(at, Object.assign(document.createElement("canvas"), {at, complete: true, naturalWidth: 256}));
        CanvasRenderingContext2D.prototype.drawImage = (tile, x, y, w, h) => drawnTiles.push([tile.at, x, y, w, h]);
        draw();
        const place = (lon, lat, zoom) => [(lon + 180) / 360, .5 - Math.log(Math.tan(Math.PI / 4 + lat * Math.PI / 360)) / 2 / Math.PI].map(part => part * 2 ** zoom);
        const off = [0, 5, 30].map(node => {
          const stop = stops[node], zoom = +asked[0].split("/")[3], [x, y] = place(stop[0], stop[1], zoom);
          const tile = drawnTiles.find(([at]) => at === `http://127.0.0.1:9/${zoom}/${Math.floor(x)}/${Math.floor(y)}.png`);
          return tile ? Math.hypot(tile[1] + (x % 1) * tile[3] - X(node), tile[2] + (y % 1) * tile[4] - Y(node)) : 1000;
        });
        tell({asked: asked.length, off, credit: find(".credit").innerText, sides: drawnTiles[0].slice(3)});
        </script>)");
    page.insert(page.find("<script>"), "<script>const stops = " + places_of(stops).dump() + ";</script>");
    write("seen.html", page);
    const Finished shown = open("seen.html");
    EXPECT_FALSE(contains(shown.err, "Content Security Policy")) << shown.err;
    const json seen = told(shown);
    EXPECT_GE(seen["asked"], 4);
    EXPECT_LE(seen["asked"], 100);
    for (const json& pixels : seen["off"]) EXPECT_LT(pixels, 1.5) << seen;
    EXPECT_EQ(seen["credit"], "Map tiles: 127.0.0.1:9");
}

TEST_F(RoutePage, DrawsTheSolutionThatTheSliderPointsAt) {
    const Finished shown = open_with(helpers + std::string(R"(
        const slider = find("#step"), last = [drawn(), find(".facts").innerText];
        const move = to => { slider.value = to; slider.dispatchEvent(new Event("input")); };
        move(0);
        const first = [drawn(), find(".facts").innerText];
        move(slider.max);
        tell({steps: steps.length, changed: first.map((one, i) => one !== last[i]), back: drawn() === last[0],
              kept: new Set(numbers.at(-1)).size === steps.at(-1).routes.length});)"));
    EXPECT_FALSE(contains(shown.err, "CONSOLE")) << shown.err;
    const json seen = told(shown);
    EXPECT_GE(seen["steps"], 2);
    EXPECT_EQ(seen["changed"], json({true, true}));
    EXPECT_EQ(seen["back"], true);
    EXPECT_EQ(seen["kept"], true) << "each route has a number of its own";
}

TEST_F(RoutePage, HidesAndHighlightsRoutesZoomsAndSaysWhatIsBelowThePointer) {
    const Finished shown = open_with(helpers + std::string(R"(
        const all = drawn();
        find("tbody input").click();
        const one_less = drawn();
        find("#none").click();
        const none = drawn();
        find("#all").click();
        const again = drawn();
        find("tbody tr button").click();
        const highlighted = drawn();
        find("tbody tr button").click();
        find("#in").click();
        const larger = drawn();
        find("#fit").click();
        const box = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + X(7), clientY: box.top + Y(7)}));
        draw();
        tell({pictures: new Set([all, one_less, none, highlighted, larger]).size, again: again === all,
              rows: rows.size === routes.length, tip: tip.innerText, demand: data.demands[7]});)"));
    EXPECT_FALSE(contains(shown.err, "CONSOLE")) << shown.err;
    const json seen = told(shown);
    EXPECT_EQ(seen["pictures"], 5) << "all differ";
    EXPECT_EQ(seen["again"], true);
    EXPECT_EQ(seen["rows"], true);
    const std::string tip = seen["tip"];
    EXPECT_TRUE(contains(tip, "Stop 7")) << tip;
    EXPECT_TRUE(contains(tip, "demand " + seen["demand"].dump())) << tip;
    EXPECT_TRUE(contains(tip, "route ")) << tip;
}

}  // namespace
}  // namespace l2r

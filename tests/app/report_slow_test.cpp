#include "app/browser.hpp"

namespace l2r {
namespace {

using test::contains;
using test::Finished;

/// The page that `l2r experiment paper` writes, in a browser.
class Report : public test::Browser {
  protected:
    static std::size_t count(const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    }
};

TEST_F(Report, ShowsAllFiguresInABrowserWithoutErrors) {
    const Finished made = run({"experiment", "paper", "--sizes", "20,50", "--instances", "4", "--runs", "5",
                               "--candidates", "1,3,6", "-o", "paper"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const Finished shown = open("paper/report.html");
    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_FALSE(contains(shown.err, "CONSOLE")) << shown.err;
    EXPECT_TRUE(contains(shown.out, "data-ready=\"true\""));
    const std::string drawn =
        shown.out.substr(shown.out.find("<main"), shown.out.find("<script>") - shown.out.find("<main"));
    constexpr std::size_t figures = 4 * 2;
    EXPECT_EQ(count(drawn, "<svg"), figures * 3 + 2) << "three charts each, and two maps";
    EXPECT_EQ(count(drawn, "<table"), figures);
    // Unguided and three guided arms by runs, and savings at equal time: a band and a line each.
    EXPECT_EQ(count(drawn, "<path"), figures * 2 * (4 + 4 + 5));
    EXPECT_EQ(count(drawn, "NaN"), 0U);
    EXPECT_EQ(count(drawn, "undefined"), 0U);
}

TEST_F(Report, WouldSayWhatGoesWrong) {
    write("broken.html", "<!doctype html><script>absent();</script>");
    EXPECT_TRUE(contains(open("broken.html").err, "CONSOLE")) << "the test above looks in the right place";
}

}  // namespace
}  // namespace l2r

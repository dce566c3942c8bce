#include "app/program.hpp"

namespace l2r {
namespace {

using test::contains;
using test::Finished;

/// The page that `l2r experiment paper` writes, in a browser.
class Report : public test::Program {
  protected:
    void SetUp() override {
        Program::SetUp();
        for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
            if (test::run({name, "--version"}).exit_code == 0) browser_ = name;
        if (browser_.empty()) GTEST_SKIP() << "no chromium here";
    }
    /// What the page has become, and what its console says.
    Finished open(const std::string& page) {
        return test::run({browser_, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                          "--user-data-dir=" + (folder_ / "profile").string(), "--enable-logging=stderr",
                          "--virtual-time-budget=5000", "--dump-dom", "file://" + (folder_ / page).string()});
    }
    static std::size_t count(const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    }

    std::string browser_;
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

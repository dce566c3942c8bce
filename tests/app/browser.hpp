#pragma once

#include "app/program.hpp"

namespace l2r::test {

/// Opens pages that the program writes in a browser; skipped where there is none.
class Browser : public Program {
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

    std::string browser_;
};

}  // namespace l2r::test

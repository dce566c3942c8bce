#include <chrono>

#include "app/program.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Finished;

/// The launcher in a source folder of its own, with an app that was built and programs of the system that
/// only note down that they were called.
class Launcher : public test::OwnFolder {
  protected:
    void SetUp() override {
        OwnFolder::SetUp();
        const fs::path source = test::source_folder();
        for (const char* folder : {"src", "app", "train", "mpi", "cmake", "build/release/app", "bin"})
            fs::create_directories(folder_ / folder);
        write_file(folder_ / "CMakeLists.txt", "");
        for (const char* file : {"l2r", "cmake/setup.sh"}) fs::copy_file(source / file, folder_ / file);
        program("build/release/app/l2r",
                "[ -z \"$L2R_ONLY_CHECK\" ] || { echo \"check $*\"; [ \"$2\" = right ]; exit; }\necho \"run "
                "$*\"");
        fs::create_directory_symlink("release", folder_ / "build" / "release-portable");
        for (const char* stamp : {"release.app.built", "release-portable.app.built"}) {
            write_file(folder_ / "build" / stamp, "");
            fs::last_write_time(folder_ / "build" / stamp,
                                fs::file_time_type::clock::now() + std::chrono::hours(1));
        }
        program("bin/dpkg-query", "");  // nothing is installed
        program("bin/sudo", "[ \"$1\" != -n ] || shift\nexec \"$@\"");
        program("bin/dpkg", "echo dpkg $* >>\"$CALLS\"");
        program("bin/cmake", "echo cmake >>\"$CALLS\"");
    }

    void program(const std::string& name, const std::string& script) {
        write_file(folder_ / name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(folder_ / name, fs::perms::owner_all);
    }
    Finished launch(std::vector<std::string> words) {
        words.insert(words.begin(),
                     {"env", "CALLS=" + (folder_ / "calls").string(),
                      "PATH=" + (folder_ / "bin").string() + ":/usr/bin:/bin", (folder_ / "l2r").string()});
        return test::run(words, folder_.string());
    }
    /// The programs that were called, a line each.
    std::string calls() const { return fs::exists(folder_ / "calls") ? read_file(folder_ / "calls") : ""; }
};

TEST_F(Launcher, InstallsNothingForACommandThatIsWrong) {
    program("bin/apt-get", "echo apt-get >>\"$CALLS\"");
    const Finished wrong = launch({"train", "wrong"});
    EXPECT_EQ(wrong.out, "check train wrong\n");
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_EQ(calls(), "");
    const Finished right = launch({"train", "right"});
    EXPECT_EQ(right.out, "check train right\nrun train right\n") << right.err;
    EXPECT_EQ(calls(), "apt-get\ncmake\ncmake\n");
    EXPECT_EQ(launch({"train", "--model", "linear"}).out, "run train --model linear\n");
}

TEST_F(Launcher, StopsWhereAnInstallationIsInterrupted) {
    program("bin/apt-get", "echo apt-get >>\"$CALLS\"\nkill -INT $PPID\nexit 100");
    const Finished outcome = launch({"train", "right"});
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "interrupted; the same command goes on")) << outcome.err;
    EXPECT_EQ(calls(), "apt-get\n");
}

TEST_F(Launcher, MendsAnInstallationThatWasInterrupted) {
    program("bin/apt-get", "echo apt-get >>\"$CALLS\"\ngrep -q dpkg \"$CALLS\"");
    const Finished outcome = launch({"train", "right"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(calls(), "apt-get\ndpkg --configure -a\napt-get\napt-get\ncmake\ncmake\n");
}

}  // namespace
}  // namespace l2r

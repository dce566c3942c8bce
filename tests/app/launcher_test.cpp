#include <chrono>
#include <thread>

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
        write_file(folder_ / "src" / "old.cpp", "before");
        for (const char* file : {"l2r", "cmake/setup.sh"}) fs::copy_file(source / file, folder_ / file);
        program("build/release/app/l2r",
                "[ -z \"$L2R_ONLY_CHECK\" ] || { echo \"check $*\"; [ \"$2\" = right ]; exit; }\necho \"run "
                "$*\"");
        fs::create_directory_symlink("release", folder_ / "build" / "release-portable");
        program("bin/dpkg-query", "");  // Debian knows of nothing that is installed
        program("bin/sudo", "[ \"$1\" != -n ] || shift\nexec \"$@\"");
        program("bin/dpkg", "echo dpkg $* >>\"$CALLS\"");
        program("bin/apt-get", "echo apt-get >>\"$CALLS\"");
        cmake("");
        EXPECT_EQ(launch({"--version"}).out, "run --version\n");
        fs::remove(folder_ / "calls");
    }

    void program(const std::string& name, const std::string& script) {
        write_file(folder_ / name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(folder_ / name, fs::perms::owner_all);
    }
    /// Notes down what it is asked for, then runs the script.
    void cmake(const std::string& script) {
        program("bin/cmake",
                "what=configure\n[ \"$1\" != --build ] || what=build\necho $what >>\"$CALLS\"\n" + script);
    }
    /// CMake does not find libtorch before apt-get was called.
    void let_libtorch_be_missing() {
        cmake("grep -q apt-get \"$CALLS\" || { echo 'l2r needs: libtorch-dev'; exit 1; }");
    }
    std::vector<std::string> command(std::vector<std::string> words,
                                     const std::string& path = "/usr/bin:/bin") {
        words.insert(words.begin(),
                     {"/usr/bin/env", "CALLS=" + (folder_ / "calls").string(),
                      "PATH=" + (folder_ / "bin").string() + ":" + path, (folder_ / "l2r").string()});
        return words;
    }
    Finished launch(const std::vector<std::string>& words) {
        return test::run(command(words), folder_.string());
    }
    /// The programs that were called, a line each.
    std::string calls() const { return fs::exists(folder_ / "calls") ? read_file(folder_ / "calls") : ""; }
};

TEST_F(Launcher, InstallsNothingForACommandThatIsWrong) {
    let_libtorch_be_missing();
    const Finished wrong = launch({"train", "wrong"});
    EXPECT_EQ(wrong.out, "check train wrong\n");
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_EQ(calls(), "");
    const Finished right = launch({"train", "right"});
    EXPECT_EQ(right.out, "check train right\nrun train right\n") << right.err;
    EXPECT_EQ(calls(), "configure\napt-get\nconfigure\nbuild\n");
    EXPECT_EQ(launch({"train", "--model", "linear"}).out, "run train --model linear\n");
}

/// From a module system, say, or conda.
TEST_F(Launcher, InstallsNothingThatIsThereByOtherMeans) {
    EXPECT_EQ(launch({"train", "right"}).out, "check train right\nrun train right\n");
    EXPECT_EQ(calls(), "configure\nbuild\n");
}

/// Without CMake or a compiler nothing can be looked for, and no time is lost by trying.
TEST_F(Launcher, InstallsAllAtOnceOnABareMachine) {
    fs::create_directory(folder_ / "few");
    for (const char* name : {"bash", "cat", "cksum", "cp", "dirname", "env", "find", "flock", "grep", "mkdir",
                             "readlink", "rm", "sed", "sh", "sort", "tail", "uname", "xargs"})
        fs::create_symlink(fs::path("/usr/bin") / name, folder_ / "few" / name);
    fs::rename(folder_ / "bin" / "cmake", folder_ / "cmake-to-be");
    program("bin/apt-get", "echo $* >>\"$CALLS\"\nmv cmake-to-be bin/cmake");
    fs::create_symlink("/usr/bin/mv", folder_ / "few" / "mv");
    write_file(folder_ / "src" / "new.cpp", "");
    const Finished outcome = test::run(command({"--version"}, (folder_ / "few").string()), folder_.string());
    EXPECT_EQ(outcome.out, "run --version\n") << outcome.err;
    EXPECT_TRUE(contains(calls(), "install g++ cmake ninja-build libcli11-dev libfmt-dev")) << calls();
    EXPECT_TRUE(calls().ends_with("\nconfigure\nbuild\n")) << calls();
}

TEST_F(Launcher, StopsWhereAnInstallationIsInterrupted) {
    let_libtorch_be_missing();
    program("bin/apt-get", "echo apt-get >>\"$CALLS\"\nkill -INT $PPID\nexit 100");
    const Finished outcome = launch({"train", "right"});
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "interrupted; the same command goes on")) << outcome.err;
    EXPECT_EQ(calls(), "configure\napt-get\n");
}

TEST_F(Launcher, MendsAnInstallationThatWasInterrupted) {
    let_libtorch_be_missing();
    program("bin/apt-get", "echo apt-get >>\"$CALLS\"\ngrep -q dpkg \"$CALLS\"");
    const Finished outcome = launch({"train", "right"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(calls(), "configure\napt-get\ndpkg --configure -a\napt-get\napt-get\nconfigure\nbuild\n");
}

TEST_F(Launcher, BuildsWhatChangedWhateverItsDate) {
    const fs::path file = folder_ / "src" / "old.cpp";
    const auto make_old = [&] {
        const auto date = fs::file_time_type::clock::now() - std::chrono::hours(10'000);
        for (const fs::path& path : {file, file.parent_path()}) fs::last_write_time(path, date);
    };
    make_old();
    launch({"--version"});
    EXPECT_EQ(calls(), "");
    write_file(file, "after!");
    make_old();
    launch({"--version"});
    EXPECT_EQ(calls(), "configure\nbuild\n");
    launch({"--version"});
    EXPECT_EQ(calls(), "configure\nbuild\n");
}

/// On a terminal, which stays when the launcher goes.
TEST_F(Launcher, WaitsForABuildWhoseLauncherWasKilled) {
    if (test::run({"script", "-qec", "true", "/dev/null"}).exit_code != 0)
        GTEST_SKIP() << "'script' cannot make a terminal here";
    cmake(
        "[ $what = configure ] || for i in $(seq 200); do [ ! -e go ] || break; sleep 0.05; done\n"
        "echo $what ended >>\"$CALLS\"");
    write_file(folder_ / "src" / "new.cpp", "");
    std::string words;
    for (const std::string& word : command({"--version"})) words += "'" + word + "' ";
    program("shell", words + "&\necho $! >pid\nsleep 20");
    test::Process terminal({"script", "-qec", (folder_ / "shell").string(), "/dev/null"}, folder_.string());
    for (int i = 0; i < 200 && !contains(calls(), "build\n"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ::kill(std::stoi(read_file(folder_ / "pid")), SIGKILL);
    test::Process second(command({"--version"}), folder_.string());
    EXPECT_TRUE(second.wait_for("waiting for another build to end", 10));
    write_file(folder_ / "go", "");
    EXPECT_EQ(second.finish().out, "run --version\n");
    const std::string once = "configure\nconfigure ended\nbuild\nbuild ended\n";
    EXPECT_EQ(calls(), once + once);
}

/// Runs CMake in a folder of its own.
class CMakeOfItsOwn : public test::OwnFolder {
  protected:
    Finished cmake(std::vector<std::string> words) {
        words.insert(words.begin(), "cmake");
        return test::run(words, folder_.string());
    }
};

/// Ninja by itself would not: what it made is newer.
TEST_F(CMakeOfItsOwn, BuildsWhatWasCopiedWithAnOldDate) {
    write_file(folder_ / "CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\nproject(own LANGUAGES NONE)\ninclude(" +
                   test::source_folder() + "/cmake/changed.cmake" +
                   ")\nadd_custom_command(OUTPUT made DEPENDS src/a.cpp COMMAND cmake -E copy "
                   "${CMAKE_SOURCE_DIR}/src/a.cpp made)\nadd_custom_target(all_of_it ALL DEPENDS made)\n");
    fs::create_directory(folder_ / "src");
    const fs::path file = folder_ / "src" / "a.cpp";
    for (const std::string content : {"before", "after", "after", "once more"}) {
        write_file(file, content);
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(10'000));
        ASSERT_EQ(cmake({"-S", ".", "-B", "build", "-G", "Ninja"}).exit_code, 0);
        ASSERT_EQ(cmake({"--build", "build"}).exit_code, 0);
        EXPECT_EQ(read_file(folder_ / "build" / "made"), content);
    }
}

TEST_F(CMakeOfItsOwn, NamesAllThatIsMissingAtOnce) {
    const Finished outcome =
        cmake({"-S", test::source_folder(), "-B", "build", "-G", "Ninja", "-DL2R_BUILD_TESTS=OFF",
               "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(contains(outcome.err, "l2r needs: libcli11-dev libfmt-dev\n")) << outcome.err;
}

/// Debian's package of programs brings the compiler alone; CMake's own search fails at that.
TEST_F(CMakeOfItsOwn, NamesWhatIsMissingWhereTheCompilerOfMpiHasNoHeaders) {
    const Finished outcome =
        cmake({"-S", test::source_folder(), "-B", "build", "-G", "Ninja", "-DL2R_BUILD_TESTS=OFF",
               "-DL2R_BUILD_MPI=ON", "-DL2R_MPICXX=/bin/false"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(contains(outcome.err, "l2r needs: libopenmpi-dev\n")) << outcome.err;
}

}  // namespace
}  // namespace l2r

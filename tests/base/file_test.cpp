#include "base/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

using test::message_of;

/// In a folder of its own.
class File : public test::OwnFolder {
  protected:
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(folder_))
            found.push_back(entry.path().filename().string());
        return found;
    }
};

TEST_F(File, IsReadBackAsItWasWritten) {
    std::string every_byte;
    for (int i = 0; i < 256; ++i) every_byte += static_cast<char>(i);
    for (const std::string& content :
         {std::string(), std::string("one line\n"), every_byte, std::string(3'000'000, 'x')}) {
        write_file(folder_ / "a", content);
        EXPECT_EQ(read_file(folder_ / "a"), content);
        EXPECT_EQ(names(), std::vector<std::string>{"a"}) << "nothing else is left";
    }
}

TEST_F(File, IsReplacedByAShorterOne) {
    write_file(folder_ / "a", "a long content");
    write_file(folder_ / "a", "short");
    EXPECT_EQ(read_file(folder_ / "a"), "short");
}

TEST_F(File, ThatCannotBeWrittenThereLeavesNothing) {
    const fs::path absent = folder_ / "absent" / "a";
    EXPECT_EQ(message_of<OutsideError>([&] { write_file(absent, "x"); }),
              absent.string() + ": cannot write: No such file or directory");
    EXPECT_EQ(names(), std::vector<std::string>{});
    fs::create_directory(folder_ / "folder");
    EXPECT_NE(message_of<OutsideError>([&] { write_file(folder_ / "folder", "x"); }), "");
    EXPECT_EQ(names(), std::vector<std::string>{"folder"});
}

/// A limit on the size of files stands for a full disk.
TEST_F(File, ThatDoesNotFitTheDiskKeepsItsOldContent) {
    write_file(folder_ / "a", "old");
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{4096, before.rlim_max};
    const auto old_action = signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string message =
        message_of<OutsideError>([&] { write_file(folder_ / "a", std::string(100'000, 'x')); });
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, old_action);
    EXPECT_EQ(message, (folder_ / "a").string() + ": cannot write: File too large");
    EXPECT_EQ(read_file(folder_ / "a"), "old");
    EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(File, ThatIsSpecialIsWrittenDirectly) {
    write_file("/dev/null", "x");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(message_of<OutsideError>([] { write_file("/dev/full", "x"); }),
              "/dev/full: cannot write: No space left on device");
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(File, IsWrittenWhereALinkLeads) {
    fs::create_directory(folder_ / "elsewhere");
    write_file(folder_ / "elsewhere" / "there", "old");
    fs::create_symlink("elsewhere/there", folder_ / "link");
    fs::create_symlink("link", folder_ / "link-to-link");
    fs::create_symlink(folder_ / "elsewhere" / "not-yet", folder_ / "dangling");
    for (const char* name : {"link", "link-to-link", "dangling"}) {
        check_writable(folder_ / name);
        write_file(folder_ / name, name);
        EXPECT_TRUE(fs::is_symlink(folder_ / name)) << name;
        EXPECT_EQ(read_file(folder_ / name), name);
    }
    EXPECT_EQ(read_file(folder_ / "elsewhere" / "there"), "link-to-link");
    EXPECT_EQ(read_file(folder_ / "elsewhere" / "not-yet"), "dangling");
    EXPECT_EQ(names().size(), 4U) << "nothing else is left";
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "elsewhere"), {}), 2);
}

TEST_F(File, IsNotWrittenWhereALinkLeadsNowhere) {
    fs::create_symlink("loop", folder_ / "loop");
    fs::create_symlink("absent/a", folder_ / "astray");
    const std::string loop =
                          (folder_ / "loop").string() + ": cannot write: Too many levels of symbolic links",
                      astray = (folder_ / "astray").string() + ": cannot write: No such file or directory";
    EXPECT_EQ(message_of<OutsideError>([&] { check_writable(folder_ / "loop"); }), loop);
    EXPECT_EQ(message_of<OutsideError>([&] { write_file(folder_ / "loop", "x"); }), loop);
    EXPECT_EQ(message_of<OutsideError>([&] { check_writable(folder_ / "astray"); }), astray);
    EXPECT_EQ(message_of<OutsideError>([&] { write_file(folder_ / "astray", "x"); }), astray);
    EXPECT_EQ(names().size(), 2U);
}

/// As /dev/stdout is, where standard output goes to a file.
TEST_F(File, ThatIsAnOpenStreamIsWrittenDirectly) {
    write_file(folder_ / "a", "first ");
    const int stream = ::open((folder_ / "a").c_str(), O_WRONLY | O_CLOEXEC);
    fs::create_symlink("/proc/self/fd/" + std::to_string(stream), folder_ / "stream");
    write_file("/proc/self/fd/" + std::to_string(stream), "second ");
    write_file("/dev/fd/" + std::to_string(stream), "third ");
    write_file(folder_ / "stream", "fourth");
    ::close(stream);
    EXPECT_EQ(read_file(folder_ / "a"), "first second third fourth");
}

TEST_F(File, TakesThePlaceOfAnythingWhereItIsToldTo) {
    write_file(folder_ / "precious", "mine");
    fs::create_directories(folder_ / "folder/within");
    fs::create_symlink("precious", folder_ / "link");
    ASSERT_EQ(::mkfifo((folder_ / "fifo").c_str(), 0666), 0);
    for (const char* name : {"absent", "folder", "link", "fifo"}) {
        replace_file(folder_ / name, name);
        EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ / name))) << name;
        EXPECT_EQ(read_file(folder_ / name), name);
    }
    EXPECT_EQ(read_file(folder_ / "precious"), "mine");
    const fs::path astray = folder_ / "nowhere" / "a";
    EXPECT_EQ(message_of<OutsideError>([&] { replace_file(astray, "x"); }),
              astray.string() + ": cannot write: No such file or directory");
}

TEST_F(File, ThatAnotherProgramLeftIsReadUpToALimitIfItIsOne) {
    write_file(folder_ / "a", std::string(100'000, 'x'));
    EXPECT_EQ(read_left(folder_ / "a", 100'000), std::string(100'000, 'x'));
    EXPECT_EQ(read_left(folder_ / "a", 99'999), std::string(100'000, 'x'));
    EXPECT_EQ(read_left(folder_ / "a", 70'000), std::string(70'001, 'x'));
    EXPECT_EQ(read_left(folder_ / "absent", 1), std::nullopt);
    EXPECT_EQ(read_left(folder_, 1), std::nullopt);
    ASSERT_EQ(::mkfifo((folder_ / "fifo").c_str(), 0666), 0);
    EXPECT_EQ(read_left(folder_ / "fifo", 1), std::nullopt);
}

TEST_F(File, ThatIsStillBeingWrittenIsNotStale) {
    const fs::path part = folder_ / "a.4711.part";
    const int writer = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    ASSERT_EQ(::flock(writer, LOCK_EX), 0);
    remove_stale_part(part);
    EXPECT_TRUE(fs::exists(part));
    ::close(writer);
    remove_stale_part(part);
    EXPECT_FALSE(fs::exists(part));
    remove_stale_part(part);
}

TEST_F(File, ThatCannotBeReadIsNamed) {
    const fs::path absent = folder_ / "absent";
    EXPECT_EQ(message_of<InputError>([&] { read_file(absent); }),
              absent.string() + ": cannot read: No such file or directory");
    EXPECT_EQ(message_of<InputError>([&] { read_file(folder_); }),
              folder_.string() + ": is a folder, not a file");
}

/// Address 0 of a process is not there to be read: opening works, reading fails.
TEST_F(File, ThatFailsWhileItIsReadIsNotTakenForEmpty) {
    if (!fs::exists("/proc/self/mem")) GTEST_SKIP() << "no /proc here";
    EXPECT_EQ(message_of<InputError>([] { read_file("/proc/self/mem"); }),
              "/proc/self/mem: cannot read: Input/output error");
    EXPECT_EQ(read_file("/dev/null"), "");
}

TEST_F(File, ThatNeverEndsIsReadUpToALimit) {
    EXPECT_EQ(message_of<InputError>([] { read_file("/dev/zero", 3'000'000); }),
              "/dev/zero: has more than 3 MB, which no such file has; is it the right one?");
    write_file(folder_ / "a", std::string(3'000'000, 'x'));
    EXPECT_EQ(read_file(folder_ / "a", 3'000'000).size(), 3'000'000U);
    EXPECT_NE(message_of<InputError>([&] { read_file(folder_ / "a", 2'999'999); }), "");
}

/// Waits for a writer as for a reader: process substitution leaves pipes.
TEST_F(File, ThatIsAPipeIsReadAndWritten) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(message_of<OutsideError>([&] { write_file(pipe, "x"); }),
              pipe.string() + ": cannot write: nobody reads it");
    const std::string content(1'000'000, 'x');  // more than a pipe holds
    std::string read;
    std::jthread reader([&] { read = read_file(pipe); });
    while (!message_of<OutsideError>([&] { write_file(pipe, content); }).empty())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    reader.join();
    EXPECT_EQ(read, content);
    EXPECT_TRUE(fs::is_fifo(pipe));
}

}  // namespace
}  // namespace l2r

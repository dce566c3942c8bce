#include "base/private_folder.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "support/leaks.hpp"
#include "support/own_folder.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

/// Folders are made within the test's own.
class PrivateFolders : public test::OwnFolder {
  protected:
    void SetUp() override {
        OwnFolder::SetUp();
        ::setenv("TMPDIR", folder_.c_str(), 1);
        descriptors_ = test::descriptor_count();
    }
    void TearDown() override {
        EXPECT_EQ(test::descriptor_count(), descriptors_);
        ::unsetenv("TMPDIR");
        OwnFolder::TearDown();
    }

  private:
    int descriptors_ = 0;
};

/// Another process, which makes a folder and sleeps.
class Owner {
  public:
    Owner() {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) std::abort();
        pid_ = ::fork();
        if (pid_ == 0) {
            const PrivateFolder folder;
            std::ofstream(folder / "file") << "x";
            const std::string name = folder.path().string();
            if (::write(ends[1], name.data(), name.size()) > 0) ::pause();
            ::_exit(1);
        }
        std::array<char, 4096> name{};
        const ssize_t size = ::read(ends[0], name.data(), name.size());
        folder_ = std::string(name.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ~Owner() { kill(); }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    void kill() {
        if (pid_ < 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        pid_ = -1;
    }
    const fs::path& folder() const { return folder_; }

  private:
    int pid_ = -1;
    fs::path folder_;
};

TEST_F(PrivateFolders, GoWithAllThatIsInThem) {
    fs::path path;
    {
        const PrivateFolder folder;
        path = folder.path();
        EXPECT_EQ(path.parent_path(), folder_);
        fs::create_directories(folder / "a/b");
        std::ofstream(folder / "a/b/c") << "x";
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST_F(PrivateFolders, OfKilledProcessesGoWhenTheNextIsMade) {
    Owner living, killed;
    EXPECT_TRUE(fs::exists(killed.folder() / "file"));
    const PrivateFolder own;
    EXPECT_TRUE(fs::exists(killed.folder() / "file")) << "its process lives";
    killed.kill();
    EXPECT_TRUE(fs::exists(killed.folder() / "file"));
    const PrivateFolder next;
    EXPECT_FALSE(fs::exists(killed.folder()));
    EXPECT_TRUE(fs::exists(living.folder() / "file"));
    EXPECT_TRUE(fs::exists(own.path()));
}

TEST_F(PrivateFolders, LeaveWhatIsNotTheirsAlone) {
    for (const char* name : {"l2r-models", "l2r-private", "l2r-private-notes-1", "precious"})
        fs::create_directory(folder_ / name);
    std::ofstream(folder_ / "l2r-private-abcdef") << "a file";
    fs::create_directory_symlink("precious", folder_ / "l2r-private-ghijkl");
    std::ofstream(folder_ / "precious/file") << "x";
    {
        const PrivateFolder folder;
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 6);
    EXPECT_TRUE(fs::exists(folder_ / "precious/file"));
}

TEST_F(PrivateFolders, KnowWhetherTheyAreThere) {
    const PrivateFolder folder;
    EXPECT_TRUE(folder.is_there());
    fs::remove_all(folder.path());
    EXPECT_FALSE(folder.is_there());
    fs::create_directory(folder.path());
    EXPECT_FALSE(folder.is_there()) << "it is another one";
    fs::remove_all(folder.path());
    fs::create_directory_symlink(folder_, folder.path());
    EXPECT_FALSE(folder.is_there());
}

}  // namespace
}  // namespace l2r

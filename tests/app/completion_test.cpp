#include "app/program.hpp"
#include "base/file.hpp"
#include "support/own_folder.hpp"

namespace l2r {
namespace {

/// What the shell offers after these words, the last of which is under way.
std::string offered(const std::string& words, const std::string& program = test::l2r_program()) {
    const test::Finished outcome =
        test::run({"bash", "-c",
                   "source \"$1\"; COMP_WORDS=(\"$2\" " + words +
                       "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _l2r; echo \"${COMPREPLY[*]}\"",
                   "bash", test::source_folder() + "/cmake/completion.bash", program});
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
}

TEST(Completion, OffersCommandsAndThoseBelowThem) {
    EXPECT_EQ(offered("tra"), "train train-policy\n");
    EXPECT_EQ(offered("generate ''"), "instances samples\n");
    EXPECT_EQ(offered("help sol"), "solve\n");
}

TEST(Completion, OffersTheOptionsOfTheCommandThatWasNamed) {
    EXPECT_EQ(offered("solve town.vrp --best"), "--best-known\n");
    EXPECT_EQ(offered("generate samples --star"), "--starts\n");
    EXPECT_EQ(offered("generate instances --star"), "\n");
}

class CompletionOfTheLauncher : public test::OwnFolder {};

TEST_F(CompletionOfTheLauncher, AsksWhatItHasBuiltAndBuildsNothing) {
    namespace fs = std::filesystem;
    const fs::path launcher = folder_ / "l2r", built = folder_ / "build" / "release" / "app";
    fs::create_directories(folder_ / "cmake");
    write_file(folder_ / "cmake" / "setup.sh", "");
    write_file(launcher, "#!/bin/sh\ntouch '" + (folder_ / "called").string() + "'\n");
    fs::permissions(launcher, fs::perms::owner_all);
    fs::create_symlink(launcher, folder_ / "linked");
    EXPECT_EQ(offered("tra", launcher.string()), "\n");
    fs::create_directories(built);
    fs::create_symlink(test::l2r_program(), built / "l2r");
    EXPECT_EQ(offered("tra", launcher.string()), "train train-policy\n");
    EXPECT_EQ(offered("tra", (folder_ / "linked").string()), "train train-policy\n");
    EXPECT_FALSE(fs::exists(folder_ / "called"));
}

TEST(Completion, LeavesFilesToTheShell) {
    EXPECT_EQ(offered("solve exam"), "\n");
}

}  // namespace
}  // namespace l2r

#include "app/program.hpp"

namespace l2r {
namespace {

/// What the shell offers after these words, the last of which is under way.
std::string offered(const std::string& words) {
    const test::Finished outcome =
        test::run({"bash", "-c",
                   "source \"$1\"; COMP_WORDS=(\"$2\" " + words +
                       "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _l2r; echo \"${COMPREPLY[*]}\"",
                   "bash", test::source_folder() + "/cmake/completion.bash", test::l2r_program()});
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

TEST(Completion, LeavesFilesToTheShell) {
    EXPECT_EQ(offered("solve exam"), "\n");
}

}  // namespace
}  // namespace l2r

#include "base/process.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/message.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

using Words = std::vector<std::string>;

TEST(SplitWords, SeparatesAtBlanks) {
    EXPECT_EQ(split_words(""), Words{});
    EXPECT_EQ(split_words("  solver\t-n  3 "), (Words{"solver", "-n", "3"}));
}

TEST(SplitWords, KeepsQuotedBlanks) {
    EXPECT_EQ(split_words("'my solver' --name=\"a b\" '' c"), (Words{"my solver", "--name=a b", "", "c"}));
    EXPECT_EQ(split_words(R"(a\ b \'c \\)"), (Words{"a b", "'c", "\\"}));
}

TEST(SplitWords, KeepsBackslashesWithinQuotes) {
    EXPECT_EQ(split_words(R"('a\b' "a\b" "\"\\")"), (Words{R"(a\b)", R"(a\b)", R"("\)"}));
}

TEST(SplitWords, RunsNoShell) {
    EXPECT_EQ(split_words("echo $HOME * | cat; >x"), (Words{"echo", "$HOME", "*", "|", "cat;", ">x"}));
}

TEST(SplitWords, RefusesAQuoteThatIsNotClosed) {
    EXPECT_EQ(test::message_of<InputError>([] { split_words("a 'b c"); }), "a ' is not closed in: a 'b c");
}

TEST(FindProgram, LooksInThePath) {
    EXPECT_TRUE(find_program("sh").ends_with("/sh"));
    EXPECT_EQ(find_program("/bin/../bin/sh"), "/bin/../bin/sh");
    EXPECT_EQ(test::message_of<OutsideError>([] { find_program("no-such-solver"); }),
              "cannot start 'no-such-solver': there is no such program in the folders of PATH");
}

TEST(FindProgram, SaysWhatIsWrongWithAPath) {
    EXPECT_EQ(test::message_of<OutsideError>([] { find_program("./no-such-solver"); }),
              "cannot start './no-such-solver': No such file or directory");
    EXPECT_EQ(test::message_of<OutsideError>([] { find_program(test::source_folder() + "/README.md"); }),
              "cannot start '" + test::source_folder() + "/README.md': Permission denied");
    EXPECT_EQ(test::message_of<OutsideError>([] { find_program("/bin/"); }),
              "cannot start '/bin/': Is a directory");
}

}  // namespace
}  // namespace l2r

#include <gtest/gtest.h>

#include "app/program.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

/// With LD_DEBUG the loader of glibc says what it loads.
TEST(Libraries, ProgramLoadsNoMpiAndNoTorch) {
    const test::Finished outcome = test::run({"env", "LD_DEBUG=files", test::l2r_program(), "--version"});
    EXPECT_EQ(outcome.exit_code, 0);
    if (!test::contains(outcome.err, "libc.so")) GTEST_SKIP() << "this loader does not say what it loads";
    EXPECT_FALSE(test::contains(outcome.err, "libmpi"));
    EXPECT_FALSE(test::contains(outcome.err, "libtorch"));
}

}  // namespace
}  // namespace l2r

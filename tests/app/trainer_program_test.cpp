#include "app/program.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Finished;

/// Copies of l2r without and with a trainer beside them.
class BenchOfTraining : public test::Program {
  protected:
    Finished bench(const std::vector<std::string>& more) {
        fs::create_directories(folder_ / "bin");
        fs::copy_file(test::l2r_program(), folder_ / "bin" / "l2r", fs::copy_options::overwrite_existing);
        std::vector<std::string> words{(folder_ / "bin" / "l2r").string(), "bench", "--training"};
        words.insert(words.end(), more.begin(), more.end());
        return test::run(words, folder_.string());
    }
};

TEST_F(BenchOfTraining, TakesTheTrainer) {
    const Finished alone = bench({});
    EXPECT_EQ(alone.exit_code, 3);
    EXPECT_TRUE(contains(alone.err, "-DL2R_BUILD_TRAINER=ON")) << alone.err;
}

TEST_F(BenchOfTraining, IsTheTrainersOwn) {
    fs::create_directories(folder_ / "bin");
    write("bin/l2r-train", "#!/bin/sh\nfor word; do echo \"[$word]\"; done\nexit 1\n");
    fs::permissions(folder_ / "bin" / "l2r-train", fs::perms::owner_all);
    EXPECT_EQ(bench({}).out, "[bench]\n");
    const Finished outcome = bench({"--json"});
    EXPECT_EQ(outcome.out, "[bench]\n[--json]\n");
    EXPECT_EQ(outcome.exit_code, 1) << "the results differ";
}

}  // namespace
}  // namespace l2r

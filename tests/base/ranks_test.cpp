#include "base/ranks.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "support/process.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

std::string message_of_join() {
    try {
        join_ranks();
    } catch (const OutsideError& error) {
        return error.what();
    }
    return "";
}

/// A copy of this program in an empty folder runs the current test alone, as mpirun would start it.
class RanksElsewhere : public testing::Test {
  protected:
    static bool is_copy() { return std::getenv("L2R_TEST_COPY") != nullptr; }

    void SetUp() override {
        if (is_copy()) return;
        folder_ = fs::path(testing::TempDir()) / (std::string("l2r-ranks-") + name());
        fs::remove_all(folder_);
        fs::create_directories(folder_ / "bin");
        fs::copy_file("/proc/self/exe", folder_ / "bin" / "copy");
    }
    void TearDown() override {
        if (!is_copy()) fs::remove_all(folder_);
    }
    void expect_copy_passes(const std::vector<std::string>& environment) {
        std::vector<std::string> command{"env", "L2R_TEST_COPY=1"};
        command.insert(command.end(), environment.begin(), environment.end());
        command.push_back(folder_ / "bin" / "copy");
        command.push_back(std::string("--gtest_filter=RanksElsewhere.") + name());
        const test::Finished outcome = test::run(command);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
        EXPECT_NE(outcome.out.find("[  PASSED  ] 1 test"), std::string::npos) << outcome.out;
    }

    fs::path folder_;

  private:
    static const char* name() { return testing::UnitTest::GetInstance()->current_test_info()->name(); }
};

TEST(Ranks, AreOneAloneOutsideMpirun) {
    const auto ranks = join_ranks();
    std::vector<float> floats{1, 2};
    std::vector<double> doubles{3, 4};
    ranks->sum(std::span(floats));
    ranks->sum(std::span(doubles));
    ranks->barrier();
    EXPECT_EQ(ranks->rank(), 0);
    EXPECT_EQ(ranks->size(), 1);
    EXPECT_EQ(floats, (std::vector<float>{1, 2}));
    EXPECT_EQ(doubles, (std::vector<double>{3, 4}));
}

TEST_F(RanksElsewhere, OneProcessOfMpirunNeedsNoModule) {
    if (is_copy()) {
        EXPECT_EQ(join_ranks()->size(), 1);
        return;
    }
    expect_copy_passes({"OMPI_COMM_WORLD_SIZE=1", "PMIX_RANK=0"});
    expect_copy_passes({"PMI_SIZE=1", "PMI_RANK=0"});
    expect_copy_passes({"SLURM_STEP_NUM_TASKS=1", "PMIX_RANK=0"});
    expect_copy_passes({"SLURM_PROCID=0", "SLURM_NTASKS=4"});
}

TEST_F(RanksElsewhere, MissingModuleIsNamedWithWhatToDo) {
    if (is_copy()) {
        const std::string message = message_of_join();
        EXPECT_NE(message.find("libl2r_mpi.so"), std::string::npos) << message;
        EXPECT_NE(message.find("L2R_BUILD_MPI=ON"), std::string::npos) << message;
        return;
    }
    expect_copy_passes({"OMPI_COMM_WORLD_SIZE=3"});
    expect_copy_passes({"PMI_SIZE=3"});
    expect_copy_passes({"PMIX_RANK=0"});
    expect_copy_passes({"PMI_RANK=0"});
}

TEST_F(RanksElsewhere, ModuleIsFoundBesideTheProgramAndInItsLibraryFolders) {
    if (is_copy()) {
        EXPECT_NE(message_of_join().find("cannot load the module for MPI"), std::string::npos);
        return;
    }
    for (const char* place : {"bin", ".", "lib/l2r", "lib64/l2r", "lib/x86_64-linux-gnu/l2r"}) {
        fs::create_directories(folder_ / place);
        write_file(folder_ / place / "libl2r_mpi.so", "not a module");
        expect_copy_passes({"OMPI_COMM_WORLD_SIZE=3"});
        fs::remove(folder_ / place / "libl2r_mpi.so");
    }
}

}  // namespace
}  // namespace l2r

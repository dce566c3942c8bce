#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "base/random.hpp"
#include "base/ranks.hpp"
#include "support/paths.hpp"
#include "support/process.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

constexpr int ranks_started = 3;

/// Each test starts itself again, three times, with mpirun.
class RanksOfMpirun : public testing::Test {
  protected:
    static bool is_rank() { return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr; }

    void SetUp() override {
        if (is_rank()) return;
        if (!fs::exists(fs::path(test::build_folder()) / "libl2r_mpi.so"))
            GTEST_SKIP() << "built without MPI";
        if (test::run({"mpirun", "--version"}).out.find("Open MPI") == std::string::npos)
            GTEST_SKIP() << "no mpirun of Open MPI here";
    }
    static test::Finished run_as_ranks() {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        return test::run({"mpirun", "--allow-run-as-root", "--oversubscribe", "-n",
                          std::to_string(ranks_started), fs::read_symlink("/proc/self/exe").string(),
                          std::string("--gtest_filter=") + info->test_suite_name() + "." + info->name()});
    }
    static void expect_ranks_pass() {
        const test::Finished outcome = run_as_ranks();
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    }

    /// What rank `rank` adds to the sums: numbers of many sizes, so that the order of additions shows.
    template <class T>
    static std::vector<T> summands(int rank) {
        Random random(1, static_cast<std::uint64_t>(rank));
        std::vector<T> values(20'000);
        for (T& value : values)
            value = static_cast<T>(std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(20))));
        return values;
    }

    template <class T>
    static void expect_same_sum_everywhere(Ranks& ranks, double tolerance) {
        std::vector<T> sum = summands<T>(ranks.rank());
        std::vector<double> expected(sum.size(), 0.0);
        for (int rank = 0; rank < ranks_started; ++rank) {
            const std::vector<T> values = summands<T>(rank);
            for (std::size_t i = 0; i < values.size(); ++i) expected[i] += static_cast<double>(values[i]);
        }
        ranks.sum(std::span(sum));
        std::vector<double> of_rank_0(sum.begin(), sum.end());
        if (ranks.rank() != 0) of_rank_0.assign(sum.size(), 0.0);
        ranks.sum(std::span(of_rank_0));
        for (std::size_t i = 0; i < sum.size(); ++i) {
            ASSERT_EQ(static_cast<double>(sum[i]), of_rank_0[i]);
            ASSERT_NEAR(of_rank_0[i], expected[i], tolerance);
        }
    }
};

TEST_F(RanksOfMpirun, HaveTheSameSums) {
    if (!is_rank()) return expect_ranks_pass();
    const auto ranks = join_ranks();
    ASSERT_EQ(ranks->size(), ranks_started);
    expect_same_sum_everywhere<float>(*ranks, 0.5);
    expect_same_sum_everywhere<double>(*ranks, 1e-9);
}

TEST_F(RanksOfMpirun, HaveNumbersOfTheirOwn) {
    if (!is_rank()) return expect_ranks_pass();
    const auto ranks = join_ranks();
    std::vector<double> seen(ranks_started, 0.0);
    seen[static_cast<std::size_t>(ranks->rank())] = 1;
    ranks->sum(std::span(seen));
    EXPECT_EQ(seen, std::vector<double>(ranks_started, 1.0));
    ranks->barrier();
}

TEST_F(RanksOfMpirun, EndTogetherWhenOneThrows) {
    if (!is_rank()) {
        const test::Finished outcome = run_as_ranks();
        EXPECT_FALSE(outcome.timed_out);
        EXPECT_EQ(outcome.exit_code, 1) << "that of the rank that failed";
        EXPECT_NE(outcome.out.find("rank 1 has no disk"), std::string::npos) << outcome.out;
        return;
    }
    const auto ranks = join_ranks();
    if (ranks->rank() == 1) throw std::runtime_error("rank 1 has no disk");
    ranks->barrier();
    FAIL() << "rank 1 never comes";
}

}  // namespace
}  // namespace l2r

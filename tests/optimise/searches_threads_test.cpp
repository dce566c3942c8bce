#include <gtest/gtest.h>

#include <thread>

#include "optimise/granular/granular_optimiser.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"

namespace l2r {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

using Searches = testing::Types<paper::LocalSearch, granular::GranularOptimiser>;

/// A long run, to be stopped; the least of three tries, since the machine may be busy with something else.
template <class Search>
class StoppedRun : public testing::Test {
  protected:
    StoppedRun() {
        Random random(51);
        start_.solution = random_start(instance_, random);
        Random unused(0);
        search_.improve(instance_, start_, {0, Stop()}, unused);  // so that memory is there
    }

    void expect_good(const Outcome& outcome) const {
        EXPECT_EQ(faults(instance_, outcome.solution), std::vector<std::string>{});
        EXPECT_LE(length(instance_, outcome.solution), length(instance_, start_.solution) * (1 + 1e-12));
        EXPECT_FALSE(outcome.converged);
    }

    const Instance instance_ = random_instance(3'000, 51, 0);
    Start start_;
    Search search_;
    static constexpr double at_once = 0.05;
};
TYPED_TEST_SUITE(StoppedRun, Searches);

TYPED_TEST(StoppedRun, ReturnsAtOnceWhenTheStopCameBeforehand) {
    double least = 1;
    for (int run = 0; run < 3; ++run) {
        Random unused(0);
        const auto begin = Clock::now();
        this->expect_good(
            this->search_.improve(this->instance_, this->start_, {until_converged, Stop::after(0)}, unused));
        least = std::min(least, seconds_since(begin));
    }
    EXPECT_LT(least, this->at_once);
}

TYPED_TEST(StoppedRun, ReturnsSoonAfterAnotherThreadRaisesTheFlag) {
    double least = 1;
    for (int run = 0; run < 3; ++run) {
        std::atomic<bool> flag = false;
        Clock::time_point raised;
        std::jthread raiser([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            raised = Clock::now();
            flag = true;
        });
        Random unused(0);
        const Stop stop(Clock::time_point::max(), &flag);
        this->expect_good(
            this->search_.improve(this->instance_, this->start_, {until_converged, stop}, unused));
        raiser.join();
        least = std::min(least, seconds_since(raised));
    }
    EXPECT_LT(least, this->at_once);
}

TYPED_TEST(StoppedRun, ClonesWorkSideBySide) {
    const Instance instance = random_instance(100, 52, 0);
    const TypeParam search;
    std::vector<Solution> found(4);
    {
        std::vector<std::jthread> threads;
        for (Solution& solution : found)
            threads.emplace_back([&, clone = std::shared_ptr<Optimiser>(search.clone())] {
                Random random(53);
                const Start start{random_start(instance, random)};
                solution = clone->improve(instance, start, Budget{}, random).solution;
            });
    }
    for (const Solution& solution : found) EXPECT_EQ(solution, found[0]);
}

}  // namespace
}  // namespace l2r

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/workers.hpp"
#include "optimise/outside/outside.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/leaks.hpp"
#include "support/own_folder.hpp"
#include "support/paths.hpp"

namespace l2r {

inline constexpr OutsideSettings patient{.seconds = 30};

inline const std::string support = test::source_folder() + "/tests/support/";

/// The system's own starts fastest, where others are shadowed by a wrapper.
inline std::string python() {
    const std::string own = "/usr/bin/python3";
    return (std::filesystem::exists(own) ? own : "python3") + " -S -E ";
}

/// tests/support/failing_optimiser.py as an optimiser that is asked in lines.
inline std::string failed(const std::string& kind) {
    return "exec:" + python() + "'" + support + "failing_optimiser.py' " + kind;
}

/// tests/support/file_optimiser.py, which is given files.
inline std::string of_files(const std::string& kind, const std::string& output = "{output}") {
    return "exec:" + python() + "'" + support + "file_optimiser.py' " + kind + " {start} " + output +
           " {instance} {seed} --time={seconds}";
}

/// Whole distances on few places, so that a route is exactly as long when it is turned round.
inline Instance whole_instance(int customers, std::uint64_t seed) {
    Random random(seed);
    InstanceData data;
    data.name = "whole";
    data.rounding = Rounding::nearest;
    data.capacity = 20;
    for (int node = 0; node <= customers; ++node) {
        data.places.push_back(
            {static_cast<double>(random.below(100)), static_cast<double>(random.below(100))});
        data.demands.push_back(node == 0 ? 0 : 1 + random.below(9));
    }
    return Instance(data);
}

/// What the test programs make of a solution.
inline Solution turned_round(const Solution& solution) {
    Solution result;
    for (int r = 0; r < solution.routes(); ++r) {
        std::vector<Node> route(solution.route(r).begin(), solution.route(r).end());
        std::reverse(route.begin(), route.end());
        result.add_route(route);
    }
    return result;
}

/// No test leaves a process, a descriptor or a temporary file behind.
class OutsideTest : public test::OwnFolder {
  protected:
    void SetUp() override {
        OwnFolder::SetUp();
        ::setenv("TMPDIR", folder_.c_str(), 1);
        descriptors_ = test::descriptor_count();
        Random random(7);
        start_.solution = random_start(instance_, random);
    }
    void TearDown() override {
        EXPECT_EQ(test::child_count(), 0);
        EXPECT_EQ(test::descriptor_count(), descriptors_);
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            EXPECT_FALSE(entry.path().filename().string().starts_with("l2r-")) << entry.path();
        ::unsetenv("TMPDIR");
        OwnFolder::TearDown();
    }

    Outcome improve(Optimiser& optimiser, const Stop& stop = {}) {
        return optimiser.improve(instance_, start_, {until_converged, stop}, random_);
    }

    const Instance instance_ = whole_instance(20, 5);
    Start start_;
    Random random_{11};

  private:
    int descriptors_ = 0;
};

constexpr int outside_threads = 4;

/// Puts `count` starts of two instances through clones of the optimiser, one a thread. Each outcome must be
/// feasible, and either the program's answer or the start with the reason why. Returns how many were the
/// latter.
inline int improve_many(const OutsideOptimiser& optimiser, int count) {
    const std::vector<Instance> instances{whole_instance(20, 1), whole_instance(12, 2)};
    std::vector<std::unique_ptr<Optimiser>> clones;
    for (int worker = 0; worker < outside_threads; ++worker) clones.push_back(optimiser.clone());
    std::atomic<int> failed_runs = 0, done = 0;
    Workers workers(outside_threads);
    for_each(workers, count, [&](int i, int worker) {
        const Instance& instance = instances[i / 50 % 2 == 0 ? 0 : 1];
        Random random(3, 0, static_cast<std::uint64_t>(i));
        const Start start{random_start(instance, random)};
        const Outcome outcome =
            clones[static_cast<std::size_t>(worker)]->improve(instance, start, Budget{}, random);
        EXPECT_EQ(faults(instance, outcome.solution), std::vector<std::string>{});
        EXPECT_EQ(outcome.converged, outcome.failure.empty());
        EXPECT_EQ(outcome.solution, outcome.converged ? turned_round(start.solution) : start.solution);
        if (!outcome.converged) ++failed_runs;
        ++done;
    });
    EXPECT_EQ(done, count);
    return failed_runs;
}

}  // namespace l2r

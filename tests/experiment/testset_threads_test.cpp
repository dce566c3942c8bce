#include <gtest/gtest.h>

#include "base/error.hpp"
#include "experiment/testset.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/thread_ranks.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

std::vector<Instance> some_instances(int count) {
    std::vector<Instance> instances;
    for (int i = 0; i < count; ++i)
        instances.push_back(random_instance(10 + 3 * i, 21, static_cast<std::uint64_t>(i)));
    return instances;
}

ExploreSettings so_many_runs(int runs) {
    ExploreSettings settings;
    settings.seed = 9;
    settings.stop.runs = runs;
    return settings;
}

TEST(ExploreSet, GivesEachInstanceItsOwnGroupOfStreamsInOrder) {
    const std::vector<Instance> instances = some_instances(10);
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings = so_many_runs(30);
        settings.strategy = strategy;
        const SetResult set = explore_set(instances, paper::LocalSearch(), nullptr, settings, 1);
        ASSERT_EQ(set.lengths.size(), instances.size());
        for (std::size_t i = 0; i < instances.size(); ++i) {
            settings.group = i;
            EXPECT_EQ(set.lengths[i], explore(instances[i], paper::LocalSearch(), nullptr, settings).length);
        }
        EXPECT_EQ(set.runs, 300);
    }
}

TEST(ExploreSet, TellsTheSameInstanceApartByItsPlace) {
    const std::vector<Instance> twice(2, random_instance(60, 22, 0));
    const SetResult set = explore_set(twice, paper::LocalSearch(), nullptr, so_many_runs(1), 1);
    EXPECT_NE(set.lengths.at(0), set.lengths.at(1));
}

TEST(ExploreSet, DoesNotDependOnThreads) {
    const std::vector<Instance> instances = some_instances(12);
    for (const Strategy strategy : strategies()) {
        ExploreSettings settings = so_many_runs(40);
        settings.strategy = strategy;
        const SetResult alone = explore_set(instances, paper::LocalSearch(), nullptr, settings, 1);
        for (const int threads : {2, 4}) {
            const SetResult set = explore_set(instances, paper::LocalSearch(), nullptr, settings, threads);
            EXPECT_EQ(set.lengths, alone.lengths) << threads;
            EXPECT_EQ(set.runs, alone.runs);
        }
    }
}

TEST(ExploreSet, DoesNotDependOnRanks) {
    const std::vector<Instance> instances = some_instances(7);
    const SetResult alone = explore_set(instances, paper::LocalSearch(), nullptr, so_many_runs(20), 1);
    for (const int size : {2, 3, 9}) {
        std::atomic<int> finished = 0;
        ThreadRanks(size).run([&](Ranks& ranks) {
            ExploreSettings settings = so_many_runs(20);
            settings.ranks = &ranks;
            const SetResult set =
                explore_set(instances, paper::LocalSearch(), nullptr, settings, 2, [&](int) { ++finished; });
            EXPECT_EQ(set.lengths, alone.lengths) << size;
            EXPECT_EQ(set.runs, alone.runs);
            EXPECT_GT(set.seconds, 0);
            EXPECT_GT(set.cpu_seconds, 0);
        });
        EXPECT_EQ(finished, 7) << "each instance is explored by one of " << size;
    }
}

TEST(ExploreSet, CountsTheInstancesAsTheyAreFinished) {
    const std::vector<Instance> instances = some_instances(9);
    for (const int threads : {1, 2, 4}) {
        std::vector<int> counted;
        explore_set(instances, paper::LocalSearch(), nullptr, so_many_runs(5), threads,
                    [&](int done) { counted.push_back(done); });
        EXPECT_EQ(counted, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9})) << threads;
    }
}

TEST(ExploreSet, EndsEarlyWithTheInstancesBeforeTheFirstUnfinishedOne) {
    const std::vector<Instance> instances = some_instances(12);
    const SetResult whole = explore_set(instances, paper::LocalSearch(), nullptr, so_many_runs(20), 1);
    for (const int threads : {1, 2, 4}) {
        std::atomic<bool> flag = false;
        ExploreSettings settings = so_many_runs(20);
        settings.stop.flag = &flag;
        const SetResult part = explore_set(instances, paper::LocalSearch(), nullptr, settings, threads,
                                           [&](int done) { flag = done >= 5; });
        if (threads == 1) {
            EXPECT_EQ(part.lengths.size(), 5U);
        }
        EXPECT_LT(part.lengths.size(), 5U + static_cast<std::size_t>(threads));
        for (std::size_t i = 0; i < part.lengths.size(); ++i) EXPECT_EQ(part.lengths[i], whole.lengths[i]);
        EXPECT_EQ(part.runs, 20 * static_cast<std::int64_t>(part.lengths.size()));
    }
}

TEST(ExploreSet, HasNothingToSayWhereItWasStoppedBeforehand) {
    const std::atomic<bool> raised = true;
    ExploreSettings settings = so_many_runs(20);
    settings.stop.flag = &raised;
    const SetResult none = explore_set(some_instances(3), paper::LocalSearch(), nullptr, settings, 2);
    EXPECT_TRUE(none.lengths.empty());
    EXPECT_EQ(none.runs, 0);
    EXPECT_TRUE(explore_set({}, paper::LocalSearch(), nullptr, so_many_runs(5), 2).lengths.empty());
}

TEST(ExploreSet, ThrowsOnWhatASettingOrAnOptimiserThrows) {
    const std::vector<Instance> instances = some_instances(6);
    ExploreSettings settings = so_many_runs(5);
    settings.guidance.candidates = 2;
    EXPECT_THROW(explore_set(instances, paper::LocalSearch(), nullptr, settings, 2), InputError);
    const ToyOptimiser failing([](const Instance& instance, const Start& start, const Budget&) -> Outcome {
        if (instance.customers() == 16) throw OutsideError("it failed");
        return {start.solution, 1, true};
    });
    for (const int threads : {1, 3})
        EXPECT_THROW(explore_set(instances, failing, nullptr, so_many_runs(5), threads), OutsideError);
}

TEST(ExploreSet, MeasuresTimeByTheClockAndOfTheProcessor) {
    ExploreSettings settings;
    settings.stop.seconds = 0.02;
    const SetResult set = explore_set(some_instances(4), paper::LocalSearch(), nullptr, settings, 2);
    EXPECT_GE(set.seconds, 0.04) << "two at once, two after another";
    EXPECT_GT(set.cpu_seconds, 0);
    EXPECT_GT(set.runs, 4);
}

}  // namespace
}  // namespace l2r

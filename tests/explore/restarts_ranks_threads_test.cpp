#include <gtest/gtest.h>

#include <atomic>

#include "base/error.hpp"
#include "explore/run_job.hpp"
#include "explore/shared_edges.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/anneal_runs.hpp"
#include "support/same_exploration.hpp"
#include "support/thread_ranks.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

/// Explores with several ranks, each with so many threads. Returns what rank 0 found; the others find
/// nothing.
Exploration explore_with_ranks(int count, const Instance& instance, const ExploreSettings& settings,
                               const Scorer* scorer = nullptr,
                               const Optimiser& optimiser = short_annealing()) {
    Exploration found;
    ThreadRanks(count).run([&](Ranks& ranks) {
        ExploreSettings own = settings;
        own.ranks = &ranks;
        Exploration result = explore(instance, optimiser, scorer, own);
        if (ranks.rank() == 0)
            found = std::move(result);
        else
            EXPECT_EQ(result.best.routes(), 0);
    });
    EXPECT_EQ(faults(instance, found.best), std::vector<std::string>{});
    return found;
}

Exploration explore_alone_and_with_ranks(const Instance& instance, ExploreSettings settings,
                                         const Scorer* scorer = nullptr,
                                         const Optimiser& optimiser = short_annealing()) {
    settings.threads = 1;
    Exploration alone = explore(instance, optimiser, scorer, settings);
    for (const int ranks : {2, 4})
        for (const int threads : {1, 3}) {
            SCOPED_TRACE(testing::Message() << ranks << " ranks of " << threads << " threads");
            settings.threads = threads;
            const Exploration together = explore_with_ranks(ranks, instance, settings, scorer, optimiser);
            expect_same(alone, together);
            EXPECT_EQ(together.threads, ranks * threads);
            EXPECT_EQ(together.ranks, ranks);
        }
    return alone;
}

ExploreSettings many_runs(std::int64_t runs) {
    ExploreSettings settings = anneal_runs(runs);
    settings.restart.most_runs = 5;
    settings.restart.combine_by_square = 0.02;
    return settings;
}

TEST(RestartsRanks, DoNotChangeTheResultOfSoManyRuns) {
    explore_alone_and_with_ranks(random_instance(5, 211, 0), many_runs(60));
    explore_alone_and_with_ranks(random_instance(60, 211, 1), many_runs(60));
}

TEST(RestartsRanks, DoNotChangeTheResultWhereTheySharePartsOut) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        ExploreSettings settings = anneal_runs(2, seed);
        settings.restart.most_combined = 100;  // a run that collects routes is not divided
        const Exploration result = explore_alone_and_with_ranks(random_instance(400, 219, seed), settings,
                                                                nullptr, divided_search());
        EXPECT_LT(result.length, 0.99 * result.history.front().length);
    }
}

TEST(RestartsRanks, DoNotChangeWhereADividedRunReachesTheTarget) {
    const Instance instance = random_instance(400, 219, 1);
    ExploreSettings settings = anneal_runs(2);
    settings.restart.most_combined = 100;
    const Exploration free = explore(instance, divided_search(), nullptr, settings);
    settings.stop.target = free.history[free.history.size() / 2].length;
    EXPECT_EQ(explore_alone_and_with_ranks(instance, settings, nullptr, divided_search()).reason,
              StopReason::target);
}

TEST(RestartsRanks, SharePartsOutUntilTheTimeIsOver) {
    ExploreSettings settings;
    settings.threads = 2;
    settings.stop.seconds = 0.5;
    settings.restart.most_combined = 100;
    const Exploration result =
        explore_with_ranks(3, random_instance(400, 220, 0), settings, nullptr, divided_search());
    EXPECT_EQ(result.reason, StopReason::time);
    EXPECT_LT(result.seconds, 10) << "generous: this is no test of speed";
    EXPECT_LT(result.length, 0.99 * result.history.front().length);
}

TEST(RestartsRanks, DoNotChangeWhatAScorerChooses) {
    const ToyScorer by_length(
        [](const Instance& instance, const Start& start) { return length(instance, start.solution); });
    ExploreSettings settings = many_runs(40);
    settings.construction = Construction::random;
    settings.guidance.candidates = 4;
    explore_alone_and_with_ranks(random_instance(40, 212, 0), settings, &by_length);
    settings.stop.runs = 2;
    settings.restart.most_combined = 100;  // so that the next is divided
    explore_alone_and_with_ranks(random_instance(400, 212, 1), settings, &by_length, divided_search());
}

TEST(RestartsRanks, DoNotChangeWhereTheTargetIsReached) {
    const Instance instance = random_instance(60, 213, 0);
    ExploreSettings settings = many_runs(40);
    const Exploration free = explore_annealed(instance, settings);
    settings.stop.target = free.history[free.history.size() / 2].length;
    EXPECT_EQ(explore_alone_and_with_ranks(instance, settings).reason, StopReason::target);
}

TEST(RestartsRanks, WorkUntilTheTimeIsOver) {
    for (const double seconds : {0.0, 0.5}) {
        ExploreSettings settings;
        settings.threads = 2;
        settings.stop.seconds = seconds;
        const Exploration result = explore_with_ranks(3, random_instance(60, 214, 0), settings);
        EXPECT_EQ(result.reason, StopReason::time);
        EXPECT_LT(result.seconds, 10) << "generous: this is no test of speed";
    }
}

TEST(RestartsRanks, ReachATargetWhoeverFindsIt) {
    const Instance instance = random_instance(60, 215, 0);
    ExploreSettings settings;
    settings.threads = 1;
    settings.stop.seconds = 60;
    settings.stop.target = explore_annealed(instance, many_runs(30)).length;
    const Exploration result = explore_with_ranks(4, instance, settings);
    EXPECT_EQ(result.reason, StopReason::target);
    EXPECT_LE(result.length, settings.stop.target);
}

TEST(RestartsRanks, ThatAnswerNoLongerDoNotKeepTheBestFromBeingReturned) {
    const Instance instance = random_instance(60, 216, 0);
    std::atomic<bool> flag = false;
    Exploration found;
    ThreadRanks(2).run([&](Ranks& ranks) {
        if (ranks.rank() == 1) {  // joins, and dies
            std::vector<double> threads{0, 1};
            ranks.sum(std::span(threads));
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            flag = true;
            return;
        }
        ExploreSettings settings;
        settings.threads = 1;
        settings.stop.seconds = 60;
        settings.stop.flag = &flag;
        settings.ranks = &ranks;
        found = explore(instance, short_annealing(), nullptr, settings);
    });
    EXPECT_EQ(found.reason, StopReason::flag);
    EXPECT_LT(found.seconds, 30);
    EXPECT_EQ(faults(instance, found.best), std::vector<std::string>{});
}

TEST(RestartsRanks, AreRefusedWhereTheyHaveNoPlace) {
    ThreadRanks(2).run([](Ranks& ranks) {
        ExploreSettings settings;
        settings.strategy = Strategy::perturb;
        settings.stop.runs = 3;
        settings.ranks = &ranks;
        EXPECT_THROW(explore(random_instance(10, 217, 0), short_annealing(), nullptr, settings), InputError);
    });
}

TEST(RunJob, IsTheSameAfterAWayThroughBytes) {
    const Instance instance = random_instance(30, 218, 0);
    Random random(1);
    auto parents = std::make_shared<Parents>();
    for (int i = 0; i < 3; ++i) {
        const auto solution =
            std::make_shared<const Solution>(construct(Construction::random, instance, random));
        parents->add(
            {solution, std::make_shared<const std::vector<std::uint64_t>>(edges_of(*solution)), 0.5 * i});
    }
    RunJob job;
    job.run = 7;
    job.is_short = true;
    job.parents = parents;
    job.longer = 2;
    job.best_length = 12.5;
    const RunJob other = job_of_bytes(as_bytes(job));
    EXPECT_EQ(other.run, 7);
    EXPECT_EQ(other.longer, 2);
    EXPECT_EQ(other.best_length, 12.5);
    ASSERT_EQ(other.parents->members().size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(*other.parents->members()[i].solution, *parents->members()[i].solution);
        EXPECT_EQ(*other.parents->members()[i].edges, *parents->members()[i].edges);
        EXPECT_EQ(other.parents->members()[i].rank, parents->members()[i].rank);
    }
    RunNews news{7, {construct(Construction::random, instance, random), 3.5}};
    news.found.failure = "it failed";
    RunEnding& ending = news.ending.emplace();
    ending.routes.emplace(instance);
    ending.routes->add(std::vector<Node>{3, 1, 2}, 40);
    const RunNews back = news_of_bytes(as_bytes(news), instance, {});
    EXPECT_EQ(back.found.solution, news.found.solution);
    EXPECT_EQ(back.found.failure, "it failed");
    ASSERT_TRUE(back.ending && back.ending->routes);
    ASSERT_EQ(back.ending->routes->size(), 1);
    EXPECT_EQ(back.ending->routes->cost(0), 40);
    EXPECT_EQ(back.ending->routes->route(0)[1], 1);
    EXPECT_TRUE(back.ending->is_made);
    EXPECT_THROW(news_of_bytes(as_bytes(news).substr(0, 40), instance, {}), std::out_of_range);
}

}  // namespace
}  // namespace l2r

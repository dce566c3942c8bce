#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "explore/explore.hpp"
#include "explore/shared_edges.hpp"
#include "support/anneal_runs.hpp"
#include "support/random_instances.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

/// What a run was given.
struct Given {
    Solution start;
    std::int64_t iterations;
    double first_temperature;
    bool closes_routes;
};

/// Returns each start as it is, and notes what it was given.
class Noting : public Optimiser {
  public:
    explicit Noting(std::shared_ptr<std::vector<Given>> given) : given_(std::move(given)) {}
    std::string name() const override { return "noting"; }
    OptimiserTraits traits() const override { return {.fills_budget = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<Noting>(given_); }
    Outcome improve(const Instance&, const Start& start, const Budget& budget, Random&) override {
        given_->push_back(
            {start.solution, budget.iterations, budget.first_temperature, budget.closes_routes});
        return {start.solution};
    }

  private:
    std::shared_ptr<std::vector<Given>> given_;
};

bool is_recombined(const Given& run) {
    return !run.closes_routes;
}

std::vector<Given> runs_from_random_starts(const ExploreSettings& settings, const Scorer* scorer = nullptr) {
    const Instance instance = random_instance(60, 176, 4);
    const auto given = std::make_shared<std::vector<Given>>();
    ExploreSettings own = settings;
    own.construction = Construction::random;
    own.threads = 1;  // what is noted is in the order of runs
    explore(instance, Noting(given), scorer, own);
    return *given;
}

TEST(Recombinations, AreRunShortAndCoolAfterTheFirstRuns) {
    ExploreSettings settings = anneal_runs(12);
    settings.restart.most_runs = 3;
    const std::vector<Given> runs = runs_from_random_starts(settings);
    ASSERT_EQ(runs.size(), 12U);
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(is_recombined(runs[i]), i >= 3) << i;
        EXPECT_EQ(runs[i].iterations, i < 3 ? 0 : 30) << i;
        EXPECT_EQ(runs[i].first_temperature, i < 3 ? 0 : 0.1) << i;
    }
    // Random routes share hardly an edge with others, unless they are parents.
    for (std::size_t i = 3; i < 6; ++i) {
        double most = 0;
        for (std::size_t j = 0; j < i; ++j)
            most = std::max(most, shared_edges(edges_of(runs[i].start), edges_of(runs[j].start)));
        EXPECT_GT(most, 0.25) << i;
    }
}

TEST(Recombinations, AreChosenByAScorer) {
    ExploreSettings settings = anneal_runs(20);
    settings.restart.most_runs = 4;
    const ToyScorer shortest(
        [](const Instance& of, const Start& start) { return length(of, start.solution); });
    const Instance instance = random_instance(60, 176, 4);
    const auto mean = [&](const std::vector<Given>& runs) {
        double sum = 0;
        for (std::size_t i = 4; i < runs.size(); ++i) sum += length(instance, runs[i].start);
        return sum / static_cast<double>(runs.size() - 4);
    };
    const double unguided = mean(runs_from_random_starts(settings));
    settings.guidance.candidates = 10;
    EXPECT_LT(mean(runs_from_random_starts(settings, &shortest)), 0.99 * unguided);
}

TEST(Recombinations, ANewEliteBeginsWhereNothingIsGainedForLong) {
    ExploreSettings settings = anneal_runs(60);
    settings.restart.most_runs = 2;
    settings.restart.patience = 1;
    const std::vector<Given> runs = runs_from_random_starts(settings);
    int anew = 0;
    for (std::size_t i = 2; i < runs.size(); ++i) anew += !is_recombined(runs[i]);
    EXPECT_GE(anew, 2);
    EXPECT_EQ(anew % 2, 0) << "each elite begins with two constructions";
    settings.restart.patience = 1'000;
    const std::vector<Given> patient = runs_from_random_starts(settings);
    EXPECT_TRUE(std::all_of(patient.begin() + 2, patient.end(), is_recombined));
}

TEST(Recombinations, NothingIsRecombinedBesideAWarmStartOrAFleet) {
    const Instance free = random_instance(30, 176, 5);
    Random random(176);
    ExploreSettings settings = anneal_runs(8);
    settings.restart.most_runs = 2;
    const auto recombined = [&](const Instance& instance) {
        const auto given = std::make_shared<std::vector<Given>>();
        explore(instance, Noting(given), nullptr, settings);
        return std::count_if(given->begin(), given->end(), is_recombined);
    };
    settings.construction = Construction::random;
    EXPECT_GT(recombined(free), 0);
    EXPECT_EQ(recombined(free.with_vehicles(free.min_routes())), 0);
    settings.warm_start = construct(Construction::savings, free, random);
    EXPECT_EQ(recombined(free), 0);
}

}  // namespace
}  // namespace l2r

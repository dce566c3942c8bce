#include "experiment/elite_starts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "support/anneal_runs.hpp"

namespace l2r {
namespace {

/// A start of a group, and what its two runs ended with.
EliteStart start_of(double longer, double nearest_share, std::vector<double> outcomes, char returned = 0) {
    EliteStart start;
    start.kin.longer = longer;
    start.kin.nearest_share = nearest_share;
    start.returned.assign(outcomes.size(), returned);
    start.outcomes = std::move(outcomes);
    return start;
}

TEST(EliteStarts, AreTakenFromTheEliteAndRunAsOftenAsAsked) {
    const Instance instance = random_instance(60, 301, 0);
    EliteStartPlan plan;
    plan.after = {3, 8};
    plan.starts = 6;
    plan.runs = 3;
    ExploreSettings settings = anneal_runs(20);
    settings.restart.most_runs = 3;
    settings.threads = 1;
    const auto starts = sample_elite_starts(instance, 7, short_annealing(0.5), settings, plan);
    ASSERT_EQ(starts.size(), 12U);
    for (const EliteStart& start : starts) {
        EXPECT_EQ(start.instance, 7U);
        EXPECT_EQ(start.outcomes.size(), 3U);
        const Kinship& kin = start.kin;
        EXPECT_LE(std::max(kin.first_share, kin.second_share), 1);
        EXPECT_GE(kin.nearest_share, 0.5) << "most of its edges come from one of two members";
        EXPECT_GE(std::min(kin.first_longer, kin.second_longer), -1e-9) << "no member is below the best";
        if (kin.nearest_share == 1) EXPECT_GE(kin.longer, -1e-9);
    }
    EXPECT_EQ(starts.front().after, 3);
    EXPECT_EQ(starts.back().after, 8);
    const auto again = sample_elite_starts(instance, 7, short_annealing(0.5), settings, plan);
    EXPECT_EQ(elite_starts_csv(starts), elite_starts_csv(again));
}

TEST(EliteStarts, AreRefusedWhereNothingIsRecombined) {
    const Instance instance = random_instance(20, 301, 1);
    ExploreSettings settings = anneal_runs(4);
    EXPECT_THROW(sample_elite_starts(instance, 0, paper::LocalSearch(), settings, {}), InputError);
    settings.strategy = Strategy::perturb;
    EXPECT_THROW(sample_elite_starts(instance, 0, short_annealing(), settings, {}), InputError);
}

TEST(EliteStarts, TheReportSeparatesWhatTheStartDecidesFromChance) {
    // Means of 1 and 3; within a start, a variance of 2. Chance adds 2 / 2 to the variance of the means, 2.
    const EliteStartReport report = report_elite_starts({start_of(1, 0.5, {0, 2}), start_of(2, 0.5, {2, 4})});
    EXPECT_NEAR(report.between, 1, 1e-12);
    EXPECT_NEAR(report.within, std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(report.start_share, 1.0 / 3, 1e-12);
}

TEST(EliteStarts, TheReportCountsImprovementsByLikenessAndByChoice) {
    const EliteStartReport report = report_elite_starts(
        {start_of(1, 1, {0, 0}, 1), start_of(4, 0.96, {1, 1}), start_of(3, 0.97, {-1, -1}),
         start_of(2, 0.97, {1, 1}), start_of(5, 0.2, {-1, -1})});
    const LikenessBand& members = report.bands.back();
    EXPECT_EQ(members.starts, 1);
    EXPECT_EQ(members.returns, 1);
    EXPECT_EQ(members.improves, 0);
    const auto near = std::find_if(report.bands.begin(), report.bands.end(),
                                   [](const LikenessBand& band) { return band.least == 0.95; });
    EXPECT_EQ(near->starts, 3);
    EXPECT_NEAR(near->improves, 1.0 / 3, 1e-12);
    const ChoiceCeiling& of_two = report.ceilings.front();  // (4, 3) and (2, 5), by length
    EXPECT_EQ(of_two.candidates, 2);
    EXPECT_EQ(of_two.choices, 2);
    EXPECT_EQ(of_two.at_random, 0.5);
    EXPECT_EQ(of_two.shortest, 0.5);
    EXPECT_EQ(of_two.least_alike, 0.5);
    EXPECT_EQ(of_two.oracle, 1);
}

}  // namespace
}  // namespace l2r

#include "experiment/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "support/message.hpp"

namespace l2r {
namespace {

/// Groups of an instance each, without outcomes or scores as yet.
ScoredSamples empty_samples(std::int64_t groups, int starts) {
    ScoredSamples samples;
    samples.starts = starts;
    for (std::int64_t g = 0; g < groups; ++g) samples.instance.push_back(g);
    return samples;
}

/// Outcomes from 1 to 2 and scores that follow them more or less; `steps` make both coarse, so that there are
/// ties.
ScoredSamples noisy_samples(std::int64_t groups, int starts, std::vector<double> signals, double steps,
                            std::uint64_t seed) {
    ScoredSamples samples = empty_samples(groups, starts);
    Random random(seed);
    const auto coarse = [&](double value) { return std::round(value * steps) / steps; };
    for (std::int64_t i = 0; i < groups * starts; ++i)
        samples.outcomes.push_back(1 + coarse(random.uniform()));
    for (const double signal : signals) {
        std::vector<double>& scores = samples.scores.emplace_back();
        for (const double outcome : samples.outcomes)
            scores.push_back(coarse(signal * outcome + random.uniform()));
    }
    return samples;
}

/// Outcomes for which the difference of two scores is the log-odds of which is shorter: the difference of two
/// Gumbel variables is logistic.
ScoredSamples logistic_samples(std::int64_t groups, std::uint64_t seed) {
    ScoredSamples samples = empty_samples(groups, 2);
    Random random(seed);
    samples.scores.resize(1);
    for (std::int64_t i = 0; i < 2 * groups; ++i) {
        const double score = 2 * random.uniform();
        samples.scores[0].push_back(score);
        samples.outcomes.push_back(50 + score + std::log(-std::log(1 - random.uniform())));
    }
    return samples;
}

RankingReport rank_quickly(const ScoredSamples& samples, double margin = 0) {
    RankingSettings settings;
    settings.margin = margin;
    settings.resamples = 100;
    return rank_starts(samples, settings);
}

/// By the definitions, pair by pair and, for the AUC, pair of pairs by pair of pairs.
struct PlainRanking {
    std::int64_t pairs = 0;
    double accuracy = 0, auc = 0;
};

PlainRanking rank_plainly(const ScoredSamples& samples, const std::vector<double>& scores, double margin) {
    std::vector<double> positive, negative;
    PlainRanking plain;
    for (std::size_t a = 0; a < scores.size(); ++a)
        for (std::size_t b = a + 1; b < scores.size(); ++b) {
            if (a / static_cast<std::size_t>(samples.starts) != b / static_cast<std::size_t>(samples.starts))
                continue;
            const double difference = samples.outcomes[b] - samples.outcomes[a],
                         logit = scores[b] - scores[a];
            if (difference == 0 || std::abs(difference) < margin) continue;
            (difference > 0 ? positive : negative).push_back(logit);
            plain.accuracy += logit == 0 ? 0.5 : (logit > 0) == (difference > 0) ? 1 : 0;
            ++plain.pairs;
        }
    for (const double higher : positive)
        for (const double lower : negative) plain.auc += higher > lower ? 1 : higher == lower ? 0.5 : 0;
    plain.accuracy /= static_cast<double>(plain.pairs);
    plain.auc /= static_cast<double>(positive.size() * negative.size());
    return plain;
}

TEST(Ranking, IsWhatTheDefinitionsSay) {
    for (const double steps : {4.0, 20.0, 1e9})
        for (const double margin : {0.0, 0.1}) {
            const ScoredSamples samples = noisy_samples(40, 5, {0.5, 3}, steps, 17);
            const RankingReport report = rank_quickly(samples, margin);
            ASSERT_EQ(report.scorers.size(), 2);
            EXPECT_EQ(report.groups, 40);
            EXPECT_EQ(report.instances, 40);
            for (std::size_t k = 0; k < 2; ++k) {
                const PlainRanking plain = rank_plainly(samples, samples.scores[k], margin);
                EXPECT_EQ(report.pairs, plain.pairs);
                EXPECT_NEAR(report.scorers[k].accuracy.value, plain.accuracy, 1e-12);
                EXPECT_NEAR(report.scorers[k].auc.value, plain.auc, 1e-12);
            }
        }
}

TEST(Ranking, OfWhoKnowsIsPerfectAndOfWhoHasNoOpinionHalfRight) {
    ScoredSamples samples = noisy_samples(30, 4, {}, 1e9, 3);
    samples.scores.push_back(samples.outcomes);
    samples.scores.emplace_back(samples.outcomes.size(), 7.0);
    samples.scores.emplace_back();
    for (const double outcome : samples.outcomes) samples.scores[2].push_back(-outcome);
    const RankingReport report = rank_quickly(samples);
    const double right[] = {1, 0.5, 0};
    for (std::size_t k = 0; k < 3; ++k) {
        for (const Interval& found : {report.scorers[k].accuracy, report.scorers[k].auc}) {
            EXPECT_EQ(found.value, right[k]);
            EXPECT_EQ(found.low, right[k]);
            EXPECT_EQ(found.high, right[k]);
        }
        EXPECT_EQ(report.scorers[k].accuracy_difference.value, right[k] - 1);
        EXPECT_EQ(report.scorers[k].auc_difference.value, right[k] - 1);
    }
    EXPECT_EQ(report.scorers[0].gains.back().change.mean, report.oracle.back().change.mean);
}

/// Instances of five groups that are all alike: whoever resampled pairs or groups instead of instances would
/// find intervals less than half as wide as they are, and miss a third of the time.
TEST(Ranking, IntervalsHoldTheTruthAsOftenAsTheySay) {
    constexpr std::size_t sets = 200, copies = 5;
    int missed_accuracy = 0, missed_auc = 0;
    for (std::size_t set = 0; set < sets; ++set) {
        const ScoredSamples once = noisy_samples(60, 3, {0}, 1e9, 100 + set);  // no signal: 1/2 is the truth
        ScoredSamples samples = empty_samples(0, 3);
        samples.scores.resize(1);
        for (std::size_t g = 0; g < 60; ++g)
            for (std::size_t copy = 0; copy < copies; ++copy) {
                samples.instance.push_back(static_cast<std::int64_t>(g));
                for (std::size_t s = 3 * g; s < 3 * g + 3; ++s) {
                    samples.outcomes.push_back(once.outcomes[s]);
                    samples.scores[0].push_back(once.scores[0][s]);
                }
            }
        RankingSettings settings;
        settings.margin = 0;
        settings.resamples = 400;
        settings.seed = set;
        const Ranking ranking = rank_starts(samples, settings).scorers[0];
        const auto misses = [](const Interval& found) { return found.low > 0.5 || found.high < 0.5; };
        missed_accuracy += misses(ranking.accuracy);
        missed_auc += misses(ranking.auc);
    }
    for (const int missed : {missed_accuracy, missed_auc}) {  // 10 of 200, give or take five times 3.1
        EXPECT_GT(missed, 1);
        EXPECT_LT(missed, 26);
    }
}

TEST(Ranking, ComparesScorersOnTheSameResamples) {
    ScoredSamples samples = noisy_samples(300, 4, {0.5, 4}, 1e9, 11);
    samples.scores.push_back(samples.scores[0]);
    const RankingReport report = rank_quickly(samples);
    const Ranking &better = report.scorers[1], &same = report.scorers[2];
    EXPECT_GT(better.accuracy_difference.low, 0.1);
    EXPECT_GT(better.auc_difference.low, 0.1);
    EXPECT_LT(better.accuracy_difference.low, better.accuracy_difference.value);
    EXPECT_GT(better.accuracy_difference.high, better.accuracy_difference.value);
    for (const Interval& difference : {same.accuracy_difference, same.auc_difference}) {
        EXPECT_EQ(difference.low, 0);
        EXPECT_EQ(difference.high, 0);
    }
    EXPECT_GT(same.accuracy.high, same.accuracy.low);
}

TEST(Ranking, FindsLogOddsCalibratedAndTripleOnesNot) {
    ScoredSamples samples = logistic_samples(20'000, 5);
    samples.scores.emplace_back();
    for (const double score : samples.scores[0]) samples.scores[1].push_back(3 * score);
    const RankingReport report = rank_quickly(samples);
    EXPECT_LT(report.scorers[0].calibration_error, 0.02);  // each bin of 2,000 is off by 0.01 or so
    EXPECT_GT(report.scorers[1].calibration_error, 0.1);
    ASSERT_EQ(report.scorers[0].calibration.size(), 10);
    std::int64_t pairs = 0;
    double before = 0;
    for (const CalibrationBin& bin : report.scorers[0].calibration) {
        EXPECT_GT(bin.predicted, before);
        EXPECT_NEAR(bin.observed, bin.predicted, 0.06);
        before = bin.predicted;
        pairs += bin.pairs;
    }
    EXPECT_EQ(pairs, report.pairs);
}

TEST(Ranking, KeepsEqualPredictionsInOneBin) {
    ScoredSamples samples = noisy_samples(50, 4, {}, 1e9, 3);
    samples.scores.emplace_back(samples.outcomes.size(), 0.0);
    const std::vector<CalibrationBin> bins = rank_quickly(samples).scorers[0].calibration;
    ASSERT_EQ(bins.size(), 1);
    EXPECT_EQ(bins[0].predicted, 0.5);
    EXPECT_EQ(bins[0].pairs, 300);
}

TEST(Ranking, IsTheSameOnAnyNumberOfThreadsAndDependsOnTheSeed) {
    const ScoredSamples samples = noisy_samples(50, 4, {1}, 1e9, 2);
    RankingSettings settings;
    const Ranking alone = rank_starts(samples, settings).scorers[0];
    settings.threads = 3;
    const Ranking together = rank_starts(samples, settings).scorers[0];
    EXPECT_EQ(alone.auc.low, together.auc.low);
    EXPECT_EQ(alone.accuracy.high, together.accuracy.high);
    settings.seed = 2;
    EXPECT_NE(alone.auc.low, rank_starts(samples, settings).scorers[0].auc.low);
}

TEST(Ranking, RefusesMorePairsThanItKeepsInMemory) {
    EXPECT_NO_THROW(check_number_of_pairs(1'000, 300));
    const auto refusal = [](std::int64_t groups, int starts) {
        return test::message_of<InputError>([&] { check_number_of_pairs(groups, starts); });
    };
    EXPECT_EQ(
        refusal(2, 1'000'000),
        "999999000000 pairs of starts are more than the 50000000 that are kept in memory: use fewer groups "
        "(--limit), or a set with fewer starts");
    EXPECT_NE(refusal(std::int64_t{1} << 40, 2), "");
    EXPECT_THROW(rank_quickly(empty_samples(1, 1'000'000)), InputError) << "before it looks at any";
}

TEST(Ranking, RefusesSamplesWithoutAPairToCompare) {
    ScoredSamples samples = noisy_samples(5, 3, {1}, 1e9, 2);
    EXPECT_THROW(rank_quickly(samples, 2), InputError);
    samples.outcomes.assign(samples.outcomes.size(), 1.0);
    EXPECT_THROW(rank_quickly(samples, 0), InputError);
}

}  // namespace
}  // namespace l2r

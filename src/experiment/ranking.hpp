#pragma once

#include <cstdint>
#include <vector>

#include "experiment/gain.hpp"
#include "experiment/scored_samples.hpp"

namespace l2r {

/// Pairs with about the same prediction, and what became of them.
struct CalibrationBin {
    double predicted = 0;  ///< mean probability that the first start of a pair ends shorter
    double observed = 0;   ///< share in which it does
    std::int64_t pairs = 0;
};

/// How well one scorer orders the starts of a group. A difference of scores is taken for the log-odds of
/// which start ends shorter; accuracy, AUC and gains do not depend on that.
struct Ranking {
    Interval accuracy;  ///< share of pairs in the right order; equal scores are half right
    Interval auc;       ///< pairs as they are stored, the first start against the second
    Interval accuracy_difference, auc_difference;  ///< to the first scorer, on the same resamples
    std::vector<CalibrationBin> calibration;       ///< of about equally many pairs, by prediction
    double calibration_error = 0;                  ///< mean distance between predicted and observed
    std::vector<GainPoint> gains;
};

struct RankingSettings {
    double margin = 0.01;   ///< pairs whose lengths differ by less are left out, and so are equal ones
    int resamples = 1'000;  ///< of the bootstrap
    std::uint64_t seed = 1;
    int threads = 1;
};

struct RankingReport {
    std::int64_t pairs = 0, groups = 0, instances = 0;
    std::vector<Ranking> scorers;
    std::vector<GainPoint> oracle;  ///< gains of one who knows the outcomes
};

/// Throws InputError where the groups have more pairs of starts than are kept in memory.
void check_number_of_pairs(std::int64_t groups, int starts);

/// The result does not depend on the number of threads. Throws InputError where no pair is left, or there are
/// too many.
RankingReport rank_starts(const ScoredSamples& samples, const RankingSettings& settings);

}  // namespace l2r

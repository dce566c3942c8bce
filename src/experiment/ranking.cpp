#include "experiment/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/workers.hpp"
#include "sample/learning.hpp"

namespace l2r {
namespace {

constexpr std::size_t bins = 10;
constexpr std::int64_t most_pairs = 50'000'000;  ///< a scorer keeps 16 bytes of each

/// Calls task(instance, a, b, a is shorter) for any two starts of a group whose outcomes are far enough
/// apart; a < b are indices in (groups, starts).
template <class Task>
void for_each_pair(const ScoredSamples& samples, double margin, Task task) {
    const auto starts = static_cast<std::size_t>(samples.starts);
    for (std::size_t g = 0; g < samples.groups(); ++g)
        for (std::size_t a = g * starts; a < (g + 1) * starts; ++a)
            for (std::size_t b = a + 1; b < (g + 1) * starts; ++b) {
                const double difference = samples.outcomes[b] - samples.outcomes[a];
                if (is_counted(difference, margin))
                    task(static_cast<std::uint32_t>(samples.instance[g]), a, b, difference > 0);
            }
}

/// A scorer's pairs as sums that a resample only has to weigh, each instance by how often it was drawn.
class ScoreTally {
  public:
    ScoreTally(const ScoredSamples& samples, const std::vector<double>& scores, double margin);

    double accuracy(const std::vector<std::uint32_t>& drawn) const;
    double auc(const std::vector<std::uint32_t>& drawn) const;
    std::vector<CalibrationBin> calibration() const;

  private:
    struct Sorted {
        double logit;  ///< that the first start is the shorter one
        std::uint32_t instance;
        bool first_shorter;
        bool begins_tie;  ///< the logit is another than that before
    };
    std::vector<Sorted> sorted_;                     ///< by logit
    std::vector<std::int64_t> twice_right_, pairs_;  ///< of each instance
};

ScoreTally::ScoreTally(const ScoredSamples& samples, const std::vector<double>& scores, double margin)
    : twice_right_(static_cast<std::size_t>(samples.instance.back()) + 1, 0), pairs_(twice_right_) {
    for_each_pair(samples, margin,
                  [&](std::uint32_t instance, std::size_t first, std::size_t second, bool first_shorter) {
                      const double logit = scores[second] - scores[first];
                      sorted_.push_back({logit, instance, first_shorter, true});
                      twice_right_[instance] += logit == 0 ? 1 : (logit > 0) == first_shorter ? 2 : 0;
                      ++pairs_[instance];
                  });
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [](const Sorted& a, const Sorted& b) { return a.logit < b.logit; });
    for (std::size_t i = 1; i < sorted_.size(); ++i)
        sorted_[i].begins_tie = sorted_[i].logit != sorted_[i - 1].logit;
}

double ScoreTally::accuracy(const std::vector<std::uint32_t>& drawn) const {
    std::int64_t twice_right = 0, pairs = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        twice_right += drawn[i] * twice_right_[i];
        pairs += drawn[i] * pairs_[i];
    }
    return pairs == 0 ? 0.5 : 0.5 * static_cast<double>(twice_right) / static_cast<double>(pairs);
}

/// How often a pair whose first start is shorter has a higher logit than one whose second is; ties are half.
double ScoreTally::auc(const std::vector<std::uint32_t>& drawn) const {
    // Counts of (second shorter, first shorter): within the current tie, and of all logits below it.
    std::int64_t tied[2] = {0, 0}, below[2] = {0, 0};
    double twice_wins = 0;
    const auto close_tie = [&] {
        twice_wins += static_cast<double>(tied[1]) * static_cast<double>(2 * below[0] + tied[0]);
        for (const std::size_t side : {0, 1}) {
            below[side] += tied[side];
            tied[side] = 0;
        }
    };
    for (const Sorted& pair : sorted_) {
        if (pair.begins_tie) close_tie();
        tied[pair.first_shorter ? 1 : 0] += drawn[pair.instance];
    }
    close_tie();
    if (below[0] == 0 || below[1] == 0) return 0.5;
    return 0.5 * twice_wins / (static_cast<double>(below[0]) * static_cast<double>(below[1]));
}

/// Bins of equally many pairs, but for ties, which stay together.
std::vector<CalibrationBin> ScoreTally::calibration() const {
    std::vector<CalibrationBin> result;
    std::size_t at = 0;
    for (std::size_t bin = 1; bin <= bins; ++bin) {
        CalibrationBin sums;
        const std::size_t end = sorted_.size() * bin / bins;
        for (; at < sorted_.size() && (at < end || !sorted_[at].begins_tie); ++at) {
            sums.predicted += 1 / (1 + std::exp(-sorted_[at].logit));
            sums.observed += sorted_[at].first_shorter ? 1 : 0;
            ++sums.pairs;
        }
        if (sums.pairs == 0) continue;
        sums.predicted /= static_cast<double>(sums.pairs);
        sums.observed /= static_cast<double>(sums.pairs);
        result.push_back(sums);
    }
    return result;
}

double calibration_error(const std::vector<CalibrationBin>& calibration) {
    double sum = 0, pairs = 0;
    for (const CalibrationBin& bin : calibration) {
        sum += static_cast<double>(bin.pairs) * std::abs(bin.predicted - bin.observed);
        pairs += static_cast<double>(bin.pairs);
    }
    return sum / pairs;
}

/// Both measures of each scorer on one resample.
struct Measures {
    std::vector<double> accuracy, auc;
};

Measures measure(const std::vector<ScoreTally>& tallies, const std::vector<std::uint32_t>& drawn) {
    Measures result;
    for (const ScoreTally& tally : tallies) {
        result.accuracy.push_back(tally.accuracy(drawn));
        result.auc.push_back(tally.auc(drawn));
    }
    return result;
}

std::vector<Measures> resample(const std::vector<ScoreTally>& tallies, std::size_t instances,
                               const RankingSettings& settings) {
    std::vector<Measures> results(static_cast<std::size_t>(settings.resamples));
    Workers workers(settings.threads);
    for_each(workers, settings.resamples, [&](int r, int) {
        Random random(settings.seed, static_cast<std::uint64_t>(r));
        results[static_cast<std::size_t>(r)] = measure(tallies, draw_again(instances, random));
    });
    return results;
}

/// Of a measure of scorer k and of its difference to scorer 0.
void set_intervals(const Measures& measured, const std::vector<Measures>& resampled,
                   std::vector<double> Measures::* measure, std::size_t k, Interval& own,
                   Interval& difference) {
    std::vector<double> values, differences;
    for (const Measures& one : resampled) {
        values.push_back((one.*measure)[k]);
        differences.push_back((one.*measure)[k] - (one.*measure)[0]);
    }
    own = middle_of((measured.*measure)[k], std::move(values));
    difference = middle_of((measured.*measure)[k] - (measured.*measure)[0], std::move(differences));
}

}  // namespace

void check_number_of_pairs(std::int64_t groups, int starts) {
    const double pairs = static_cast<double>(groups) * starts * (starts - 1.0) / 2;
    if (pairs > most_pairs)
        throw InputError(std::to_string(std::llround(pairs)) + " pairs of starts are more than the " +
                         std::to_string(most_pairs) +
                         " that are kept in memory: use fewer groups (--limit), or a set with fewer starts");
}

RankingReport rank_starts(const ScoredSamples& samples, const RankingSettings& settings) {
    if (settings.threads < 1) throw InputError("the number of threads must be at least 1");
    if (settings.resamples < 40) throw InputError("an interval of 95 % takes at least 40 resamples");
    check_number_of_pairs(static_cast<std::int64_t>(samples.groups()), samples.starts);
    RankingReport report;
    for_each_pair(samples, settings.margin, [&](auto...) { ++report.pairs; });
    if (report.pairs == 0)
        throw InputError("no two starts of a group end far enough apart: choose a smaller margin");
    report.groups = static_cast<std::int64_t>(samples.groups());
    report.instances = samples.instance.back() + 1;
    const auto instances = static_cast<std::size_t>(report.instances);
    std::vector<ScoreTally> tallies;
    tallies.reserve(samples.scores.size());
    for (const std::vector<double>& scores : samples.scores)
        tallies.emplace_back(samples, scores, settings.margin);
    const Measures measured = measure(tallies, std::vector<std::uint32_t>(instances, 1));
    const std::vector<Measures> resampled = resample(tallies, instances, settings);
    for (std::size_t k = 0; k < tallies.size(); ++k) {
        Ranking& ranking = report.scorers.emplace_back();
        set_intervals(measured, resampled, &Measures::accuracy, k, ranking.accuracy,
                      ranking.accuracy_difference);
        set_intervals(measured, resampled, &Measures::auc, k, ranking.auc, ranking.auc_difference);
        ranking.calibration = tallies[k].calibration();
        ranking.calibration_error = calibration_error(ranking.calibration);
        ranking.gains = gain_curve(samples, samples.scores[k]);
    }
    report.oracle = gain_curve(samples, samples.outcomes);
    return report;
}

}  // namespace l2r

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiment/statistics.hpp"

namespace l2r {

/// The traces of one arm on all instances.
struct Traces {
    std::size_t runs = 0;
    std::vector<float> lengths;  ///< (instances, runs): that each run ended with
    std::vector<float> seconds;  ///< (instances, runs): of CPU, until then

    std::size_t instances() const { return lengths.size() / runs; }
    bool operator==(const Traces&) const = default;
};

/// (instances, runs): the shortest length until then.
std::vector<float> best_so_far(const Traces& traces);

/// A mean over instances. How long an instance is, is common to all arms, so `within` is what tells arms
/// apart.
struct ArmEstimate {
    Estimate plain;
    double within = 0;  ///< half-width, too, but of the difference to each instance's level
};

/// Of each instance: over its first runs.
std::vector<double> mean_lengths(const Traces& traces, std::size_t runs);

/// The level of each instance: the mean length of its runs in this arm, which serves for all arms.
std::vector<double> levels(const Traces& traces);

/// Means over instances after run 1, 2, ...
struct Curve {
    std::vector<ArmEstimate> length, best;
    std::vector<double> seconds;
};
Curve average(const Traces& traces, std::span<const double> levels);

/// The mean best so far after some seconds of CPU.
struct TimePoint {
    double seconds = 0;
    ArmEstimate best;
};

/// At times that are equal factors apart, `a_decade` of them from one power of ten to the next, from the mean
/// end of the first run to the mean end of the last. An instance whose first run takes longer counts with
/// that, one that has ended with its best. Arms meet at the same times.
std::vector<TimePoint> against_time(const Traces& traces, std::span<const double> levels, int a_decade);

/// How many runs, 1 or more, take a falling curve down to `level`, with straight lines between runs; infinite
/// where none do.
double runs_to_reach(std::span<const double> curve, double level);

/// A difference on the same instances.
struct PairedDifference {
    Estimate difference;
    double p = 1;  ///< two-sided, by the normal law
};
/// `lengths` minus `others`.
PairedDifference paired_difference(std::span<const double> lengths, std::span<const double> others);

/// How an arm does against the unguided one, at equal runs and at equal time. Factors may be infinite: the
/// unguided arm does not get there with all the runs that it had.
struct Comparison {
    PairedDifference length;  ///< of the first `runs` runs, on average: the arm's minus the unguided
    PairedDifference best;    ///< after `runs` runs: the arm's best minus the unguided best
    Interval early_runs;      ///< unguided runs that do as well as `early` of the arm, divided by `early`
    Interval runs;            ///< the same for `runs`
    Interval time;  ///< unguided seconds that do as well as `runs` of the arm, divided by its seconds
};

struct ComparisonSettings {
    std::size_t runs = 0;    ///< the paper's T; every arm has at least as many
    std::size_t early = 10;  ///< or `runs`, where that is less
    int resamples = 1'000;   ///< of the bootstrap, by which whole instances are drawn
    std::uint64_t seed = 1;
    int threads = 1;
};

/// Each arm against `unguided`, on the same instances. The result does not depend on threads.
std::vector<Comparison> compare(const Traces& unguided, std::span<const Traces> arms,
                                const ComparisonSettings& settings);

}  // namespace l2r

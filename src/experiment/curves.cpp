#include "experiment/curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/workers.hpp"

namespace l2r {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The values of all instances at one run.
std::vector<double> column(std::span<const float> values, std::size_t runs, std::size_t run) {
    std::vector<double> result;
    for (std::size_t at = run; at < values.size(); at += runs) result.push_back(values[at]);
    return result;
}

ArmEstimate estimate_with(const std::vector<double>& values, std::span<const double> levels) {
    std::vector<double> centred;
    centred.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) centred.push_back(values[i] - levels[i]);
    return {estimate(values), estimate(centred).half_width};
}

/// The value after a number of runs, 1 or more, that need not be whole.
double at_run(std::span<const double> curve, double run) {
    const auto before = static_cast<std::size_t>(run - 1);
    if (before + 1 >= curve.size()) return curve.back();
    const double part = run - 1 - static_cast<double>(before);
    return curve[before] + part * (curve[before + 1] - curve[before]);
}

/// Bests and times of an arm, ready to be averaged over any drawing of instances.
class TraceTally {
  public:
    explicit TraceTally(const Traces& traces) : traces_(traces), best_(best_so_far(traces)) {}

    std::size_t runs() const { return traces_.runs; }
    const std::vector<float>& best() const { return best_; }

    double mean_best(const std::vector<std::uint32_t>& drawn, std::size_t run) const {
        return mean(best_, drawn, run);
    }
    double mean_seconds(const std::vector<std::uint32_t>& drawn, std::size_t run) const {
        return mean(traces_.seconds, drawn, run);
    }
    std::vector<double> best_curve(const std::vector<std::uint32_t>& drawn) const {
        return mean_curve(best_, drawn);
    }
    std::vector<double> seconds_curve(const std::vector<std::uint32_t>& drawn) const {
        return mean_curve(traces_.seconds, drawn);
    }

  private:
    double mean(const std::vector<float>& values, const std::vector<std::uint32_t>& drawn,
                std::size_t run) const {
        double sum = 0;
        for (std::size_t i = 0; i < drawn.size(); ++i) sum += drawn[i] * double{values[i * runs() + run]};
        return sum / static_cast<double>(drawn.size());
    }
    std::vector<double> mean_curve(const std::vector<float>& values,
                                   const std::vector<std::uint32_t>& drawn) const {
        std::vector<double> sums(runs(), 0.0);
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            if (drawn[i] == 0) continue;
            const double times = drawn[i];
            const float* const row = values.data() + i * runs();
            for (std::size_t run = 0; run < runs(); ++run) sums[run] += times * double{row[run]};
        }
        for (double& sum : sums) sum /= static_cast<double>(drawn.size());
        return sums;
    }

    const Traces& traces_;
    std::vector<float> best_;
};

struct Factors {
    double early_runs, runs, time;
};

/// Of each arm, on one drawing of instances.
std::vector<Factors> factors(const TraceTally& unguided, const std::vector<TraceTally>& arms,
                             const ComparisonSettings& settings, const std::vector<std::uint32_t>& drawn) {
    const std::size_t early = std::min(settings.early, settings.runs), last = settings.runs;
    const std::vector<double> best = unguided.best_curve(drawn), seconds = unguided.seconds_curve(drawn);
    std::vector<Factors> result;
    for (const TraceTally& arm : arms) {
        const double early_runs = runs_to_reach(best, arm.mean_best(drawn, early - 1));
        const double runs = runs_to_reach(best, arm.mean_best(drawn, last - 1));
        const double time =
            std::isinf(runs) ? infinity : at_run(seconds, runs) / arm.mean_seconds(drawn, last - 1);
        result.push_back({early_runs / static_cast<double>(early), runs / static_cast<double>(last), time});
    }
    return result;
}

std::vector<std::vector<Factors>> resample(const TraceTally& unguided, const std::vector<TraceTally>& arms,
                                           std::size_t instances, const ComparisonSettings& settings) {
    std::vector<std::vector<Factors>> results(static_cast<std::size_t>(settings.resamples));
    Workers workers(settings.threads);
    for_each(workers, settings.resamples, [&](int r, int) {
        Random random(settings.seed, static_cast<std::uint64_t>(r));
        results[static_cast<std::size_t>(r)] =
            factors(unguided, arms, settings, draw_again(instances, random));
    });
    return results;
}

/// The middle 95 % of the resampled values of one factor of one arm.
Interval interval(const Factors& value, const std::vector<std::vector<Factors>>& resampled, std::size_t arm,
                  double Factors::* factor) {
    std::vector<double> values;
    values.reserve(resampled.size());
    for (const std::vector<Factors>& one : resampled) values.push_back(one[arm].*factor);
    return middle_of(value.*factor, std::move(values));
}

void check(const Traces& unguided, std::span<const Traces> arms, const ComparisonSettings& settings) {
    if (settings.threads < 1) throw InputError("the number of threads must be at least 1");
    if (settings.resamples < 40) throw InputError("an interval of 95 % takes at least 40 resamples");
    if (settings.early < 1 || settings.runs < 1) throw InputError("the number of runs must be at least 1");
    for (const Traces& arm : arms) {
        if (arm.instances() != unguided.instances())
            throw InputError("arms are compared on the same instances only");
        if (arm.runs < settings.runs || unguided.runs < settings.runs)
            throw InputError("an arm has fewer runs than are to be compared");
    }
}

}  // namespace

std::vector<float> best_so_far(const Traces& traces) {
    std::vector<float> best = traces.lengths;
    for (std::size_t at = 1; at < best.size(); ++at)
        if (at % traces.runs != 0) best[at] = std::min(best[at], best[at - 1]);
    return best;
}

std::vector<double> mean_lengths(const Traces& traces, std::size_t runs) {
    std::vector<double> means(traces.instances(), 0.0);
    for (std::size_t i = 0; i < means.size(); ++i)
        for (std::size_t run = 0; run < runs; ++run)
            means[i] += traces.lengths[i * traces.runs + run] / static_cast<double>(runs);
    return means;
}

std::vector<double> levels(const Traces& traces) {
    return mean_lengths(traces, traces.runs);
}

Curve average(const Traces& traces, std::span<const double> levels) {
    Curve curve;
    const std::vector<float> best = best_so_far(traces);
    for (std::size_t run = 0; run < traces.runs; ++run) {
        curve.length.push_back(estimate_with(column(traces.lengths, traces.runs, run), levels));
        curve.best.push_back(estimate_with(column(best, traces.runs, run), levels));
        curve.seconds.push_back(estimate(column(traces.seconds, traces.runs, run)).mean);
    }
    return curve;
}

std::vector<TimePoint> against_time(const Traces& traces, std::span<const double> levels, int a_decade) {
    const std::vector<float> best = best_so_far(traces);
    const auto mean_end = [&](std::size_t run) {
        return estimate(column(traces.seconds, traces.runs, run)).mean;
    };
    const auto first = static_cast<int>(std::ceil(a_decade * std::log10(mean_end(0))));
    const auto last = static_cast<int>(std::floor(a_decade * std::log10(mean_end(traces.runs - 1))));
    std::vector<TimePoint> points;
    for (int step = first; step <= last; ++step) {
        const double seconds = std::pow(10.0, static_cast<double>(step) / a_decade);
        std::vector<double> reached;
        for (std::size_t i = 0; i < traces.instances(); ++i) {
            const float* const ends = traces.seconds.data() + i * traces.runs;
            const auto ended = std::upper_bound(ends, ends + traces.runs, seconds) - ends;
            reached.push_back(
                best[i * traces.runs + static_cast<std::size_t>(std::max<std::ptrdiff_t>(ended - 1, 0))]);
        }
        points.push_back({seconds, estimate_with(reached, levels)});
    }
    return points;
}

double runs_to_reach(std::span<const double> curve, double level) {
    if (curve[0] <= level) return 1;
    for (std::size_t run = 1; run < curve.size(); ++run)
        if (curve[run] <= level)
            return static_cast<double>(run) + (curve[run - 1] - level) / (curve[run - 1] - curve[run]);
    return infinity;
}

PairedDifference paired_difference(std::span<const double> lengths, std::span<const double> others) {
    std::vector<double> differences;
    differences.reserve(lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) differences.push_back(lengths[i] - others[i]);
    PairedDifference result{estimate(differences), 1};
    if (result.difference.half_width > 0) {
        const double z = 1.959964 * result.difference.mean / result.difference.half_width;
        result.p = std::erfc(std::abs(z) / std::numbers::sqrt2);
    }
    return result;
}

std::vector<Comparison> compare(const Traces& unguided, std::span<const Traces> arms,
                                const ComparisonSettings& settings) {
    check(unguided, arms, settings);
    const TraceTally baseline(unguided);
    const std::vector<TraceTally> tallies(arms.begin(), arms.end());
    const std::vector<Factors> measured =
        factors(baseline, tallies, settings, std::vector<std::uint32_t>(unguided.instances(), 1));
    const auto resampled = resample(baseline, tallies, unguided.instances(), settings);
    std::vector<Comparison> result;
    for (std::size_t a = 0; a < arms.size(); ++a) {
        const std::size_t last = settings.runs - 1;
        result.push_back(
            {paired_difference(mean_lengths(arms[a], settings.runs), mean_lengths(unguided, settings.runs)),
             paired_difference(column(tallies[a].best(), arms[a].runs, last),
                               column(baseline.best(), unguided.runs, last)),
             interval(measured[a], resampled, a, &Factors::early_runs),
             interval(measured[a], resampled, a, &Factors::runs),
             interval(measured[a], resampled, a, &Factors::time)});
    }
    return result;
}

}  // namespace l2r

#include "experiment/gain.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace l2r {
namespace {

/// The starts of a group, those of the lowest scores first.
std::vector<std::size_t> order_of_choice(std::span<const double> scores) {
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
    return order;
}

/// Mean over instances of what `worth` makes of each group's values, which it gets in the order of choice.
Estimate mean_worth(const ScoredSamples& samples, std::span<const double> scores,
                    std::span<const double> values,
                    const std::function<double(std::span<const double>)>& worth) {
    const auto starts = static_cast<std::size_t>(samples.starts);
    std::vector<double> sums, groups, chosen(starts);  // sums and groups of each instance
    for (std::size_t g = 0; g < samples.groups(); ++g) {
        const std::vector<std::size_t> order = order_of_choice(scores.subspan(g * starts, starts));
        for (std::size_t i = 0; i < starts; ++i) chosen[i] = values[g * starts + order[i]];
        const auto instance = static_cast<std::size_t>(samples.instance[g]);
        sums.resize(instance + 1, 0.0);
        groups.resize(instance + 1, 0.0);
        sums[instance] += worth(chosen);
        groups[instance] += 1;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= groups[i];
    return estimate(sums);
}

}  // namespace

double expected_first_of(std::span<const double> values, int candidates) {
    // Of S values the i-th is the first among K with probability C(S - i, K - 1) / C(S, K).
    auto left = static_cast<double>(values.size());  // how many values are left
    double probability = candidates / left, sum = 0;
    for (const double value : values) {
        sum += probability * value;
        left -= 1;
        if (left < candidates) break;
        probability *= (left - candidates + 1) / left;
    }
    return sum;
}

std::vector<GainPoint> gain_curve(const ScoredSamples& samples, std::span<const double> scores) {
    std::vector<GainPoint> curve;
    for (int k = 1; k < samples.starts; k *= 2) curve.push_back({k, {}, {}});
    curve.push_back({samples.starts, {}, {}});
    for (GainPoint& point : curve) {
        const int k = point.candidates;
        point.change = mean_worth(samples, scores, samples.outcomes, [k](std::span<const double> outcomes) {
            return 100 * (expected_first_of(outcomes, k) / expected_first_of(outcomes, 1) - 1);
        });
        if (samples.improves.empty()) continue;
        point.improving = mean_worth(
            samples, scores, samples.improves,
            [k](std::span<const double> improves) { return 100 * expected_first_of(improves, k); });
    }
    return curve;
}

}  // namespace l2r

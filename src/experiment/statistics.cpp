#include "experiment/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace l2r {

Estimate estimate(std::span<const double> values) {
    Estimate result;
    const auto count = static_cast<double>(values.size());
    if (values.empty()) return result;
    for (const double value : values) result.mean += value / count;
    if (values.size() < 2) return result;
    double squares = 0;
    for (const double value : values) squares += (value - result.mean) * (value - result.mean);
    result.half_width = 1.959964 * std::sqrt(squares / (count - 1) / count);
    return result;
}

std::vector<std::uint32_t> draw_again(std::size_t instances, Random& random) {
    std::vector<std::uint32_t> drawn(instances, 0);
    for (std::size_t i = 0; i < instances; ++i) ++drawn[random.below(static_cast<std::uint32_t>(instances))];
    return drawn;
}

Interval middle_of(double value, std::vector<double> resampled) {
    std::sort(resampled.begin(), resampled.end());
    const std::size_t outside = resampled.size() / 40;
    return {value, resampled[outside], resampled[resampled.size() - 1 - outside]};
}

}  // namespace l2r

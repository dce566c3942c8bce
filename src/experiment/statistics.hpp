#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace l2r {

struct Estimate {
    double mean = 0;
    double half_width =
        0;  ///< of the 95 % confidence interval, by the normal approximation; 0 for a single value
};

Estimate estimate(std::span<const double> values);

/// With its 95 % interval: by bootstrap, whole instances drawn with replacement.
struct Interval {
    double value = 0, low = 0, high = 0;
    double half_width() const { return (high - low) / 2; }
};

/// How often each instance is drawn, where as many are drawn as there are.
std::vector<std::uint32_t> draw_again(std::size_t instances, Random& random);

/// `value` with the middle 95 % of what it came to on such drawings.
Interval middle_of(double value, std::vector<double> resampled);

}  // namespace l2r

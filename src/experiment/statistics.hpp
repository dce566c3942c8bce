#pragma once

#include <span>

namespace l2r {

struct Estimate {
    double mean = 0;
    double half_width =
        0;  ///< of the 95 % confidence interval, by the normal approximation; 0 for a single value
};

Estimate estimate(std::span<const double> values);

}  // namespace l2r

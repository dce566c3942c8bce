#include "experiment/statistics.hpp"

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

}  // namespace l2r

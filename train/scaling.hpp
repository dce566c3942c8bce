#pragma once

#include <cstdint>
#include <vector>

#include "sample/samples.hpp"
#include "value/batch.hpp"

namespace l2r::train {

/// What brings features and lengths to a mean of 0 and a deviation of 1.
struct SampleScaling {
    BatchBuilder::Scaling features;
    std::vector<float> length_mean, length_scale;  ///< of each output
};

/// Measured on the first `groups` groups, or fewer where those are enough.
SampleScaling measure_scaling(const SampleSet& samples, std::int64_t groups, const std::vector<int>& outputs,
                              const Reading& reading);

}  // namespace l2r::train

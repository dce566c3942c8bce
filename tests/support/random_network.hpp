#pragma once

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "value/about.hpp"
#include "value/network.hpp"

namespace l2r {

/// Small, and no two sizes alike, so that none can be taken for another.
inline NetworkShape small_shape(int outputs = 1) {
    return {.hidden = 5,
            .embedding = 6,
            .heads = 2,
            .attention = 8,
            .attended = 7,
            .dense = 9,
            .outputs = outputs};
}

inline std::vector<float> random_floats(std::size_t count, double low, double high, Random& random) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(low + (high - low) * random.uniform());
    return values;
}

/// A network that has learned nothing, with a score for each of `cycles`. Weights are uniform
/// within +-1 over the square root of a unit's inputs, as training draws them, so that no layer saturates.
inline Weights random_network(const NetworkShape& shape, const std::vector<int>& cycles, std::uint64_t seed,
                              View view = View::tidied) {
    Random random(seed);
    Weights weights;
    write_about(weights, {"siamese", cycles, Reading{view, false}, 20, "paper", "{}"});
    write_shape(weights, shape);
    const std::size_t stops = stop_features.size(), starts = start_features.size();
    write_scaling(weights,
                  {random_floats(stops, -0.2, 0.2, random), random_floats(stops, 0.5, 1.5, random),
                   random_floats(starts, -0.2, 0.2, random), random_floats(starts, 0.1, 0.5, random)});
    for (const TensorShape& tensor : network_tensors(shape)) {
        const double range = 1 / std::sqrt(static_cast<double>(tensor.shape.back()));
        weights.tensors[tensor.name] = {tensor.shape, random_floats(tensor.size(), -range, range, random)};
    }
    return weights;
}

}  // namespace l2r

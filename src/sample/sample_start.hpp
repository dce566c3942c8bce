#pragma once

#include "base/random.hpp"
#include "sample/samples.hpp"

namespace l2r {

/// Fills in start `number` of a group of a set, and returns the stream that it was drawn from, for the
/// optimiser to go on with. `instance` is the group's, and `parent` its parent, an optimised solution, where
/// starts are perturbed. The memory of `start` is reused.
Random sample_start(const SampleRecipe& recipe, const Instance& instance, const Solution& parent,
                    std::int64_t group, int number, Start& start);

/// Puts the routes into another order, the settled ones among themselves.
void shuffle_routes(Start& start, Random& random);

/// Of run `run` of the search for the parents of an instance.
Random search_stream(const SampleRecipe& recipe, std::int64_t instance, std::int64_t run);

}  // namespace l2r

#pragma once

#include "base/random.hpp"
#include "sample/samples.hpp"

namespace l2r {

/// What the starts of a group are perturbations of.
struct SampleParent {
    Solution solution;
    bool converged = true;  ///< its run left nothing to gain, so what is not perturbed is settled
};

/// Fills in start `number` of a group of a set, and returns the stream that it was drawn from, for the
/// optimiser to continue. `instance` is the group's, and so is `parent`, where starts are perturbed. The
/// memory of `start` is reused.
Random sample_start(const SampleRecipe& recipe, const Instance& instance, const SampleParent& parent,
                    std::int64_t group, int number, Start& start);

/// A perturbation of some routes; nothing is settled where the parent has not converged.
void perturb_parent(const Instance& instance, const SampleParent& parent, int routes, Random& random,
                    Start& start);

/// Puts the routes into another order, the settled ones among themselves.
void shuffle_routes(Start& start, Random& random);

/// Of run `run` of the search for the parents of an instance.
Random search_stream(const SampleRecipe& recipe, std::int64_t instance, std::int64_t run);

}  // namespace l2r

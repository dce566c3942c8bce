#pragma once

#include "explore/parents.hpp"
#include "problem/instance.hpp"

namespace l2r {

/// What a recombination has to do with the elite that it comes from. Lengths are in % above the best.
struct Kinship {
    double longer = 0;                           ///< the recombination itself
    double first_longer = 0, second_longer = 0;  ///< its parents
    double parents_share = 0;                    ///< of the first parent's edges that the second has
    double first_share = 0, second_share = 0;    ///< of its edges that a parent has
    double nearest_share = 0;                    ///< that the member most like it has; 1: it is that member
};

/// `best` is the length of the best solution so far. There must be members.
Kinship kinship(const Instance& instance, const Parents& elite, const Solution& first, const Solution& second,
                const Solution& recombined, double best);

}  // namespace l2r

#pragma once

#include "base/random.hpp"
#include "base/settings.hpp"
#include "base/stop.hpp"
#include "problem/solution.hpp"

namespace l2r {

struct RecombinationSettings {
    double least_share = 0.3, most_share = 0.7;
};

void list(RecombinationSettings& settings, SettingList& list);

/// A solution out of two:
///
/// 1. Take routes of the first, those that come nearest to a random customer, until they serve a share of all
///    customers that is drawn.
/// 2. Take routes of the second without the customers that are served by now. In all there are as many routes
///    as the parent with fewer has; those that carry least are left out.
/// 3. Insert the customers that are left, the largest demand first, each where that costs least; one that has
///    room nowhere opens a route.
///
/// Routes keep to their limits if those of both parents do. Once a stop is requested, customers that are left
/// have a route each.
Solution recombine(const Instance& instance, const Solution& first, const Solution& second,
                   const RecombinationSettings& settings, Random& random, const Stop& stop = Stop());

}  // namespace l2r

#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// The length of an optimal solution, by dynamic programming over sets of customers: for about ten of them.
inline double optimal_length(const Instance& instance) {
    const int n = instance.customers();
    const unsigned sets = 1U << n;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto has = [](unsigned set, int customer) { return (set >> customer & 1) != 0; };

    // path[set * n + last]: out of the depot, through all of `set`, ending at `last`.
    std::vector<double> path(sets * static_cast<unsigned>(n), infinite), best(sets, infinite);
    best[0] = 0;
    for (int c = 0; c < n; ++c) path[(1U << c) * n + c] = instance.distance(0, c + 1);
    for (unsigned set = 1; set < sets; ++set) {
        std::int64_t load = 0;
        for (int last = 0; last < n; ++last) {
            if (!has(set, last)) continue;
            load += instance.demand(last + 1);
            for (int next = 0; next < n; ++next)
                if (!has(set, next)) {
                    double& longer = path[(set | 1U << next) * n + next];
                    longer = std::min(longer, path[set * n + last] + instance.distance(last + 1, next + 1));
                }
        }
        if (load > instance.capacity()) continue;
        for (int last = 0; last < n; ++last)
            if (has(set, last))
                best[set] = std::min(best[set], path[set * n + last] + instance.distance(last + 1, 0));
    }
    // A set is one route, or one route and the best of the rest.
    for (unsigned set = 1; set < sets; ++set)
        for (unsigned part = (set - 1) & set; part > 0; part = (part - 1) & set)
            best[set] = std::min(best[set], best[part] + best[set ^ part]);
    return best[sets - 1];
}

}  // namespace l2r

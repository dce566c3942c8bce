#include "start/perturb.hpp"

#include <algorithm>

#include "start/random_start.hpp"

namespace l2r {

void perturb(const Instance& instance, const Solution& parent, int count, Random& random, Start& start) {
    thread_local std::vector<Node> loose;
    loose.clear();
    start.solution.clear();
    // Selection sampling: route r is taken with probability (still needed) / (still left).
    int needed = std::min(count, parent.routes());
    for (int r = 0; r < parent.routes(); ++r) {
        const auto route = parent.route(r);
        if (random.below(static_cast<std::uint32_t>(parent.routes() - r)) < static_cast<std::uint32_t>(needed)) {
            loose.insert(loose.end(), route.begin(), route.end());
            --needed;
        } else {
            start.solution.add_route(route);
        }
    }
    start.settled = start.solution.routes();
    random.shuffle(std::span(loose));
    cut_by_capacity(instance, loose, start.solution);
}

}  // namespace l2r

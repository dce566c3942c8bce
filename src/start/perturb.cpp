#include "start/perturb.hpp"

#include <algorithm>

#include "start/random_start.hpp"

namespace l2r {
namespace {

/// Perturbs the routes for which `is_taken(r)`, asked once for each r in order.
template <class IsTaken>
void take_apart(const Instance& instance, const Solution& parent, Random& random, Start& start,
                IsTaken is_taken) {
    thread_local std::vector<Node> loose;
    loose.clear();
    start.solution.clear();
    for (int r = 0; r < parent.routes(); ++r) {
        const auto route = parent.route(r);
        if (is_taken(r))
            loose.insert(loose.end(), route.begin(), route.end());
        else
            start.solution.add_route(route);
    }
    start.settled = start.solution.routes();
    start.cycles = 0;
    random.shuffle(std::span(loose));
    cut_by_capacity(instance, loose, start.solution);
}

}  // namespace

void perturb(const Instance& instance, const Solution& parent, int count, Random& random, Start& start) {
    // Selection sampling: route r is taken with probability (still needed) / (still left).
    int needed = std::min(count, parent.routes());
    take_apart(instance, parent, random, start, [&](int r) {
        const auto left = static_cast<std::uint32_t>(parent.routes() - r);
        const bool taken = random.below(left) < static_cast<std::uint32_t>(needed);
        needed -= taken;
        return taken;
    });
}

void perturb_near(const Instance& instance, const Nearby& nearby, const Solution& parent, int count,
                  int around, Random& random, Start& start) {
    thread_local std::vector<int> route_of;
    thread_local std::vector<Node> near;
    route_of.resize(static_cast<std::size_t>(instance.nodes()));
    for (int r = 0; r < parent.routes(); ++r)
        for (const Node customer : parent.route(r)) route_of[static_cast<std::size_t>(customer)] = r;

    const auto centre = static_cast<Node>(1 + random.below(static_cast<std::uint32_t>(instance.customers())));
    nearby.nearest(centre, around, near);
    std::vector<int> taken{route_of[static_cast<std::size_t>(centre)]};
    const auto wanted = static_cast<std::size_t>(std::min(count, parent.routes()));
    const auto is_taken = [&](int r) { return std::find(taken.begin(), taken.end(), r) != taken.end(); };
    for (const Node customer : near) {
        if (taken.size() == wanted) break;
        const int r = route_of[static_cast<std::size_t>(customer)];
        if (!is_taken(r) && random.below(2) == 0) taken.push_back(r);
    }
    while (taken.size() < wanted)
        if (const auto r = static_cast<int>(random.below(static_cast<std::uint32_t>(parent.routes())));
            !is_taken(r))
            taken.push_back(r);
    take_apart(instance, parent, random, start, is_taken);
}

}  // namespace l2r

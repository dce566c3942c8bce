#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "optimise/paper/coarse.hpp"
#include "optimise/paper/move_kind.hpp"
#include "problem/instance.hpp"

namespace l2r::paper {

/// A route as the moves work on it: p customers with the depot at both ends, and sums that make a move's cost
/// a few look-ups. Position 0 and position p + 1 are the depot.
struct Route {
    std::vector<Node> stops;           ///< (p + 2)
    std::vector<std::int32_t> edge;    ///< (p + 1) cost from stop i to stop i + 1
    std::vector<std::int32_t> head;    ///< (p + 1) demand of stops 0 .. i
    std::vector<std::int32_t> detour;  ///< (p + 1) what leaving out stop i would gain; 0 at the depot
    std::vector<std::int64_t>
        elapsed;                ///< (p + 1) travel and service when stop i is left; routes with a limit only
    std::int64_t duration = 0;  ///< travel and service of all; routes with a limit only
    std::int32_t load = 0;
    std::int32_t least_demand = std::numeric_limits<std::int32_t>::max();
    CoarseRoute coarse;

    int customers() const { return static_cast<int>(stops.size()) - 2; }
    std::int32_t demand(int i) const { return head[i] - head[i - 1]; }
    std::int32_t around(int i) const { return edge[i - 1] + edge[i]; }
    /// Travel and service from where stop i + 1 is reached.
    std::int64_t remaining(int i) const { return duration - elapsed[i] - edge[i]; }

    void assign(std::span<const Node> customers) {
        stops.resize(customers.size() + 2);
        stops.front() = stops.back() = 0;
        std::copy(customers.begin(), customers.end(), stops.begin() + 1);
    }

    /// Brings the sums up to date with `stops`, all but the coarse ones.
    template <class Costs>
    void update(const Instance& instance, const Costs& costs) {
        const int p = customers();
        if (edge.size() != stops.size() - 1)
            for (auto* array : {&edge, &head, &detour}) array->resize(stops.size() - 1);
        load = head[0] = detour[0] = 0;
        least_demand = std::numeric_limits<std::int32_t>::max();
        edge[0] = costs.row(0)[stops[1]];
        for (int i = 1; i <= p; ++i) {
            edge[i] = costs.row(stops[i])[stops[i + 1]];
            detour[i] = edge[i - 1] + edge[i] - costs.row(stops[i - 1])[stops[i + 1]];
            const std::int32_t demand = instance.demand(stops[i]);
            least_demand = std::min(least_demand, demand);
            head[i] = load += demand;
        }
        if (instance.has_route_limit()) update_times(instance);
    }

  private:
    void update_times(const Instance& instance) {
        elapsed.resize(edge.size());
        elapsed[0] = 0;
        for (int i = 1; i <= customers(); ++i)
            elapsed[i] = elapsed[i - 1] + edge[i - 1] + instance.service(stops[i]);
        duration = elapsed.back() + edge.back();
    }
};

/// The best change found so far: what it costs (negative is a gain) and the positions that define it. Of
/// equals the first variant wins, then the lowest i, then the lowest j, so that it does not matter in which
/// order they are offered.
struct Change {
    std::int32_t delta;
    int i = -1, j = -1;
    bool other = false;  ///< the second of a move's two variants

    void offer(std::int32_t candidate, int at_i, int at_j, bool variant = false) {
        if (candidate > delta) return;
        if (candidate < delta || (found() && std::tuple(variant, at_i, at_j) < std::tuple(other, i, j)))
            *this = {candidate, at_i, at_j, variant};
    }
    /// The same for changes of one variant that come in order of i and j.
    void offer_in_order(std::int32_t candidate, int at_i, int at_j) {
        if (candidate < delta) *this = {candidate, at_i, at_j, false};
    }
    bool found() const { return i >= 0; }
};

}  // namespace l2r::paper

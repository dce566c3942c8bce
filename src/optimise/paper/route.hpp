#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "optimise/paper/coarse.hpp"
#include "optimise/paper/move_kind.hpp"
#include "problem/segment.hpp"

namespace l2r::paper {

/// A route as the moves work on it: p customers with the depot at both ends, and sums that make a move's cost
/// a few look-ups. Position 0 and position p + 1 are the depot.
struct Route {
    std::vector<Node> stops;           ///< (p + 2)
    std::vector<std::int32_t> edge;    ///< (p + 1) cost from stop i to stop i + 1
    std::vector<std::int32_t> head;    ///< (p + 1) demand of stops 0 .. i
    std::vector<std::int32_t> detour;  ///< (p + 1) what leaving out stop i would gain; 0 at the depot
    /// (p + 1) What stops 0 .. i need, and stops i + 1 .. p + 1; where there is more to it than loads.
    std::vector<Segment> head_needs, tail_needs;
    std::int32_t load = 0;
    std::int32_t least_demand = std::numeric_limits<std::int32_t>::max();
    CoarseRoute coarse;

    int customers() const { return static_cast<int>(stops.size()) - 2; }
    std::int32_t demand(int i) const { return head[i] - head[i - 1]; }
    std::int32_t around(int i) const { return edge[i - 1] + edge[i]; }

    /// Stops 0 .. i as a part of another route (`Limits`).
    struct Head {
        const Route& route;
        int i;
        bool reversed = false;

        std::int32_t load() const { return route.head[i]; }
        const Segment& segment() const { return route.head_needs[i]; }
        Node first() const { return reversed ? route.stops[i] : 0; }
        Node last() const { return reversed ? 0 : route.stops[i]; }
    };
    /// Stops i + 1 .. p + 1.
    struct Tail {
        const Route& route;
        int i;
        bool reversed = false;

        std::int32_t load() const { return route.load - route.head[i]; }
        const Segment& segment() const { return route.tail_needs[i]; }
        Node first() const { return reversed ? 0 : route.stops[i + 1]; }
        Node last() const { return reversed ? route.stops[i + 1] : 0; }
    };

    void assign(std::span<const Node> customers) {
        stops.resize(customers.size() + 2);
        stops.front() = stops.back() = 0;
        std::copy(customers.begin(), customers.end(), stops.begin() + 1);
    }

    /// Brings the sums up to date with `stops`, all but the coarse ones.
    template <class Costs>
    void update(const Instance& instance, const Limits& limits, const Costs& costs) {
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
        if (!limits.only_capacity()) update_needs(limits);
    }

  private:
    void update_needs(const Limits& limits) {
        const int p = customers();
        head_needs.resize(edge.size());
        tail_needs.resize(edge.size());
        Segment sum = head_needs[0] = limits.of(0);
        for (int i = 1; i <= p; ++i) head_needs[i] = sum = join(sum, edge[i - 1], limits.of(stops[i]));
        sum = tail_needs[p] = limits.of(0);
        for (int i = p; i > 0; --i) tail_needs[i - 1] = sum = join(limits.of(stops[i]), edge[i], sum);
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
    /// Whether it is worth asking if a change is allowed.
    bool may_take(std::int32_t candidate) const { return candidate <= delta; }
    bool found() const { return i >= 0; }
};

}  // namespace l2r::paper

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "optimise/granular/parts.hpp"
#include "problem/costs.hpp"
#include "problem/solution.hpp"

namespace l2r::granular {

/// A customer on its route, or the depot of one route, where that both begins and ends.
struct alignas(64) Visit {
    static constexpr int most_stops = 3;  ///< that are moved together
    static constexpr std::int32_t no_gain = -(1 << 30);

    std::array<Node, 2> link;          ///< the visits after and before
    std::array<std::int32_t, 2> edge;  ///< what it costs to go there
    std::int32_t route, position;      ///< the depot's position is 0, and -1 is one that is not known
    std::int32_t demand, head;         ///< its own, and that of the route up to here
    /// What leaving out the 1, 2, 3 customers that begin here would gain; `no_gain` where the depot is among
    /// them.
    std::array<std::int32_t, most_stops> gain;
};

/// What the edges at a visit leave to gain. Of the edges that a move adds in place of others the cheapest
/// counts at least twice, so an edge to be added is only worth a look where twice its cost is below such a
/// sum.
struct Reach {
    /// The longer of its two; one to a depot counts twice, because two routes that are joined there add no
    /// other edge.
    std::int32_t edge = 0;
    std::int32_t gain =
        0;  ///< the most that leaving out one to three customers gains, the visit at their end
    std::int32_t swap = 0;  ///< the most that the edges around one or two customers next to it cost
};

struct RouteSums {
    int customers = 0;
    std::int32_t overload_cost = 0;  ///< of the settled route
    std::int32_t load = 0;
    std::int64_t changed = 0;  ///< the move that changed it last
};

/// What a route needs up to a visit, and from it on; all count the visit.
struct Needs {
    Segment head, tail;
    Segment turned_head, turned_tail;  ///< read backwards, where the order matters
};

/// What `LinkedRoutes` works on.
struct LinkedMemory {
    std::vector<Visit> visits;  ///< customers by their number, the depot of route r at nodes + r
    std::vector<Reach> reach;
    std::vector<Needs> needs;  ///< of each visit, where loads alone do not decide
    std::vector<RouteSums> routes;
    std::vector<Segment> route_needs;  ///< of each whole route, there too
    std::vector<Node> fresh;
};

/// Routes as doubly linked visits, with sums that make a move's cost a few look-ups. A move writes links
/// forward, `set_next`; `update` then brings a route in line with them.
template <class Costs>
class LinkedRoutes {
  public:
    LinkedRoutes(const Instance& instance, LinkedMemory& memory)
        : instance_(instance),
          costs_(instance),
          nodes_(instance.nodes()),
          limits_(instance),
          memory_(memory) {
        clear();
        for (Node node = 1; node < nodes_; ++node) memory_.visits[node].demand = instance.demand(node);
    }

    /// Leaves no routes. The customers still have their links, which mean nothing.
    void clear() {
        memory_.visits.resize(static_cast<std::size_t>(nodes_));
        memory_.reach.resize(static_cast<std::size_t>(nodes_));
        if (!limits_.only_capacity()) memory_.needs.resize(static_cast<std::size_t>(nodes_));
        memory_.routes.clear();
        memory_.route_needs.clear();
    }

    int add_route(std::span<const Node> customers, std::int64_t changed) {
        const int r = routes();
        const Node depot = depot_of(r);
        Visit visit{};
        visit.route = r;
        visit.gain.fill(Visit::no_gain);
        memory_.visits.push_back(visit);
        memory_.reach.push_back({});
        if (!limits_.only_capacity()) {
            memory_.needs.emplace_back();
            memory_.route_needs.emplace_back();
        }
        memory_.routes.push_back({0, 0, 0, changed});
        visits_ = memory_.visits.data();
        reach_ = memory_.reach.data();
        routes_ = memory_.routes.data();
        Node at = depot;
        for (const Node customer : customers) {
            set_next(at, customer);
            at = customer;
        }
        set_next(at, depot);
        update(r);
        return r;
    }

    int routes() const { return static_cast<int>(memory_.routes.size()); }
    Node depot_of(int r) const { return nodes_ + r; }
    bool is_depot(Node visit) const { return visit >= nodes_; }
    const Visit& operator[](Node visit) const { return visits_[visit]; }
    const Reach& reach(Node visit) const { return reach_[visit]; }
    const RouteSums& route(int r) const { return routes_[r]; }
    const RouteSums& route_of(Node visit) const { return route((*this)[visit].route); }
    bool same_route(Node a, Node b) const { return (*this)[a].route == (*this)[b].route; }
    const Limits& limits() const { return limits_; }

    std::int32_t cost(Node a, Node b) const { return costs_.row(node_of(a))[node_of(b)]; }
    /// The costs from a visit to nodes.
    auto costs_from(Node visit) const { return costs_.row(node_of(visit)); }
    /// The customer, or 0 for any depot.
    Node node_of(Node visit) const { return visit < nodes_ ? visit : 0; }

    /// What a whole route needs, where loads alone do not decide.
    const Segment& route_needs(int r) const { return memory_.route_needs[r]; }
    /// What a route needs up to a visit, and from it on; there too.
    const Needs& needs(Node visit) const { return memory_.needs[visit]; }
    Head<LinkedRoutes> head(Node visit, bool reversed = false) const { return {*this, visit, reversed}; }
    Tail<LinkedRoutes> behind(Node visit, bool reversed = false) const { return {*this, visit, reversed}; }
    Row<LinkedRoutes> row(Stretch stretch, bool reversed = false) const { return {*this, stretch, reversed}; }
    Limits::Customer customer(Node customer) const { return {limits_, customer}; }

    /// Whether a route of these parts, one behind the other, keeps to all limits.
    template <class... Parts>
    bool allow(const Parts&... parts) const {
        return limits_.allow(costs_, parts...);
    }
    /// Whether it may take in a customer that is on none behind a visit, and gets so much longer by that.
    bool allow_behind(Node visit, Node customer, std::int64_t longer) const {
        if (limits_.only_capacity() || limits_.order_matters())
            return allow(head(visit), this->customer(customer), behind(visit));
        return limits_.allow(changed_needs((*this)[visit].route, longer, customer, 1));
    }

    /// Needs all routes settled, but for the one where nobody may go.
    void price_overload(std::int32_t most, std::int64_t price) {
        limits_.price_overload(most, price);
        for (int r = 1; r < routes(); ++r) routes_[r].overload_cost = overload_cost(r);
    }
    /// What the overload of a route costs, settled or not.
    std::int32_t overload_cost(int r) const { return limits_.overload_cost(route(r).load); }

    void set_next(Node visit, Node next) { visits_[visit].link[forward] = next; }

    /// Links a stretch behind a visit, in its order or the other direction; returns its end, which has yet to
    /// be linked. Only links forward are written, so those backward still are of the old routes.
    Node append(Node at, Stretch stretch, bool reversed) {
        if (!reversed) {
            set_next(at, stretch.first);
            return stretch.last;
        }
        for (Node visit = stretch.last;; visit = (*this)[visit].link[backward]) {
            set_next(at, visit);
            at = visit;
            if (visit == stretch.first) return at;
        }
    }

    /// Follows the links forward from the depot of a route to the next depot, and brings all else in line.
    /// What lies far from any new edge is not computed again.
    void update(int r) {
        const Node depot = depot_of(r);
        const std::size_t first_fresh = memory_.fresh.size();
        RouteSums& sums = routes_[r];
        sums.customers = 0;
        sums.load = 0;
        Node at = depot;
        for (Node next = (*this)[at].link[forward]; !is_depot(next); next = (*this)[at].link[forward]) {
            follow(at, next);
            Visit& visit = visits_[next];
            visit.route = r;
            visit.position = ++sums.customers;
            visit.head = sums.load += visit.demand;
            at = next;
        }
        set_next(at, depot);
        follow(at, depot);
        visits_[depot].position = 0;
        sums.overload_cost = limits_.overload_cost(sums.load);
        if (!limits_.only_capacity()) update_needs(r);
        for (std::size_t i = first_fresh; i < memory_.fresh.size(); ++i) update_gains(memory_.fresh[i]);
        for (std::size_t i = first_fresh; i < memory_.fresh.size(); ++i) update_reach(memory_.fresh[i]);
    }

    /// The visits to which the edge is new, since these were last cleared. Some may be there twice.
    std::span<const Node> fresh() const { return memory_.fresh; }
    void clear_fresh() { memory_.fresh.clear(); }

    /// Takes a customer out, and says that it is on route `now`. Returns how much more its old route costs.
    /// This and `put_behind` bring links, edges and sums in line; the rest is left to `update`.
    std::int32_t take_out(Node customer, int now) {
        Visit& visit = visits_[customer];
        const Node before = visit.link[backward], behind = visit.link[forward];
        const std::int32_t saved = visit.edge[forward] + visit.edge[backward];
        const int r = visit.route;
        RouteSums& sums = routes_[r];
        leave_out(customer, now);
        set_next(before, behind);
        connect(before, behind);
        visits_[behind].position = unknown;
        const std::int32_t longer = (*this)[before].edge[forward] - saved;
        --sums.customers;
        sums.load -= visit.demand;
        if (!limits_.only_capacity()) bring_needs_in_line(r, longer, customer, -1, before, behind);
        return longer;
    }

    /// Puts a customer behind a visit. Returns how much more its route costs.
    std::int32_t put_behind(Node customer, Node before) {
        const Node behind = (*this)[before].link[forward];
        const std::int32_t saved = (*this)[before].edge[forward];
        Visit& visit = visits_[customer];
        RouteSums& sums = routes_[visit.route = (*this)[before].route];
        set_next(before, customer);
        set_next(customer, behind);
        connect(before, customer);
        connect(customer, behind);
        visit.position = visits_[behind].position = unknown;
        const std::int32_t longer = visit.edge[forward] + visit.edge[backward] - saved;
        ++sums.customers;
        sums.load += visit.demand;
        if (!limits_.only_capacity()) bring_needs_in_line(visit.route, longer, customer, 1, before, behind);
        return longer;
    }

    /// Adds a route to which nobody may go, for customers that are on none.
    int add_nowhere() {
        const int r = add_route({}, 0);
        routes_[r].load = std::numeric_limits<std::int32_t>::max();
        return r;
    }
    void set_route(Node customer, int r) { visits_[customer].route = r; }
    /// Says that a customer is on a route, and that its links mean nothing.
    void leave_out(Node customer, int r) {
        set_route(customer, r);
        visits_[customer].position = unknown;
    }

    void note_change(int r, std::int64_t move) { routes_[r].changed = move; }

    std::int64_t route_cost(int r) const {
        const Node depot = depot_of(r);
        std::int64_t sum = (*this)[depot].edge[forward];
        for (Node at = (*this)[depot].link[forward]; at != depot; at = (*this)[at].link[forward])
            sum += (*this)[at].edge[forward];
        return sum;
    }
    std::int64_t total_cost() const {
        std::int64_t sum = 0;
        for (int r = 0; r < routes(); ++r) sum += route_cost(r);
        return sum;
    }

    Solution solution() const {
        Solution result;
        result.reserve(nodes_ - 1, routes());
        std::vector<Node> customers;
        for (int r = 0; r < routes(); ++r) {
            customers.clear();
            for (Node at = (*this)[depot_of(r)].link[forward]; !is_depot(at); at = (*this)[at].link[forward])
                customers.push_back(at);
            if (!customers.empty()) result.add_route(customers);
        }
        return result;
    }

  private:
    void connect(Node a, Node b) {
        visits_[b].link[backward] = a;
        visits_[a].edge[forward] = visits_[b].edge[backward] = cost(a, b);
    }

    /// Joins two visits, and notes it if that is new.
    void follow(Node a, Node b) {
        Visit& next = visits_[b];
        if (next.link[backward] == a && next.position != unknown) {
            visits_[a].edge[forward] = next.edge[backward];
            return;
        }
        connect(a, b);
        memory_.fresh.push_back(b);
    }

    /// Out of line, as `join_anew`: no burden where loads alone decide.
    [[gnu::noinline]] void update_needs(int r) {
        const Node depot = depot_of(r);
        Needs* const needs = memory_.needs.data();
        const Segment home = limits_.of(0);
        needs[depot] = {home, home, home, home};
        join_anew(depot, depot);
        if (!limits_.order_matters()) return;
        Segment sum = home;
        for (Node at = (*this)[depot].link[forward]; at != depot; at = (*this)[at].link[forward])
            needs[at].turned_head = sum = join(limits_.of(at), (*this)[at].edge[backward], sum);
        sum = home;
        for (Node at = (*this)[depot].link[backward]; at != depot; at = (*this)[at].link[backward])
            needs[at].turned_tail = sum = join(sum, (*this)[at].edge[forward], limits_.of(at));
    }

    /// After a customer was put between two visits (sign 1) or taken out there (-1). Where the order does not
    /// matter the sums of the whole route will do; heads and tails are left to `update`.
    [[gnu::noinline]] void bring_needs_in_line(int r, std::int64_t longer, Node customer, int sign,
                                               Node before, Node behind) {
        if (limits_.order_matters())
            join_anew(before, behind);
        else
            memory_.route_needs[r] = changed_needs(r, longer, customer, sign);
    }
    /// What a route needs with one customer more (sign 1) or less (-1), where the order does not matter.
    Segment changed_needs(int r, std::int64_t longer, Node customer, int sign) const {
        const Segment one = limits_.of(customer);
        Segment whole = memory_.route_needs[r];
        whole.time = whole.duration += longer + sign * one.duration;
        whole.load += sign * one.load;
        return whole;
    }

    /// All heads behind a visit, and all tails before another one.
    [[gnu::noinline]] void join_anew(Node before, Node behind) {
        const int r = (*this)[before].route;
        const Node depot = depot_of(r);
        Needs* const needs = memory_.needs.data();
        Segment sum = needs[before].head;
        for (Node at = (*this)[before].link[forward]; at != depot; at = (*this)[at].link[forward])
            needs[at].head = sum = join(sum, (*this)[at].edge[backward], limits_.of(at));
        memory_.route_needs[r] = join(sum, (*this)[depot].edge[backward], limits_.of(0));
        sum = needs[behind].tail;
        for (Node at = (*this)[behind].link[backward]; at != depot; at = (*this)[at].link[backward])
            needs[at].tail = sum = join(limits_.of(at), (*this)[at].edge[forward], sum);
    }

    /// Of the visits before a new edge, whose next customers are others now, and of the one behind it.
    void update_gains(Node behind_edge) {
        Node at = behind_edge;
        for (int i = 0; i <= Visit::most_stops; ++i, at = (*this)[at].link[backward])
            if (!is_depot(at)) update_gains_at(at);
    }

    void update_gains_at(Node at) {
        Visit& visit = visits_[at];
        Node last = at;
        for (std::int32_t& gain : visit.gain) {
            if (is_depot(last)) {
                gain = Visit::no_gain;
                continue;
            }
            const Node behind = (*this)[last].link[forward];
            gain = visit.edge[backward] + (*this)[last].edge[forward] - cost(visit.link[backward], behind);
            last = behind;
        }
    }

    /// Of all visits that see a new edge, or a gain that has changed by it.
    void update_reach(Node behind_edge) {
        constexpr int back = Visit::most_stops, ahead = Visit::most_stops - 1;
        Node at = behind_edge;
        for (int i = 0; i < back; ++i) at = (*this)[at].link[backward];
        for (int i = 0; i <= back + ahead; ++i, at = (*this)[at].link[forward]) update_reach_at(at);
    }

    void update_reach_at(Node at) {
        const Visit &here = (*this)[at], &before = (*this)[here.link[backward]];
        const Visit& before_that = (*this)[before.link[backward]];
        reach_[at] = {
            std::max(edge_reach<forward>(here), edge_reach<backward>(here)),
            std::max({here.gain[0], here.gain[1], here.gain[2], before.gain[1], before_that.gain[2]}),
            std::max(swap_reach<forward>(here), swap_reach<backward>(here))};
    }

    template <int direction>
    std::int32_t edge_reach(const Visit& here) const {
        return here.edge[direction] << static_cast<int>(is_depot(here.link[direction]));
    }

    /// The most that one or two visits next to this one cost with the edges around them.
    template <int direction>
    std::int32_t swap_reach(const Visit& here) const {
        const Visit& one = (*this)[here.link[direction]];
        const Visit& two = (*this)[one.link[direction]];
        return here.edge[direction] + std::max(one.edge[direction], two.edge[direction]);
    }

    static constexpr std::int32_t unknown = -1;

    const Instance& instance_;
    const Costs costs_;
    const Node nodes_;
    Limits limits_;
    LinkedMemory& memory_;
    Visit* visits_ = nullptr;  ///< where `memory_` has them
    Reach* reach_ = nullptr;
    RouteSums* routes_ = nullptr;
};

}  // namespace l2r::granular

#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "base/stop.hpp"
#include "optimise/granular/granular_settings.hpp"
#include "optimise/granular/neighbour_lists.hpp"
#include "optimise/granular/plan.hpp"
#include "optimise/granular/relocate.hpp"
#include "optimise/granular/swap.hpp"
#include "optimise/granular/swap_star.hpp"
#include "optimise/granular/two_opt.hpp"
#include "optimise/granular/two_opt_star.hpp"

namespace l2r::granular {

/// The best move that has been offered since the last one was taken.
class BestMove {
  public:
    explicit BestMove(std::int32_t least_gain) : nothing_(1 - least_gain), delta_(nothing_) {}

    /// Only less than this is of interest.
    std::int32_t delta() const { return delta_; }
    template <class Move>
    void take(std::int32_t delta, const Move& move) {
        delta_ = delta;
        move_ = move;
    }
    bool found() const { return delta_ < nothing_; }
    /// The routes that it touches.
    template <class Costs>
    TouchedRoutes apply(Plan<Costs>& plan) {
        const std::int32_t delta = std::exchange(delta_, nothing_);
        return std::visit(
            [&](const auto& move) {
                const TouchedRoutes touched = move.touched(plan.linked());
                plan.apply(move, delta);
                return touched;
            },
            move_);
    }

  private:
    const std::int32_t nothing_;
    std::int32_t delta_;
    std::variant<Relocate, Swap, TwoOpt, TwoOptStar, SwapStar> move_;
};

/// A local search on the routes of a plan that are touched, and on all that its moves touch. The others are
/// taken for tried among themselves.
///
/// Customers come in random order; for each near one the best move that brings the two together is made.
/// Those with a new edge come first and again, as long as that gains; then SWAP* between routes; then, where
/// the search is thorough, all customers of routes that changed, because there may be room now; and last the
/// depots, because moves to the ends of routes, made early, lead to worse ends. These are tried with
/// customers of routes that changed, too, where the search is thorough, else where an edge is new.
template <class Costs>
class GranularSearch {
  public:
    /// All must outlive it. The lists are those of `settings.neighbours`.
    GranularSearch(const GranularSettings& settings, const NeighbourLists& neighbours, Plan<Costs>& plan)
        : settings_(settings),
          instance_(plan.instance()),
          neighbours_(neighbours),
          plan_(plan),
          routes_(plan.linked()),
          best_(instance_.least_gain()),
          changed_(static_cast<std::size_t>(instance_.nodes())),
          tried_(static_cast<std::size_t>(instance_.nodes())),
          tried_on_route_(static_cast<std::size_t>(instance_.nodes())),
          tried_with_depots_(static_cast<std::size_t>(instance_.nodes())),
          seen_customers_(static_cast<std::size_t>(instance_.nodes())) {}

    /// Takes all that is fresh in the plan for new; its routes have to be settled.
    void begin(const Stop& stop) {
        stop_ = stop;
        stopped_ = false;
        for (const Node left : to_try_) tried_[left] = changed_[left];
        to_try_.clear();
        begun_ = ++moves_;
        for (const int r : plan_.touched()) plan_.note_change(r, moves_);
        make_room_for_routes();
        note_fresh();
    }
    /// Takes the touched routes for new.
    void begin_anew(const Stop& stop) {
        begin(stop);
        for (const int r : plan_.touched()) {
            note_change(routes_.depot_of(r));
            for_each_customer(r, [this](Node customer) { note_change(customer); });
        }
    }

    /// A first pass without swaps, and with the nearest few neighbours only: far from a good solution it
    /// gains as much for less, and ends shorter.
    void rough_pass(Random& random) {
        const std::vector<Node> all = to_try_;
        rough_ = true;
        try_fresh_once(random);
        rough_ = false;
        ++moves_;
        for (const Node customer : all) note_change(customer);
    }

    /// Customers with new edges, until that gains nothing more.
    void try_fresh(Random& random) {
        while (!to_try_.empty() && !stopped_) try_fresh_once(random);
    }
    /// That, and all else; false if nothing was gained.
    bool cycle(Random& random) {
        const std::int64_t before = moves_;
        try_fresh(random);
        try_swap_star();
        if (settings_.is_thorough && moves_ == before && !stopped_) try_routes(random);
        if (moves_ == before && !stopped_) try_depots(random);
        return moves_ > before;
    }

    bool stopped() const { return stopped_; }

  private:
    /// Moments of a search, counted in moves made.
    using Moments = std::vector<std::int64_t>;

    void make_room_for_routes() {
        const auto routes = static_cast<std::size_t>(routes_.routes());
        for (Moments* of_visits : {&changed_, &tried_with_depots_})
            of_visits->resize(static_cast<std::size_t>(instance_.nodes()) + routes);
        swapped_.resize(routes);
        seen_routes_.resize(routes);
    }

    template <class Visitor>
    void for_each_customer(int r, Visitor visit) const {
        const Node depot = routes_.depot_of(r);
        for (Node at = routes_[depot].link[forward]; at != depot; at = routes_[at].link[forward]) visit(at);
    }
    /// When something last changed for a visit: an edge there or, where the search is thorough, any of its
    /// route, because there may be room now.
    std::int64_t last_change(Node visit) const {
        return settings_.is_thorough ? routes_.route_of(visit).changed : changed_[visit];
    }
    /// Whether a visit has been tried with all that it may be tried with since something changed, or nothing
    /// has changed since the search began.
    bool is_tried(const Moments& tried, Node visit) const {
        const std::int64_t changed = last_change(visit);
        return changed < begun_ || tried[visit] >= changed;
    }
    /// Whether v has been tried, and so the pair, since something changed for either. Where the search is not
    /// thorough, that leaves out a depot and a customer that others alone brought near one another.
    bool is_pair_tried(const Moments& tried, Node u, Node v) const {
        const std::int64_t changed = std::max(last_change(u), last_change(v));
        return changed < begun_ || tried[v] >= changed;
    }

    bool out_of_time(int work) {
        work_ += work;
        if (work_ >= work_between_looks) {
            work_ = 0;
            stopped_ = stop_.requested();
        }
        return stopped_;
    }

    void note_untried(const Moments& tried, Node visit) {
        if (!is_tried(tried, visit)) order_.push_back(visit);
    }
    /// `attempt(visit)` in random order for all that were noted.
    template <class Attempt>
    void try_noted(Moments& tried, Random& random, Attempt attempt) {
        random.shuffle(std::span(order_));
        for (const Node visit : order_) {
            if (is_tried(tried, visit) || routes_.route_of(visit).customers == 0) continue;
            const std::int64_t now = moves_;
            attempt(visit);
            if (stopped_) return;
            tried[visit] = now;
        }
    }

    /// Says that something has changed around a visit.
    void note_change(Node visit) {
        const std::int64_t before = std::exchange(changed_[visit], moves_);
        if (!routes_.is_depot(visit) && before <= tried_[visit]) to_try_.push_back(visit);
    }
    void note_fresh() {
        for (const Node visit : plan_.fresh()) {
            note_change(visit);
            note_change(routes_[visit].link[backward]);
        }
        plan_.clear_fresh();
    }

    void try_fresh_once(Random& random) {
        order_.swap(to_try_);
        to_try_.clear();
        random.shuffle(std::span(order_));
        for (const Node u : order_) {
            if (stopped_) {
                to_try_.push_back(u);
                continue;
            }
            const std::int64_t now = moves_;
            try_neighbours(u, [&](Node v) { return tried_[v] >= std::max(changed_[u], changed_[v]); });
            tried_[u] = now;
            // A move that it was part of put it on the list, or would have if it had been tried before.
            if (now < changed_[u]) to_try_.push_back(u);
        }
    }

    template <class IsTried>
    void try_neighbours(Node u, IsTried is_tried) {
        const auto neighbours = rough_ ? neighbours_.of(u, settings_.rough_neighbours) : neighbours_.of(u);
        if (out_of_time(static_cast<int>(neighbours.size()))) return;
        for (const auto& [v, cost] : neighbours)
            if (plan_.is_served(v) && !is_tried(v)) try_pair(u, v, cost);
    }

    /// All customers of routes that changed.
    void try_routes(Random& random) {
        order_.clear();
        for (const int r : plan_.touched())
            for_each_customer(r, [this](Node customer) { note_untried(tried_on_route_, customer); });
        try_noted(tried_on_route_, random, [this](Node u) {
            try_neighbours(u, [&](Node v) { return is_pair_tried(tried_on_route_, u, v); });
        });
    }

    void try_depots(Random& random) {
        order_.clear();
        for (const int r : plan_.touched()) {
            note_untried(tried_with_depots_, routes_.depot_of(r));
            for_each_customer(r, [this](Node customer) { note_untried(tried_with_depots_, customer); });
        }
        try_noted(tried_with_depots_, random, [this](Node visit) {
            routes_.is_depot(visit) ? try_depot(visit) : try_depots_near(visit);
        });
    }

    /// A customer with the depot as the end of its own route, of those that its neighbours are on, and of a
    /// new one.
    void try_depots_near(Node u) {
        const auto neighbours = neighbours_.of(u);
        if (out_of_time(static_cast<int>(neighbours.size()))) return;
        const int empty_route = plan_.may_open_route() ? plan_.empty_route() : routes_[u].route;
        make_room_for_routes();
        ++token_;
        near_routes_.clear();
        note_near_route(routes_[u].route);
        for (const Neighbour& neighbour : neighbours) note_near_route(routes_[neighbour.customer].route);
        note_near_route(empty_route);
        const std::int32_t cost = routes_.cost(u, routes_.depot_of(0));
        for (const int r : near_routes_) {
            const Node depot = routes_.depot_of(r);
            if (r != Plan<Costs>::nowhere && !is_pair_tried(tried_with_depots_, u, depot))
                try_with_depot(u, depot, cost);
        }
    }

    void note_near_route(int r) {
        if (std::exchange(seen_routes_[r], token_) != token_) near_routes_.push_back(r);
    }

    /// The depot as the end of one route, with the route's customers and all that are near them.
    void try_depot(Node depot) {
        ++token_;
        near_customers_.clear();
        for_each_customer(routes_[depot].route, [this](Node customer) {
            note_near_customer(customer);
            for (const auto& [v, cost] : neighbours_.of(customer)) note_near_customer(v);
        });
        if (out_of_time(static_cast<int>(near_customers_.size()))) return;
        for (const Node u : near_customers_)
            if (plan_.is_served(u) && !is_pair_tried(tried_with_depots_, depot, u))
                try_with_depot(u, depot, routes_.cost(u, depot));
    }

    void note_near_customer(Node customer) {
        if (std::exchange(seen_customers_[customer], token_) != token_) near_customers_.push_back(customer);
    }

    /// All moves that bring u and v next to each other, and may gain.
    void try_pair(Node u, Node v, std::int32_t cost) {
        const Reach &a = routes_.reach(u), &b = routes_.reach(v);
        if (2 * cost - a.edge - b.edge < best_.delta() + most_overload_saved(routes_, u, v))
            try_cuts(u, v, cost);
        try_pieces(u, v, cost);
        try_pieces(v, u, cost);
        apply_best();
    }

    void try_with_depot(Node u, Node depot, std::int32_t cost) {
        if (2 * cost - routes_.reach(u).edge - routes_.reach(depot).edge <
            best_.delta() + most_overload_saved(routes_, u, depot))
            try_cuts(u, depot, cost);
        try_pieces(u, depot, cost);
        apply_best();
    }

    void try_pieces(Node u, Node v, std::int32_t cost) {
        const Reach &from = routes_.reach(u), &to = routes_.reach(v);
        const std::int32_t given = most_saved_by_giving(routes_, u, v);
        const bool relocate = 2 * cost - from.gain - to.edge < best_.delta() + given;
        const std::int32_t saved = std::max(given, most_saved_by_giving(routes_, v, u));
        const bool swap = !rough_ && 2 * (2 * cost - to.swap) < best_.delta() + saved;
        if (!relocate && !swap) return;
        const Pieces pieces(routes_, u);
        if (relocate) Relocate::offer(routes_, pieces, v, cost, best_);
        if (swap) Swap::offer(routes_, pieces, v, cost, best_);
    }

    void try_cuts(Node u, Node v, std::int32_t cost) {
        if (routes_.same_route(u, v))
            TwoOpt::offer(routes_, u, v, cost, best_);
        else
            TwoOptStar::offer(routes_, u, v, cost, best_);
    }

    void try_swap_star() {
        // By index: moves may touch more routes.
        for (std::size_t i = 0; i < plan_.touched().size() && !stopped_; ++i) {
            const int r = plan_.touched()[i];
            if (swapped_[r] >= routes_.route(r).changed || is_long(r)) continue;
            const std::int64_t now = moves_;
            find_routes_near(r);
            for (const int s : near_routes_) {
                const std::int64_t changed = std::max(routes_.route(r).changed, routes_.route(s).changed);
                if (s == r || s == Plan<Costs>::nowhere || swapped_[s] >= changed || is_long(s)) continue;
                SwapStar::offer(routes_, r, s, neighbours_, swap_star_, best_,
                                [this](int work) { return !out_of_time(work); });
                apply_best();
                if (stopped_) return;
            }
            swapped_[r] = now;
        }
    }

    bool is_long(int r) const { return routes_.route(r).customers > settings_.swap_star_customers; }

    /// The routes with which this one has two customers of which one is among the nearest few of the other.
    void find_routes_near(int r) {
        ++token_;
        near_routes_.clear();
        for_each_customer(r, [this](Node at) {
            for (const auto& [v, cost] : neighbours_.of(at))
                if (cost <= std::max(swap_star_limit(at), swap_star_limit(v)))
                    note_near_route(routes_[v].route);
        });
    }

    std::int32_t swap_star_limit(Node customer) const {
        return neighbours_.of(customer, settings_.swap_star_neighbours).back().cost;
    }

    void apply_best() {
        if (!best_.found()) return;
        ++moves_;
        for (const int r : best_.apply(plan_)) {
            plan_.note_change(r, moves_);
            work_ += routes_.route(r).customers;
        }
        note_fresh();
    }

    const GranularSettings& settings_;
    const Instance& instance_;
    const NeighbourLists& neighbours_;
    Plan<Costs>& plan_;
    const LinkedRoutes<Costs>& routes_;
    Stop stop_;
    BestMove best_;
    Moments changed_;         ///< of each visit: when an edge there was new
    Moments tried_;           ///< of each customer: when it was last tried with all its neighbours
    Moments tried_on_route_;  ///< the same, of the search that is thorough
    /// Of each visit: customers with the depots near them, and the other way round.
    Moments tried_with_depots_;
    Moments swapped_;  ///< of each route, with those near it
    std::vector<Node> to_try_, order_, near_customers_;
    std::vector<int> near_routes_;
    Moments seen_customers_, seen_routes_;  ///< the last `token_` that they were seen under
    SwapStar::Memory swap_star_;
    std::int64_t moves_ = 0;
    std::int64_t begun_ = 0;  ///< when the search under way began
    std::int64_t token_ = 0;
    int work_ = 0;
    bool stopped_ = false;
    bool rough_ = false;
    static constexpr int work_between_looks = 2'000;
};

}  // namespace l2r::granular

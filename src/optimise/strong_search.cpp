#include "optimise/strong_search.hpp"

#include <variant>
#include <vector>

#include "optimise/granular/neighbour_lists.hpp"
#include "optimise/granular/relocate.hpp"
#include "optimise/granular/swap.hpp"
#include "optimise/granular/swap_star.hpp"
#include "optimise/granular/two_opt.hpp"
#include "optimise/granular/two_opt_star.hpp"

namespace l2r {
namespace {

/// Moments of a search, counted in moves made.
using Moments = std::vector<std::int64_t>;

/// The best move that has been offered since the last one was applied.
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
    template <class Routes>
    TouchedRoutes apply(Routes& routes) {
        delta_ = nothing_;
        return std::visit([&](const auto& move) { return move.apply(routes); }, move_);
    }

  private:
    const std::int32_t nothing_;
    std::int32_t delta_;
    std::variant<Relocate, Swap, TwoOpt, TwoOptStar, SwapStar> move_;
};

}  // namespace

/// Kept between runs only to save allocations and the neighbours.
struct StrongSearch::Memory {
    std::uint64_t instance = 0;  ///< whose neighbours they are
    NeighbourLists neighbours;
    LinkedMemory routes;
    Moments tried;  ///< for each customer, when it was last tried with all its neighbours
    Moments
        tried_with_depots;  ///< for each visit: customers with the depots near them, and the other way round
    Moments swapped;        ///< for each route, with those near it
    std::vector<Node> order, near_customers;
    std::vector<int> near_routes, spare_routes;
    std::vector<std::int64_t> seen_customers, seen_routes;  ///< the last `token_` that they were seen under
    SwapStar::Memory swap_star;
};

namespace {

template <class Costs, class Memory>
class Search {
  public:
    Search(const StrongSettings& settings, const Instance& instance, const Start& start, const Stop& stop,
           Random& random, Memory& memory)
        : settings_(settings),
          instance_(instance),
          stop_(stop),
          random_(random),
          memory_(memory),
          neighbours_(memory.neighbours),
          routes_(instance, memory.routes),
          best_(instance.least_gain()) {
        for (Moments* of_nodes : {&memory_.tried, &memory_.tried_with_depots, &memory_.seen_customers})
            of_nodes->assign(static_cast<std::size_t>(instance.nodes()), 0);
        memory_.swapped.clear();
        memory_.seen_routes.clear();
        memory_.spare_routes.clear();
        for (int r = 0; r < start.solution.routes(); ++r)
            add_route(start.solution.route(r), r < start.settled ? 0 : 1);
        if (memory_.spare_routes.empty()) add_route({}, 0);
    }

    /// A first pass without swaps, and with the nearest few neighbours only: far from a good solution it
    /// gains as much for less, and ends shorter.
    void rough_pass() {
        rough_ = true;
        try_customers();
        rough_ = false;
        std::fill(memory_.tried.begin(), memory_.tried.end(), 0);
    }

    /// Every customer with its neighbours, then SWAP*, and where these gain nothing the depots; false if
    /// nothing was gained. Depots come last because moves to the ends of routes, made early, lead to worse
    /// ends.
    bool cycle() {
        const std::int64_t before = moves_;
        try_customers();
        try_swap_star();
        if (moves_ == before && !stopped_)
            try_all(memory_.tried_with_depots, instance_.nodes() + routes_.routes(), [this](Node visit) {
                routes_.is_depot(visit) ? try_depot(visit) : try_depots_near(visit);
            });
        return moves_ > before;
    }

    bool stopped() const { return stopped_; }
    double length() const { return static_cast<double>(routes_.total_cost()) * instance_.cost_step(); }
    Solution solution() const { return routes_.solution(); }

  private:
    void add_route(std::span<const Node> customers, std::int64_t changed) {
        const int r = routes_.add_route(customers, changed);
        for (Moments* of_routes : {&memory_.tried_with_depots, &memory_.swapped, &memory_.seen_routes})
            of_routes->push_back(0);
        if (customers.empty()) memory_.spare_routes.push_back(r);
    }

    /// Whether a visit has been tried with all that it may be tried with since its route changed.
    bool is_tried(const Moments& tried, Node visit) const {
        return tried[visit] >= routes_.route_of(visit).changed;
    }
    /// Whether v has been tried, and so the pair, since either route changed.
    bool is_pair_tried(const Moments& tried, Node u, Node v) const {
        return tried[v] >= std::max(routes_.route_of(u).changed, routes_.route_of(v).changed);
    }

    bool out_of_time(int work) {
        work_ += work;
        if (work_ >= work_between_looks) {
            work_ = 0;
            stopped_ = stop_.requested();
        }
        return stopped_;
    }

    /// `attempt(visit)` in random order for all visits below `end` whose routes have changed.
    template <class Attempt>
    void try_all(Moments& tried, Node end, Attempt attempt) {
        std::vector<Node>& order = memory_.order;
        order.clear();
        for (Node visit = 1; visit < end; ++visit)
            if (!is_tried(tried, visit)) order.push_back(visit);
        random_.shuffle(std::span(order));
        for (const Node visit : order) {
            if (is_tried(tried, visit) || routes_.route_of(visit).customers == 0) continue;
            const std::int64_t now = moves_;
            attempt(visit);
            if (stopped_) return;
            tried[visit] = now;
        }
    }

    void try_customers() {
        try_all(memory_.tried, instance_.nodes(), [this](Node visit) { try_customer(visit); });
    }

    void try_customer(Node u) {
        const auto neighbours = rough_ ? neighbours_.of(u, settings_.rough_neighbours) : neighbours_.of(u);
        if (out_of_time(static_cast<int>(neighbours.size()))) return;
        for (const auto& [v, cost] : neighbours)
            if (!is_pair_tried(memory_.tried, u, v)) try_pair(u, v, cost);
    }

    /// A customer with the depot as the end of its own route, of those that its neighbours are on, and of a
    /// new one.
    void try_depots_near(Node u) {
        const auto neighbours = neighbours_.of(u);
        if (out_of_time(static_cast<int>(neighbours.size()))) return;
        ++token_;
        memory_.near_routes.clear();
        note_near_route(routes_[u].route);
        for (const Neighbour& neighbour : neighbours) note_near_route(routes_[neighbour.customer].route);
        note_near_route(memory_.spare_routes.back());
        const std::int32_t cost = routes_.cost(u, routes_.depot_of(0));
        for (const int r : memory_.near_routes) {
            const Node depot = routes_.depot_of(r);
            if (!is_pair_tried(memory_.tried_with_depots, u, depot)) try_with_depot(u, depot, cost);
        }
    }

    void note_near_route(int r) {
        if (memory_.seen_routes[r] == token_) return;
        memory_.seen_routes[r] = token_;
        memory_.near_routes.push_back(r);
    }

    /// The depot as the end of one route, with the route's customers and all that are near them.
    void try_depot(Node depot) {
        ++token_;
        memory_.near_customers.clear();
        for (Node at = routes_[depot].link[forward]; at != depot; at = routes_[at].link[forward]) {
            note_near_customer(at);
            for (const auto& [v, cost] : neighbours_.of(at)) note_near_customer(v);
        }
        if (out_of_time(static_cast<int>(memory_.near_customers.size()))) return;
        for (const Node u : memory_.near_customers)
            if (!is_pair_tried(memory_.tried_with_depots, depot, u))
                try_with_depot(u, depot, routes_.cost(u, depot));
    }

    void note_near_customer(Node customer) {
        if (memory_.seen_customers[customer] == token_) return;
        memory_.seen_customers[customer] = token_;
        memory_.near_customers.push_back(customer);
    }

    /// All moves that bring u and v next to each other, and may gain.
    void try_pair(Node u, Node v, std::int32_t cost) {
        const Reach &a = routes_.reach(u), &b = routes_.reach(v);
        if (2 * cost - a.edge - b.edge < best_.delta()) try_cuts(u, v, cost);
        try_pieces(u, v, cost);
        try_pieces(v, u, cost);
        apply_best();
    }

    void try_with_depot(Node u, Node depot, std::int32_t cost) {
        if (2 * cost - routes_.reach(u).edge - routes_.reach(depot).edge < best_.delta())
            try_cuts(u, depot, cost);
        try_pieces(u, depot, cost);
        apply_best();
    }

    void try_pieces(Node u, Node v, std::int32_t cost) {
        const Reach &from = routes_.reach(u), &to = routes_.reach(v);
        const bool relocate = 2 * cost - from.gain - to.edge < best_.delta();
        const bool swap = !rough_ && 2 * cost - to.swap < best_.delta() / 2;
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
        for (int r = 0; r < routes_.routes() && !stopped_; ++r) {
            if (memory_.swapped[r] >= routes_.route(r).changed) continue;
            const std::int64_t now = moves_;
            find_routes_near(r);
            for (const int s : memory_.near_routes) {
                const std::int64_t changed = std::max(routes_.route(r).changed, routes_.route(s).changed);
                if (s == r || memory_.swapped[s] >= changed) continue;
                SwapStar::offer(routes_, r, s, memory_.swap_star, best_,
                                [this](int work) { return !out_of_time(work); });
                if (stopped_) return;
                apply_best();
            }
            memory_.swapped[r] = now;
        }
    }

    /// The routes with which this one has two customers of which one is among the nearest few of the other.
    void find_routes_near(int r) {
        ++token_;
        memory_.near_routes.clear();
        const Node depot = routes_.depot_of(r);
        for (Node at = routes_[depot].link[forward]; at != depot; at = routes_[at].link[forward])
            for (const auto& [v, cost] : neighbours_.of(at))
                if (cost <= std::max(swap_star_limit(at), swap_star_limit(v)))
                    note_near_route(routes_[v].route);
    }

    std::int32_t swap_star_limit(Node customer) const {
        return neighbours_.of(customer, settings_.swap_star_neighbours).back().cost;
    }

    void apply_best() {
        if (!best_.found()) return;
        const auto [a, b] = best_.apply(routes_);
        ++moves_;
        update(a);
        if (b != a) update(b);
        if (memory_.spare_routes.empty()) add_route({}, 0);
    }

    void update(int r) {
        std::vector<int>& spare = memory_.spare_routes;
        if (routes_.route(r).customers == 0) spare.erase(std::find(spare.begin(), spare.end(), r));
        routes_.update(r);
        routes_.note_change(r, moves_);
        work_ += routes_.route(r).customers;
        if (routes_.route(r).customers == 0) spare.push_back(r);
    }

    const StrongSettings& settings_;
    const Instance& instance_;
    const Stop& stop_;
    Random& random_;
    Memory& memory_;
    const NeighbourLists& neighbours_;
    LinkedRoutes<Costs> routes_;
    BestMove best_;
    std::int64_t moves_ = 1;
    std::int64_t token_ = 0;
    int work_ = 0;
    bool stopped_ = false;
    bool rough_ = false;
    static constexpr int work_between_looks = 2'000;
};

template <class Search>
Outcome run(Search search, const Budget& budget) {
    Outcome outcome;
    if (budget.cycles > 0) search.rough_pass();
    while (outcome.cycles < budget.cycles && !outcome.converged && !search.stopped()) {
        outcome.converged = !search.cycle() && !search.stopped();
        if (++outcome.cycles <= budget.record_cycles) outcome.lengths.push_back(search.length());
    }
    outcome.solution = search.solution();
    return outcome;
}

}  // namespace

StrongSearch::StrongSearch(const StrongSettings& settings)
    : settings_(settings), memory_(std::make_unique<Memory>()) {}
StrongSearch::~StrongSearch() = default;

Outcome StrongSearch::improve(const Instance& instance, const Start& start, const Budget& budget,
                              Random& random) {
    Memory& memory = *memory_;
    if (memory.instance != instance.id()) {
        memory.instance = 0;
        memory.neighbours = NeighbourLists(instance, settings_.neighbours, budget.stop);
        if (budget.stop.requested()) return {start.solution};
        memory.instance = instance.id();
    }
    if (instance.cost_table() != nullptr)
        return run(Search<DenseCosts, Memory>(settings_, instance, start, budget.stop, random, memory),
                   budget);
    return run(Search<SparseCosts, Memory>(settings_, instance, start, budget.stop, random, memory), budget);
}

}  // namespace l2r

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
    /// For each visit the number of moves when it was last tried with all its neighbours.
    std::vector<std::int64_t> tried;
    std::vector<Node> order;
    std::vector<std::int64_t> seen;     ///< for each route, the last token it was seen under
    std::vector<std::int64_t> swapped;  ///< as `tried`, for each route and SWAP*
    std::vector<std::int64_t> noted;
    std::vector<Node> near_customers;
    std::vector<int> near_routes, spare_routes;
    SwapStar::Memory swap_star;
};

namespace {

template <class Costs, class Memory>
class Search {
  public:
    Search(const Instance& instance, const Start& start, const Stop& stop, Random& random, Memory& memory)
        : instance_(instance),
          stop_(stop),
          random_(random),
          memory_(memory),
          neighbours_(memory.neighbours),
          routes_(instance, memory.routes),
          best_(instance.least_gain()) {
        memory_.tried.assign(static_cast<std::size_t>(instance.nodes()), 0);
        memory_.noted.assign(static_cast<std::size_t>(instance.nodes()), 0);
        memory_.seen.clear();
        memory_.swapped.clear();
        memory_.spare_routes.clear();
        for (int r = 0; r < start.solution.routes(); ++r)
            add_route(start.solution.route(r), r < start.settled ? 0 : 1);
        if (memory_.spare_routes.empty()) add_route({}, 0);
    }

    /// Every customer with its neighbours, then SWAP*; false if nothing was gained.
    bool cycle() {
        const std::int64_t before = moves_;
        try_customers();
        try_swap_star();
        return moves_ > before;
    }

    bool stopped() const { return stopped_; }
    double length() const { return static_cast<double>(routes_.total_cost()) * instance_.cost_step(); }
    Solution solution() const { return routes_.solution(); }

  private:
    void add_route(std::span<const Node> customers, std::int64_t changed) {
        const int r = routes_.add_route(customers, changed);
        memory_.seen.push_back(0);
        memory_.swapped.push_back(0);
        memory_.tried.push_back(0);
        if (customers.empty()) memory_.spare_routes.push_back(r);
    }

    bool is_tried(Node visit) const { return memory_.tried[visit] >= routes_.route_of(visit).changed; }
    /// Whether a pair has been tried, from v, since either route changed.
    bool is_tried_from(Node v, std::int64_t u_changed) const {
        return memory_.tried[v] >= std::max(u_changed, routes_.route_of(v).changed);
    }

    bool out_of_time(int work) {
        work_ += work;
        if (work_ >= work_between_looks) {
            work_ = 0;
            stopped_ = stop_.requested();
        }
        return stopped_;
    }

    void try_customers() {
        std::vector<Node>& order = memory_.order;
        order.clear();
        for (Node visit = 1; visit < instance_.nodes() + routes_.routes(); ++visit)
            if (!is_tried(visit)) order.push_back(visit);
        random_.shuffle(std::span(order));
        for (const Node visit : order) {
            if (is_tried(visit) || routes_.route_of(visit).customers == 0) continue;
            const std::int64_t now = moves_;
            if (routes_.is_depot(visit))
                try_depot(visit);
            else
                try_customer(visit);
            if (stopped_) return;
            memory_.tried[visit] = now;
        }
    }

    void try_customer(Node u) {
        const auto neighbours = neighbours_.of(u);
        if (out_of_time(static_cast<int>(neighbours.size()))) return;
        ++token_;
        memory_.near_routes.clear();
        note_near_route(routes_[u].route);
        for (const auto& [v, cost] : neighbours) {
            note_near_route(routes_[v].route);
            try_pair(u, v, cost);
        }
        note_near_route(memory_.spare_routes.back());
        const std::int32_t cost = routes_.cost(u, routes_.depot_of(0));
        for (const int r : memory_.near_routes) {
            const Node depot = routes_.depot_of(r);
            if (!is_tried_from(depot, routes_.route_of(u).changed)) try_with_depot(u, depot, cost);
        }
    }

    void note_near_route(int r) {
        if (memory_.seen[r] == token_) return;
        memory_.seen[r] = token_;
        memory_.near_routes.push_back(r);
    }

    /// The depot as the end of one route, with all customers that are near the route's own.
    void try_depot(Node depot) {
        ++token_;
        memory_.near_customers.clear();
        for (Node at = routes_[depot].link[forward]; at != depot; at = routes_[at].link[forward]) {
            note_near_customer(at);
            for (const auto& [v, cost] : neighbours_.of(at)) note_near_customer(v);
        }
        if (out_of_time(static_cast<int>(memory_.near_customers.size()))) return;
        for (const Node u : memory_.near_customers)
            if (!is_tried_from(u, routes_.route_of(depot).changed))
                try_with_depot(u, depot, routes_.cost(u, depot));
    }

    void note_near_customer(Node customer) {
        if (memory_.noted[customer] == token_) return;
        memory_.noted[customer] = token_;
        memory_.near_customers.push_back(customer);
    }

    /// All moves that bring u and v next to each other, and may gain.
    void try_pair(Node u, Node v, std::int32_t cost) {
        if (is_tried_from(v, routes_.route_of(u).changed)) return;
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
        const bool swap = 2 * cost - to.swap < best_.delta() / 2;
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

    void find_routes_near(int r) {
        ++token_;
        memory_.near_routes.clear();
        const Node depot = routes_.depot_of(r);
        for (Node at = routes_[depot].link[forward]; at != depot; at = routes_[at].link[forward])
            for (const auto& [v, cost] : neighbours_.of(at)) note_near_route(routes_[v].route);
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
        if (routes_.route(r).customers == 0) spare.push_back(r);
    }

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
    static constexpr int work_between_looks = 2'000;
};

template <class Search>
Outcome run(Search search, const Budget& budget) {
    Outcome outcome;
    while (outcome.cycles < budget.cycles && !outcome.converged && !search.stopped()) {
        outcome.converged = !search.cycle() && !search.stopped();
        if (++outcome.cycles <= budget.record_cycles) outcome.lengths.push_back(search.length());
    }
    outcome.solution = search.solution();
    return outcome;
}

}  // namespace

StrongSearch::StrongSearch(int neighbours) : neighbours_(neighbours), memory_(std::make_unique<Memory>()) {}
StrongSearch::~StrongSearch() = default;

Outcome StrongSearch::improve(const Instance& instance, const Start& start, const Budget& budget,
                              Random& random) {
    Memory& memory = *memory_;
    if (memory.instance != instance.id()) {
        memory.instance = 0;
        memory.neighbours = NeighbourLists(instance, neighbours_, budget.stop);
        if (budget.stop.requested()) return {start.solution};
        memory.instance = instance.id();
    }
    if (instance.cost_table() != nullptr)
        return run(Search<DenseCosts, Memory>(instance, start, budget.stop, random, memory), budget);
    return run(Search<SparseCosts, Memory>(instance, start, budget.stop, random, memory), budget);
}

}  // namespace l2r

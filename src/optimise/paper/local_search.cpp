#include "optimise/paper/local_search.hpp"

#include <bit>
#include <vector>

#include "optimise/paper/coarse_costs.hpp"
#include "optimise/paper/cross.hpp"
#include "optimise/paper/exchange.hpp"
#include "optimise/paper/relocate_between.hpp"
#include "optimise/paper/relocate_within.hpp"
#include "optimise/paper/two_opt.hpp"

namespace l2r::paper {
namespace {

/// A set of route numbers that is walked in order.
class RouteSet {
  public:
    void clear(int routes) { words_.assign(static_cast<std::size_t>(routes) / 64 + 1, 0); }
    void grow(int routes) { words_.resize(static_cast<std::size_t>(routes) / 64 + 1, 0); }
    void insert(int route) {
        words_[static_cast<std::size_t>(route) / 64] |= std::uint64_t{1} << (route % 64);
    }
    bool contains(int route) const {
        return (words_[static_cast<std::size_t>(route) / 64] >> (route % 64) & 1) != 0;
    }
    /// The lowest member from `route` on, or `end`.
    L2R_INLINE int next(int route, int end) const {
        std::size_t word = static_cast<std::size_t>(route) / 64;
        if (word >= words_.size()) return end;
        std::uint64_t bits = words_[word] >> (route % 64) << (route % 64);
        while (bits == 0) {
            if (++word == words_.size()) return end;
            bits = words_[word];
        }
        return static_cast<int>(word) * 64 + std::countr_zero(bits);
    }

  private:
    std::vector<std::uint64_t> words_;
};

/// Moments of a search. A sweep (one move over all routes or pairs) visits (r, s) at moment start + r *
/// stride + s, so one number per route, the moment of its last change, tells for every pair whether it
/// changed since its last visit.
using Moment = std::int64_t;
constexpr Moment stride = Moment{1} << 21;
constexpr Moment sweep_length = stride * stride;
constexpr Moment never = std::numeric_limits<Moment>::min();

/// Every route keeps its coarse columns where they have at most so many entries in all (64 MB); else they
/// share one table of half that, filled anew for each pair, and pairs of routes too long for it are searched
/// without.
constexpr std::int64_t own_columns_limit = 32'000'000;
constexpr std::int64_t shared_columns_limit = 16'000'000;

/// `for_each` calls a template of a task with each type in turn.
template <class... Move>
struct MoveList {
    static constexpr std::array kinds{Move::kind...};
    static constexpr std::array scopes{Move::scope...};
    template <class Task>
    static void for_each(Task task) {
        (task.template operator()<Move>(), ...);
    }
};

/// In the order of a cycle.
template <class Costs>
using AllMoves = MoveList<TwoOpt, RelocateWithin, Cross<Costs>, Exchange<Costs>, RelocateBetween<Costs>>;

}  // namespace

/// Kept between runs only to save allocations and the coarse table.
struct LocalSearch::Memory {
    std::vector<Route> routes;           ///< at least as many as are in use
    std::vector<CoarseColumns> columns;  ///< one a route, or one for all
    std::vector<Moment> changed;         ///< one for each route in use
    RouteSet recent;                     ///< routes that changed since the last sweep of the move under way
    CoarseTable coarse_table;
};

namespace {

template <class Costs, class Memory>
class Search {
  public:
    Search(const Instance& instance, const Costs& costs, const Coarse& scale, const Start& start,
           const Stop& stop, Memory& memory)
        : instance_(instance),
          costs_(costs),
          scale_(scale),
          coarse_costs_(instance, scale, memory.coarse_table),
          stop_(stop),
          routes_(memory.routes),
          columns_(memory.columns),
          changed_(memory.changed),
          recent_(memory.recent) {
        if (columns_.empty()) columns_.emplace_back();
        const std::int64_t widths = instance.customers() + 2 * lane_count * (start.solution.routes() + 1);
        own_columns_ = instance.nodes() * widths <= own_columns_limit;
        last_sweep_.fill(never / 2);
        changed_.clear();
        recent_.clear(start.solution.routes() + 1);
        for (int r = 0; r < start.solution.routes(); ++r)
            add_route(start.solution.route(r), r < start.settled ? never : 0);
        keep_an_empty_route(never);  // settled routes have been tried against an empty one
    }

    /// One round of all moves; false if nothing was gained.
    bool cycle() {
        const std::int64_t before = moves_;
        for (const MoveKind move : all_moves) sweep(move);
        return moves_ > before;
    }

    /// One move over all routes, or pairs of routes, that have changed since its last sweep.
    void sweep(MoveKind move) {
        Moment& last = last_sweep_[index_of(move)];
        Moves::for_each([&]<class Move>() {
            if (Move::kind != move) return;
            if constexpr (Move::scope == Scope::route)
                sweep_routes<Move>(last);
            else
                sweep_pairs<Move>(last);
        });
    }

    bool stopped() const { return stopped_; }

    std::int64_t cost() const {
        std::int64_t sum = 0;
        for (int r = 0; r < count(); ++r)
            for (const std::int32_t cost : routes_[r].edge) sum += cost;
        return sum;
    }

    double length() const { return static_cast<double>(cost()) * instance_.cost_step(); }

    SearchState state() const {
        SearchState state{cost(), count() - empty_routes_, {}};
        for (const MoveKind move : all_moves) {
            const std::size_t k = index_of(move);
            for (int r = 0; r < count(); ++r)
                state.changed[k] += changed_[r] > last_sweep_[k] + first_visit(Moves::scopes[k], r);
        }
        return state;
    }

    Solution solution() const {
        Solution result;
        result.reserve(instance_.customers(), count());
        for (int r = 0; r < count(); ++r)
            if (!is_empty(r))
                result.add_route(std::span(routes_[r].stops).subspan(1, routes_[r].stops.size() - 2));
        return result;
    }

  private:
    using Moves = AllMoves<Costs>;
    static_assert(Moves::kinds == all_moves, "every move has a name and a class, in the same order");

    int count() const { return static_cast<int>(changed_.size()); }

    /// When a sweep first looks at a route, from its beginning: by itself, or in a pair with the first one.
    static Moment first_visit(Scope scope, int r) {
        return scope == Scope::route ? r * stride : std::max(r, 1);
    }

    bool is_empty(int r) const { return routes_[r].customers() == 0; }

    void add_route(std::span<const Node> customers, Moment moment) {
        const int r = count();
        if (routes_.size() == changed_.size()) routes_.emplace_back();
        changed_.push_back(moment);
        routes_[r].assign(customers);
        update(r);
        empty_routes_ += customers.empty();
    }

    void update(int r) {
        routes_[r].update(instance_, limits_, costs_);
        update_coarse(r);
    }

    void update_coarse(int r) {
        Route& route = routes_[r];
        route.coarse.update(route.edge, route.head, route.detour, scale_);
        if (!own_columns_) return;
        while (columns_.size() <= static_cast<std::size_t>(r)) columns_.emplace_back();
        columns_[r].reset(instance_.nodes(), route.coarse.width());
    }

    void keep_an_empty_route(Moment moment) {
        if (empty_routes_ > 0) return;
        add_route({}, moment);
        recent_.grow(count());
        recent_.insert(count() - 1);
    }

    /// Starts the sweep of a move: collects what has changed since that move's last sweep.
    Moment begin_sweep(Moment& last) {
        const Moment previous = last;
        now_ += sweep_length;
        last = now_;
        recent_.clear(count());
        for (int r = 0; r < count(); ++r)
            if (changed_[r] > previous) recent_.insert(r);
        return previous;
    }

    void note_change(int r, Moment moment) {
        changed_[r] = moment;
        recent_.insert(r);
        ++moves_;
    }

    bool out_of_time(std::int64_t evaluations) {
        work_ += evaluations;
        if (work_ >= work_between_looks) {
            work_ = 0;
            stopped_ = stop_.requested();
        }
        return stopped_;
    }

    template <class Move>
    void sweep_routes(Moment& last) {
        const Moment previous = begin_sweep(last);
        for (int r = recent_.next(0, count()); r < count(); r = recent_.next(r + 1, count())) {
            const Moment visit = r * stride;
            if (changed_[r] <= previous + visit) continue;
            Route& a = routes_[r];
            const std::int64_t before = moves_;
            while (!stopped_) {
                const Change change = Move::best(
                    a, costs_, nothing_, [this](int evaluations) { return !out_of_time(evaluations); });
                if (stopped_ || !change.found()) break;
                Move::apply(a, change);
                a.update(instance_, limits_, costs_);
                note_change(r, now_ + visit);
            }
            if (moves_ > before) update_coarse(r);
        }
    }

    template <class Move>
    void sweep_pairs(Moment& last) {
        const Moment previous = begin_sweep(last);
        for (int r = 0; r < count(); ++r)
            for (int s = next_partner(r, r); s < count(); s = next_partner(r, s)) {
                const Moment visit = r * stride + s;
                if (std::max(changed_[r], changed_[s]) <= previous + visit) continue;
                search_pair<Move>(r, s, now_ + visit);
                if (stopped_) return;
            }
    }

    /// The next route after s that has to be tried with r: any, if r itself is new.
    L2R_INLINE int next_partner(int r, int s) const {
        return recent_.contains(r) ? s + 1 : recent_.next(s + 1, count());
    }

    template <class Move>
    void search_pair(int r, int s, Moment moment) {
        if (out_of_time(1)) return;
        while (Move::possible(routes_[r], routes_[s], instance_)) {
            const Change change = best_of_pair<Move>(r, s);
            if (stopped_ || !change.found()) return;
            empty_routes_ -= is_empty(r) + is_empty(s);
            Move::apply(routes_[r], routes_[s], change);
            empty_routes_ += is_empty(r) + is_empty(s);
            for (const int changed : {r, s}) {
                update(changed);
                note_change(changed, moment);
            }
            keep_an_empty_route(moment);
        }
    }

    /// The route that has been as it is for longer gives the columns: more of their rows are filled already.
    template <class Move>
    Change best_of_pair(int r, int s) {
        const bool turned = changed_[r] < changed_[s];
        const Route &a = routes_[turned ? s : r], &b = routes_[turned ? r : s];
        CoarseColumns& columns = columns_[own_columns_ ? (turned ? r : s) : 0];
        const RoutePair<Costs> pair{a, b, columns, costs_, scale_, limits_, turned};
        if (!own_columns_ && std::int64_t{instance_.nodes()} * b.coarse.width() > shared_columns_limit)
            return best_change_exactly<Move>(pair, nothing_, [this](int work) { return !out_of_time(work); });
        if (!own_columns_) columns.reset(instance_.nodes(), b.coarse.width());
        columns.fill(a.stops, b.stops, coarse_costs_);
        out_of_time(std::int64_t{a.customers() + 1} * (b.customers() + 1));
        return best_change<Move>(pair, nothing_);
    }

    static constexpr std::int64_t work_between_looks = 20'000;  // some ten microseconds

    const Instance& instance_;
    const Costs costs_;
    const Coarse& scale_;
    const CoarseCosts<Costs> coarse_costs_;
    const Stop& stop_;
    const Limits limits_{instance_};
    std::vector<Route>& routes_;
    std::vector<CoarseColumns>& columns_;
    std::vector<Moment>& changed_;
    RouteSet& recent_;
    const Change nothing_{1 - instance_.least_gain()};
    Moment now_ = 0;
    std::array<Moment, all_moves.size()> last_sweep_;  ///< of each move
    bool own_columns_ = true;
    int empty_routes_ = 0;
    std::int64_t moves_ = 0;
    std::int64_t work_ = 0;
    bool stopped_ = false;
};

template <class Search>
Outcome run(Search& search, const Budget& budget) {
    Outcome outcome;
    outcome.lengths.reserve(static_cast<std::size_t>(budget.record_cycles));
    while (outcome.cycles < budget.cycles && !outcome.converged && !search.stopped()) {
        outcome.converged = !search.cycle() && !search.stopped();
        if (++outcome.cycles <= budget.record_cycles) outcome.lengths.push_back(search.length());
    }
    outcome.solution = search.solution();
    return outcome;
}

template <class Search>
Outcome run_chosen(Search& search, SweepChooser& chooser, const Budget& budget) {
    constexpr auto sweeps_a_cycle = static_cast<int>(all_moves.size());
    Outcome outcome;
    SearchState state = search.state();
    for (int sweeps = 0; outcome.cycles < budget.cycles && state.any_open() && !search.stopped();) {
        search.sweep(chooser.next(state));
        state = search.state();
        if (++sweeps % sweeps_a_cycle != 0 && state.any_open() && !search.stopped()) continue;
        if (++outcome.cycles <= budget.record_cycles) outcome.lengths.push_back(search.length());
    }
    outcome.converged = !state.any_open() && !search.stopped();
    outcome.solution = search.solution();
    return outcome;
}

}  // namespace

LocalSearch::LocalSearch() : memory_(std::make_unique<Memory>()) {}
LocalSearch::~LocalSearch() = default;

template <class Task>
Outcome LocalSearch::with_search(const Instance& instance, const Start& start, const Stop& stop, Task task) {
    refuse_times(instance, *this);
    const Coarse scale(instance);
    return with_costs(instance, [&](const auto& costs) {
        return task(Search(instance, costs, scale, start, stop, *memory_));
    });
}

Outcome LocalSearch::improve(const Instance& instance, const Start& start, const Budget& budget, Random&) {
    return with_search(instance, start, budget.stop, [&](auto search) { return run(search, budget); });
}

Outcome LocalSearch::improve_by(SweepChooser& chooser, const Instance& instance, const Start& start,
                                const Budget& budget) {
    return with_search(instance, start, budget.stop,
                       [&](auto search) { return run_chosen(search, chooser, budget); });
}

}  // namespace l2r::paper

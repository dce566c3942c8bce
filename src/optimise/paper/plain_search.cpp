#include "optimise/paper/plain_search.hpp"

#include <algorithm>
#include <tuple>

#include "problem/segment.hpp"

namespace l2r::paper {
namespace {

using Route = std::vector<Node>;  // depot, customers, depot
using Routes = std::vector<Route>;
using TwoRoutes = std::pair<Route, Route>;

/// The best change found so far: what it costs (negative is a gain) and the positions that define it. Of
/// equals the first variant wins, then the lowest i, then the lowest j.
struct Best {
    std::int32_t delta;
    int i = -1, j = -1;
    bool other = false;  ///< cross: second route reversed; relocate: from the second route to the first

    void offer(std::int32_t candidate, int at_i, int at_j, bool variant = false) {
        if (std::tie(candidate, variant, at_i, at_j) < std::tie(delta, other, i, j))
            *this = {candidate, at_i, at_j, variant};
    }
};

/// `only_capacity`: whether loads alone decide; known beforehand, so that `l2r bench` compares with what it
/// always did.
template <bool only_capacity>
class Plain {
  public:
    Plain(const Instance& instance, const Solution& start)
        : instance_(instance), limits_(instance), none_{1 - instance.least_gain()} {
        for (int r = 0; r < start.routes(); ++r) {
            Route route{0};
            route.insert(route.end(), start.route(r).begin(), start.route(r).end());
            route.push_back(0);
            routes_.push_back(route);
        }
        keep_an_empty_route();
    }

    /// One round of all five moves; false if nothing was gained.
    bool cycle() {
        bool gained = false;
        for (std::size_t r = 0; r < routes_.size(); ++r)
            while (two_opt(routes_[r])) gained = true;
        for (std::size_t r = 0; r < routes_.size(); ++r)
            while (relocate_within(routes_[r])) gained = true;
        for (const auto move : {&Plain::cross, &Plain::exchange, &Plain::relocate_between})
            for (std::size_t r = 0; r < routes_.size(); ++r)
                for (std::size_t s = r + 1; s < routes_.size(); ++s)
                    while ((this->*move)(routes_[r], routes_[s])) {
                        gained = true;
                        keep_an_empty_route();
                    }
        return gained;
    }

    Solution solution() const {
        Solution result;
        for (const Route& route : routes_)
            if (route.size() > 2) result.add_route(std::span(route).subspan(1, route.size() - 2));
        return result;
    }

  private:
    std::int32_t cost(Node a, Node b) const { return instance_.cost(a, b); }

    std::int64_t load(const Route& route) const { return route_load(instance_, route); }

    /// Whether both keep to all limits; `make` is asked for them where loads do not decide.
    template <class Make>
    bool allow(std::int64_t load_a, std::int64_t load_b, Make make) const {
        if (load_a > limits_.capacity() || load_b > limits_.capacity()) return false;
        if constexpr (only_capacity) return true;
        const TwoRoutes routes = make();
        return limits_.allow(needs(routes.first)) && limits_.allow(needs(routes.second));
    }

    Segment needs(const Route& route) const {
        Segment sum = limits_.of(0);
        for (std::size_t i = 1; i < route.size(); ++i)
            sum = join(sum, cost(route[i - 1], route[i]), limits_.of(route[i]));
        return sum;
    }

    static int customers(const Route& route) { return static_cast<int>(route.size()) - 2; }

    void keep_an_empty_route() {
        if (std::none_of(routes_.begin(), routes_.end(),
                         [](const Route& route) { return route.size() == 2; }))
            routes_.push_back({0, 0});
    }

    /// Reverses a[i..j].
    bool two_opt(Route& a) const {
        Best best = none_;
        for (int i = 1; i <= customers(a); ++i)
            for (int j = i + 1; j <= customers(a); ++j)
                best.offer(
                    cost(a[i - 1], a[j]) + cost(a[i], a[j + 1]) - cost(a[i - 1], a[i]) - cost(a[j], a[j + 1]),
                    i, j);
        if (best.i < 0) return false;
        std::reverse(a.begin() + best.i, a.begin() + best.j + 1);
        return true;
    }

    /// Moves a[i] between a[j] and a[j+1].
    bool relocate_within(Route& a) const {
        Best best = none_;
        for (int i = 1; i <= customers(a); ++i)
            for (int j = 0; j <= customers(a); ++j)
                if (j != i && j != i - 1)
                    best.offer(cost(a[i - 1], a[i + 1]) - cost(a[i - 1], a[i]) - cost(a[i], a[i + 1]) +
                                   cost(a[j], a[i]) + cost(a[i], a[j + 1]) - cost(a[j], a[j + 1]),
                               i, j);
        if (best.i < 0) return false;
        const Node customer = a[best.i];
        a.erase(a.begin() + best.i);
        a.insert(a.begin() + best.j + (best.j < best.i ? 1 : 0), customer);
        return true;
    }

    static TwoRoutes crossed(const Route& a, const Route& b, int i, int j, bool other) {
        Route new_a(a.begin(), a.begin() + i + 1), new_b;
        if (other) {
            new_b.push_back(0);
            new_a.insert(new_a.end(), b.rend() - j - 1, b.rend());
            new_b.insert(new_b.end(), a.rbegin() + 1, a.rend() - i - 1);
            new_b.insert(new_b.end(), b.begin() + j + 1, b.end());
        } else {
            new_b.assign(b.begin(), b.begin() + j + 1);
            new_a.insert(new_a.end(), b.begin() + j + 1, b.end());
            new_b.insert(new_b.end(), a.begin() + i + 1, a.end());
        }
        return {new_a, new_b};
    }

    /// Exchanges tails: cuts a after a[i] and b after b[j]; or the same with b read backwards.
    bool cross(Route& a, Route& b) const {
        const int p = customers(a), q = customers(b);
        const std::int64_t load_a = load(a), load_b = load(b);
        Best best = none_;
        std::int64_t head_a = 0;
        for (int i = 0; i <= p; head_a += instance_.demand(a[++i])) {
            std::int64_t head_b = 0;
            for (int j = 0; j <= q; head_b += instance_.demand(b[++j])) {
                const std::int32_t removed = cost(a[i], a[i + 1]) + cost(b[j], b[j + 1]);
                const std::int64_t tail_a = load_a - head_a, tail_b = load_b - head_b;
                if (allow(head_a + tail_b, head_b + tail_a, [&] { return crossed(a, b, i, j, false); }))
                    best.offer(cost(a[i], b[j + 1]) + cost(b[j], a[i + 1]) - removed, i, j, false);
                if (allow(head_a + head_b, tail_a + tail_b, [&] { return crossed(a, b, i, j, true); }))
                    best.offer(cost(a[i], b[j]) + cost(a[i + 1], b[j + 1]) - removed, i, j, true);
            }
        }
        if (best.i < 0) return false;
        std::tie(a, b) = crossed(a, b, best.i, best.j, best.other);
        return true;
    }

    static TwoRoutes exchanged(Route a, Route b, int i, int j) {
        std::swap(a[i], b[j]);
        return {a, b};
    }

    /// Swaps the customers a[i] and b[j].
    bool exchange(Route& a, Route& b) const {
        const int p = customers(a), q = customers(b);
        const std::int64_t load_a = load(a), load_b = load(b);
        Best best = none_;
        for (int i = 1; i <= p; ++i)
            for (int j = 1; j <= q; ++j) {
                const std::int64_t shift = instance_.demand(b[j]) - instance_.demand(a[i]);
                if (!allow(load_a + shift, load_b - shift, [&] { return exchanged(a, b, i, j); })) continue;
                best.offer(cost(a[i - 1], b[j]) + cost(b[j], a[i + 1]) - cost(a[i - 1], a[i]) -
                               cost(a[i], a[i + 1]) + cost(b[j - 1], a[i]) + cost(a[i], b[j + 1]) -
                               cost(b[j - 1], b[j]) - cost(b[j], b[j + 1]),
                           i, j);
            }
        if (best.i < 0) return false;
        std::tie(a, b) = exchanged(a, b, best.i, best.j);
        return true;
    }

    static TwoRoutes relocated(Route from, Route to, int i, int j) {
        to.insert(to.begin() + j + 1, from[i]);
        from.erase(from.begin() + i);
        return {from, to};
    }

    /// Moves a[i] between b[j] and b[j+1], or b[i] between a[j] and a[j+1].
    bool relocate_between(Route& a, Route& b) const {
        Best best = none_;
        for (const bool back : {false, true}) {
            const Route &from = back ? b : a, &to = back ? a : b;
            const std::int64_t load_from = load(from), load_to = load(to);
            for (int i = 1; i <= customers(from); ++i)
                for (int j = 0; j <= customers(to); ++j)
                    if (allow(load_from - instance_.demand(from[i]), load_to + instance_.demand(from[i]),
                              [&] { return relocated(from, to, i, j); }))
                        best.offer(cost(from[i - 1], from[i + 1]) - cost(from[i - 1], from[i]) -
                                       cost(from[i], from[i + 1]) + cost(to[j], from[i]) +
                                       cost(from[i], to[j + 1]) - cost(to[j], to[j + 1]),
                                   i, j, back);
        }
        if (best.i < 0) return false;
        Route &from = best.other ? b : a, &to = best.other ? a : b;
        std::tie(from, to) = relocated(from, to, best.i, best.j);
        return true;
    }

    const Instance& instance_;
    const Limits limits_;
    const Best none_;
    Routes routes_;
};

template <bool only_capacity>
Outcome run(const Instance& instance, const Solution& start, const Budget& budget) {
    Plain<only_capacity> search(instance, start);
    Outcome outcome;
    while (outcome.cycles < budget.cycles && !outcome.converged && !budget.stop.requested()) {
        outcome.converged = !search.cycle();
        ++outcome.cycles;
    }
    outcome.solution = search.solution();
    return outcome;
}

}  // namespace

Outcome PlainSearch::improve(const Instance& instance, const Start& start, const Budget& budget, Random&) {
    return Limits(instance).only_capacity() ? run<true>(instance, start.solution, budget)
                                            : run<false>(instance, start.solution, budget);
}

}  // namespace l2r::paper

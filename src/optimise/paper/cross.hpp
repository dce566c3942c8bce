#pragma once

#include <algorithm>

#include "optimise/paper/pair_scan.hpp"

namespace l2r::paper {

/// Cross: exchanges the tails of two routes, cut after stop i and after stop j. The other variant reads the
/// second route backwards: the heads join into one route and the tails into the other.
template <class Costs>
class Cross {
  public:
    static constexpr MoveKind kind = MoveKind::cross;
    static constexpr Scope scope = Scope::pair;

    explicit Cross(const RoutePair<Costs>& pair) : pair_(pair), a_(pair.a), b_(pair.b) {}

    /// Under the triangle inequality, a route gains nothing by being cut in two.
    static bool possible(const Route& a, const Route& b, const Instance& instance) {
        return (a.customers() > 0 && b.customers() > 0) || !instance.triangle_inequality();
    }

    /// The cuts after all stops i with those after a block of stops j, coarsely.
    class Block {
      public:
        L2R_INLINE Block(const RoutePair<Costs>& pair, int j)
            : pair_(pair),
              a_(pair.a.coarse),
              j_(j),
              last_(pair.a.customers()),
              head_(load(pair.b.coarse.head() + j)),
              edge_(load(pair.b.coarse.edge() + j)),
              least_(all(pair.scale.at_least(pair.b.load - pair.limits.capacity()))),
              most_(all(pair.scale.at_most(pair.limits.capacity() - pair.a.load))),
              least_joined_(all(pair.scale.at_least(pair.a.load + pair.b.load - pair.limits.capacity()))),
              most_joined_(all(pair.scale.at_most(pair.limits.capacity()))) {
            const Lanes position = first_lanes + all(static_cast<std::int16_t>(j));
            not_first_ = position != all(0);
            not_last_ = position != all(static_cast<std::int16_t>(pair.b.customers()));
        }

        L2R_INLINE Lanes below(int i, Lanes bound) const {
            const std::int16_t *cut = pair_.row(i) + j_, *next = pair_.row(i + 1) + j_;
            const Lanes limit = edge_ + all(a_.edge()[i]) + bound;
            const Lanes ahead = head_ - all(a_.head()[i]), joined = head_ + all(a_.head()[i]);
            Lanes tails = (ahead >= least_) & (ahead <= most_) & (load(cut + 1) + load(next) < limit);
            Lanes heads =
                (joined >= least_joined_) & (joined <= most_joined_) & (load(cut) + load(next + 1) < limit);
            // Exchanging all or nothing changes nothing, but does not look so after rounding.
            if (i == 0) tails &= not_first_, heads &= not_last_;
            if (i == last_) tails &= not_last_, heads &= not_first_;
            return tails | heads;
        }

      private:
        const RoutePair<Costs>& pair_;
        const CoarseRoute& a_;
        const int j_, last_;
        const Lanes head_, edge_, least_, most_, least_joined_, most_joined_;
        Lanes not_first_, not_last_;
    };
    static constexpr int first_row = 0;

    void offer(int i, int j, Change& best) const {
        using Head = Route::Head;
        using Tail = Route::Tail;
        const auto cut = pair_.costs.row(a_.stops[i]), next = pair_.costs.row(a_.stops[i + 1]);
        const std::int32_t removed = a_.edge[i] + b_.edge[j];
        const int first = pair_.turned ? j : i, second = pair_.turned ? i : j;
        const std::int32_t tails = cut[b_.stops[j + 1]] + next[b_.stops[j]] - removed;
        if (best.may_take(tails) && pair_.allow(Head{a_, i}, Tail{b_, j}) &&
            pair_.allow(Head{b_, j}, Tail{a_, i}))
            best.offer(tails, first, second, false);
        const std::int32_t heads = cut[b_.stops[j]] + next[b_.stops[j + 1]] - removed;
        if (best.may_take(heads) && pair_.allow(Head{a_, i}, Head{b_, j, true}) &&
            pair_.allow(Tail{a_, i, true}, Tail{b_, j}))
            best.offer(heads, first, second, true);
    }

    static void apply(Route& a, Route& b, const Change& change) {
        if (change.other) {
            // Turn b round: its head becomes the tail that a's tail is exchanged for.
            std::reverse(b.stops.begin(), b.stops.end());
            exchange_tails(a.stops, change.i, b.stops, b.customers() - change.j);
            std::reverse(b.stops.begin(), b.stops.end());
        } else {
            exchange_tails(a.stops, change.i, b.stops, change.j);
        }
    }

  private:
    /// Swaps what follows a[i] with what follows b[j].
    static void exchange_tails(std::vector<Node>& a, int i, std::vector<Node>& b, int j) {
        const auto tail_a = a.begin() + i + 1, tail_b = b.begin() + j + 1;
        const auto shared = std::min(a.end() - tail_a, b.end() - tail_b);
        const auto rest_b = std::swap_ranges(tail_a, tail_a + shared, tail_b);
        if (rest_b != b.end()) {
            a.insert(a.end(), rest_b, b.end());
            b.erase(rest_b, b.end());
        } else {
            b.insert(b.end(), tail_a + shared, a.end());
            a.erase(tail_a + shared, a.end());
        }
    }

    const RoutePair<Costs>& pair_;
    const Route &a_, &b_;
};

}  // namespace l2r::paper

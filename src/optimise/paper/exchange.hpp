#pragma once

#include <utility>

#include "optimise/paper/pair_scan.hpp"

namespace l2r::paper {

/// Symmetric exchange (m = 1): swaps stop i of one route with stop j of another.
template <class Costs>
class Exchange {
  public:
    static constexpr MoveKind kind = MoveKind::exchange;
    static constexpr Scope scope = Scope::pair;

    explicit Exchange(const RoutePair<Costs>& pair) : pair_(pair), a_(pair.a), b_(pair.b) {}

    static bool possible(const Route& a, const Route& b, const Instance&) {
        return a.customers() > 0 && b.customers() > 0;
    }

    /// All stops i against a block of stops j, coarsely.
    class Block {
      public:
        L2R_INLINE Block(const RoutePair<Costs>& pair, int j)
            : pair_(pair),
              a_(pair.a.coarse),
              j_(j),
              demand_(load(pair.b.coarse.demand() + j)),
              around_(load(pair.b.coarse.around() + j)),
              most_(all(pair.scale.at_most(pair.limits.capacity() - pair.a.load))),
              least_(all(pair.scale.at_least(pair.b.load - pair.limits.capacity()))) {}

        L2R_INLINE Lanes below(int i, Lanes bound) const {
            const std::int16_t *before = pair_.row(i - 1) + j_, *here = pair_.row(i) + j_,
                               *after = pair_.row(i + 1) + j_;
            const Lanes shift = demand_ - all(a_.demand()[i]);
            const Lanes added = load(before) + load(after) + load(here - 1) + load(here + 1);
            return (shift <= most_) & (shift >= least_) & (added - around_ - all(a_.around()[i]) < bound);
        }

      private:
        const RoutePair<Costs>& pair_;
        const CoarseRoute& a_;
        const int j_;
        const Lanes demand_, around_, most_, least_;
    };
    static constexpr int first_row = 1;

    void offer(int i, int j, Change& best) const {
        const auto from_a = pair_.costs.row(a_.stops[i]), from_b = pair_.costs.row(b_.stops[j]);
        const std::int32_t delta = from_b[a_.stops[i - 1]] + from_b[a_.stops[i + 1]] - a_.around(i) +
                                   from_a[b_.stops[j - 1]] + from_a[b_.stops[j + 1]] - b_.around(j);
        if (best.may_take(delta) && allows(a_, i, b_.stops[j]) && allows(b_, j, a_.stops[i]))
            best.offer(delta, pair_.turned ? j : i, pair_.turned ? i : j, false);
    }

    static void apply(Route& a, Route& b, const Change& change) {
        std::swap(a.stops[change.i], b.stops[change.j]);
    }

  private:
    /// Whether a customer may come in place of stop i.
    bool allows(const Route& route, int i, Node customer) const {
        return pair_.allow(Route::Head{route, i - 1}, Limits::Customer{pair_.limits, customer},
                           Route::Tail{route, i});
    }

    const RoutePair<Costs>& pair_;
    const Route &a_, &b_;
};

}  // namespace l2r::paper

#pragma once

#include "optimise/paper/pair_scan.hpp"

namespace l2r::paper {

/// Relocate(2): moves stop i of the first route between stops j and j + 1 of the second; the other variant
/// moves stop i of the second between stops j and j + 1 of the first.
template <class Costs>
class RelocateBetween {
  public:
    static constexpr MoveKind kind = MoveKind::relocate_between;
    static constexpr Scope scope = Scope::pair;

    explicit RelocateBetween(const RoutePair<Costs>& pair) : pair_(pair), a_(pair.a), b_(pair.b) {}

    static bool possible(const Route& a, const Route& b, const Instance& instance) {
        return a.least_demand <= instance.capacity() - b.load ||
               b.least_demand <= instance.capacity() - a.load;
    }

    /// Coarsely, all stops i of a into the gaps after a block of stops j of b, and these into the gaps after
    /// the stops i.
    class Block {
      public:
        L2R_INLINE Block(const RoutePair<Costs>& pair, int j)
            : pair_(pair),
              a_(pair.a.coarse),
              j_(j),
              edge_(load(pair.b.coarse.edge() + j)),
              detour_(load(pair.b.coarse.detour() + j)),
              is_gap_(load(pair.b.coarse.head() + j) != all(CoarseRoute::unfit)),
              fits_a_(load(pair.b.coarse.demand() + j) <=
                      all(pair.scale.load(pair.limits.capacity() - pair.a.load))),
              room_b_(all(pair.scale.load(pair.limits.capacity() - pair.b.load))) {}

        L2R_INLINE Lanes below(int i, Lanes bound) const {
            const std::int16_t *here = pair_.row(i) + j_, *next = pair_.row(i + 1) + j_;
            const Lanes there = load(here) + load(here + 1) - edge_ - all(a_.detour()[i]);
            const Lanes back = load(here) + load(next) - detour_ - all(a_.edge()[i]);
            return ((all(a_.demand()[i]) <= room_b_) & is_gap_ & (there < bound)) |
                   (fits_a_ & (back < bound));
        }

      private:
        const RoutePair<Costs>& pair_;
        const CoarseRoute& a_;
        const int j_;
        const Lanes edge_, detour_, is_gap_, fits_a_, room_b_;
    };
    static constexpr int first_row = 0;

    void offer(int i, int j, Change& best) const {
        if (i > 0) offer_to(a_, i, b_, j, pair_.turned, best);
        if (j > 0) offer_to(b_, j, a_, i, !pair_.turned, best);
    }

    static void apply(Route& a, Route& b, const Change& change) {
        Route &from = change.other ? b : a, &to = change.other ? a : b;
        to.stops.insert(to.stops.begin() + change.j + 1, from.stops[change.i]);
        from.stops.erase(from.stops.begin() + change.i);
    }

  private:
    /// Stop i of one route between stops j and j + 1 of the other.
    void offer_to(const Route& from, int i, const Route& to, int j, bool other, Change& best) const {
        const auto moved = pair_.costs.row(from.stops[i]);
        const std::int32_t delta = moved[to.stops[j]] + moved[to.stops[j + 1]] - to.edge[j] - from.detour[i];
        // Without the triangle inequality the route that loses a stop may get longer too.
        if (best.may_take(delta) &&
            pair_.allow(Route::Head{to, j}, Limits::Customer{pair_.limits, from.stops[i]},
                        Route::Tail{to, j}) &&
            pair_.allow(Route::Head{from, i - 1}, Route::Tail{from, i}))
            best.offer(delta, i, j, other);
    }

    const RoutePair<Costs>& pair_;
    const Route &a_, &b_;
};

}  // namespace l2r::paper

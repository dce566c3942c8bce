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

    explicit RelocateBetween(const RoutePair<Costs>& pair)
        : pair_(pair),
          a_(pair.a),
          b_(pair.b),
          room_a_(pair.capacity - a_.load),
          room_b_(pair.capacity - b_.load) {}

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
              fits_a_(load(pair.b.coarse.demand() + j) <= all(pair.scale.load(pair.capacity - pair.a.load))),
              room_b_(all(pair.scale.load(pair.capacity - pair.b.load))) {}

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
        if (i > 0 && a_.demand(i) <= room_b_) {
            const auto moved = pair_.costs.row(a_.stops[i]);
            const std::int32_t added = moved[b_.stops[j]] + moved[b_.stops[j + 1]] - b_.edge[j];
            if (pair_.limited == nullptr || in_time(a_, i, b_, added))
                best.offer(added - a_.detour[i], i, j, pair_.turned);
        }
        if (j > 0 && b_.demand(j) <= room_a_) {
            const auto moved = pair_.costs.row(b_.stops[j]);
            const std::int32_t added = moved[a_.stops[i]] + moved[a_.stops[i + 1]] - a_.edge[i];
            if (pair_.limited == nullptr || in_time(b_, j, a_, added))
                best.offer(added - b_.detour[j], j, i, !pair_.turned);
        }
    }

    static void apply(Route& a, Route& b, const Change& change) {
        Route &from = change.other ? b : a, &to = change.other ? a : b;
        to.stops.insert(to.stops.begin() + change.j + 1, from.stops[change.i]);
        from.stops.erase(from.stops.begin() + change.i);
    }

  private:
    /// Without the triangle inequality the route that loses stop i may get longer too.
    bool in_time(const Route& from, int i, const Route& to, std::int32_t added) const {
        const std::int32_t service = pair_.limited->service(from.stops[i]);
        return pair_.in_time(to.duration + added + service, from.duration - from.detour[i] - service);
    }

    const RoutePair<Costs>& pair_;
    const Route &a_, &b_;
    const std::int32_t room_a_, room_b_;
};

}  // namespace l2r::paper

#pragma once

#include <vector>

#include "base/random.hpp"
#include "optimise/plan.hpp"
#include "problem/neighbours.hpp"

namespace l2r {

/// Puts customers back one after another, each where it costs least beside one of its neighbours: the greedy
/// insertion with blinks of SISR.
///
/// The order is drawn anew each time: random, large demands first, far from the depot first, or near it
/// first. Blinks overlook a neighbour now and then, so that the same customers do not always end up in the
/// same places.
class Recreate {
  public:
    Recreate(const Instance& instance, const Neighbours& neighbours, double blink_rate);

    /// Inserts `customers` in an order of its own, and leaves in it those that had room nowhere; a new route
    /// is opened where the fleet allows it and nothing else costs less.
    void insert(Plan& plan, std::vector<Node>& customers, Random& random);

  private:
    void shuffle(std::vector<Node>& customers, Random& random);
    void draw_blink(Random& random);
    bool insert(Plan& plan, Node customer, Random& random);
    Plan::Place find_place(const Plan& plan, Node customer, Random& random);
    Plan::Place place_anywhere(const Plan& plan, Node customer) const;
    template <bool limited, class Row>
    Plan::Place best_place(const Plan& plan, Node customer, const Row& row, Random& random);

    const Instance& instance_;
    const Neighbours& neighbours_;
    double blink_scale_;              ///< 1 / log(1 - rate)
    int until_blink_ = 0;             ///< neighbours to look at before one is overlooked
    std::vector<std::int32_t> open_;  ///< neighbours, by their place in the list, whose routes have room
    std::vector<std::pair<std::int64_t, Node>> order_;
};

}  // namespace l2r

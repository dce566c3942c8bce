#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "problem/instance.hpp"

namespace l2r::granular {

struct Neighbour {
    Node customer;
    std::int32_t cost;
};

/// For each customer those that are near: its `count` nearest, and all that have it among theirs. So each is
/// on the list of every one that is on its own. Nearest first.
class NeighbourLists {
  public:
    /// A stop that is requested leaves lists empty.
    NeighbourLists(const Instance& instance, int count, const Stop& stop);

    std::span<const Neighbour> of(Node customer) const {
        const auto at = static_cast<std::size_t>(customer);
        return {neighbours_.data() + ends_[at - 1], neighbours_.data() + ends_[at]};
    }
    /// The nearest of them, `most` at most.
    std::span<const Neighbour> of(Node customer, int most) const {
        const auto all = of(customer);
        return all.first(std::min(all.size(), static_cast<std::size_t>(most)));
    }

  private:
    std::vector<Neighbour> neighbours_;
    std::vector<std::size_t> ends_;  ///< (nodes) where the list of each node ends; the depot's is empty
};

}  // namespace l2r::granular

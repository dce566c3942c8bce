#pragma once

#include <span>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// Numbers routes by their customers and order, so that facts about a route are found again.
class RouteNumbers {
  public:
    static constexpr int limit = 1024;

    RouteNumbers() { clear(); }

    /// The number of a route, from 0; one that is new gets the next. At most `limit` routes have one: the
    /// caller clears in time.
    int of(std::span<const Node> route);
    int count() const { return static_cast<int>(begins_.size()) - 1; }
    void clear();

  private:
    bool is(int number, std::span<const Node> route) const;

    std::vector<Node> customers_;      ///< of all routes, one after the other
    std::vector<std::size_t> begins_;  ///< where each begins, and where the next one will
    std::vector<std::int16_t> table_;  ///< numbers by hash, the next free place if that is taken; -1: none
};

}  // namespace l2r

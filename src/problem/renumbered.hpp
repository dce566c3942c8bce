#pragma once

#include <vector>

#include "problem/solution.hpp"

namespace l2r {

/// The same problem with its customers numbered along a Hilbert curve: those that are near one another have
/// numbers near one another, and so what a search knows of them lies close together in memory.
class Renumbered {
  public:
    /// The instance has places.
    explicit Renumbered(const Instance& instance);

    const Instance& instance() const { return instance_; }
    /// A solution of the original in these numbers, and the other way round.
    Solution from_original(const Solution& solution) const { return translated(solution, number_); }
    Solution to_original(const Solution& solution) const { return translated(solution, original_); }
    void to_original(std::span<Node> route) const {
        for (Node& customer : route) customer = original_[static_cast<std::size_t>(customer)];
    }

  private:
    static Solution translated(const Solution& solution, const std::vector<Node>& names);

    const std::vector<Node> original_;  ///< by number here; the depot stays the first
    const std::vector<Node> number_;    ///< by original number
    const Instance instance_;
};

}  // namespace l2r

#pragma once

#include <vector>

#include "problem/solution.hpp"

namespace l2r {

/// The same problem with its customers numbered along a Hilbert curve: those that are near one another have
/// numbers near one another, and so what a search knows of them lies close together in memory.
class Renumbered {
  public:
    /// Whether a search gains by it: costs come from places, and there are more customers than stay in the
    /// cache whatever their numbers are.
    static bool pays(const Instance& instance) {
        return instance.metric() != Metric::matrix && instance.customers() > 200;
    }

    /// The instance has places.
    explicit Renumbered(const Instance& instance);

    const Instance& instance() const { return instance_; }
    /// A solution of the original in these numbers, and the other way round.
    Solution from_original(const Solution& solution) const { return translated(solution, number_); }
    Solution to_original(const Solution& solution) const { return translated(solution, original_); }

  private:
    static Solution translated(const Solution& solution, const std::vector<Node>& names);

    const std::vector<Node> original_;  ///< by number here; the depot stays the first
    const std::vector<Node> number_;    ///< by original number
    const Instance instance_;
};

}  // namespace l2r

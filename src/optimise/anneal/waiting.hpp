#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "problem/instance.hpp"

namespace l2r::anneal {

/// Customers that wait for room while there are fewer routes than they take. Each counts by how often it has
/// waited, so that those that are hard to place come first.
class Waiting {
  public:
    explicit Waiting(const Instance& instance) : times_(static_cast<std::size_t>(instance.nodes()), 1) {}

    bool empty() const { return customers_.empty(); }
    const std::vector<Node>& customers() const { return customers_; }

    /// Nobody has waited before.
    void begin(std::vector<Node> customers) {
        customers_ = std::move(customers);
        times_.assign(times_.size(), 1);
    }
    void clear() { customers_.clear(); }
    /// These wait instead; they get the others.
    void replace(std::vector<Node>& customers) { customers_.swap(customers); }
    /// Another iteration has gone by.
    void count() {
        for (const Node customer : customers_) ++times_[static_cast<std::size_t>(customer)];
    }
    /// Less: it would be better if these waited instead.
    std::strong_ordering compare(const std::vector<Node>& customers) const {
        return weight(customers) <=> weight(customers_);
    }

  private:
    std::int64_t weight(const std::vector<Node>& customers) const {
        std::int64_t sum = 0;
        for (const Node customer : customers) sum += times_[static_cast<std::size_t>(customer)];
        return sum;
    }

    std::vector<Node> customers_;
    std::vector<std::int64_t> times_;  ///< by node, and one more
};

}  // namespace l2r::anneal

#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <vector>

#include "problem/instance.hpp"

namespace l2r::anneal {

/// Customers that wait for room while there are fewer routes than they take. Each counts by its burden and by
/// how often it has waited, so that those that are hard to place come first.
class Waiting {
  public:
    explicit Waiting(const Instance& instance) {
        double demand = 0;
        for (Node customer = 1; customer < instance.nodes(); ++customer) demand += instance.demand(customer);
        const double mean = std::max(1.0, demand / instance.customers());
        burdens_.push_back(0);
        for (Node customer = 1; customer < instance.nodes(); ++customer) {
            const double square = std::pow(instance.demand(customer) / mean, 2);
            burdens_.push_back(std::llround(of_mean_demand * std::clamp(square, 0.01, 100.0)));
        }
        weights_ = burdens_;
    }

    bool empty() const { return customers_.empty(); }
    const std::vector<Node>& customers() const { return customers_; }
    /// How hard a customer is to place, by its demand alone. One of twice the demand is harder than two: it
    /// takes room in one piece.
    std::int64_t burden(Node customer) const { return burdens_[static_cast<std::size_t>(customer)]; }

    /// Nobody has waited before.
    void begin(std::vector<Node> customers) {
        customers_ = std::move(customers);
        weights_ = burdens_;
    }
    void clear() { customers_.clear(); }
    /// These wait instead; they get the others.
    void replace(std::vector<Node>& customers) { customers_.swap(customers); }
    /// Another iteration has gone by.
    void count() {
        for (const Node customer : customers_)
            weights_[static_cast<std::size_t>(customer)] += burden(customer);
    }
    /// Less: it would be better if these waited instead.
    std::strong_ordering compare(const std::vector<Node>& customers) const {
        return weight(customers) <=> weight(customers_);
    }

  private:
    static constexpr double of_mean_demand = 1'000;

    std::int64_t weight(const std::vector<Node>& customers) const {
        std::int64_t sum = 0;
        for (const Node customer : customers) sum += weights_[static_cast<std::size_t>(customer)];
        return sum;
    }

    std::vector<Node> customers_;
    std::vector<std::int64_t> burdens_, weights_;  ///< by node
};

}  // namespace l2r::anneal

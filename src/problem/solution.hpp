#pragma once

#include <span>
#include <string>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// Routes of customers, in one flat array; the depot at both ends of a route is not stored.
class Solution {
  public:
    Solution() = default;
    /// For writing one down: Solution{{1, 2}, {3}}.
    Solution(std::initializer_list<std::vector<Node>> routes) {
        for (const auto& route : routes) add_route(route);
    }

    int routes() const { return static_cast<int>(ends_.size()); }
    std::span<const Node> route(int index) const {
        const auto begin = index == 0 ? 0 : ends_[static_cast<std::size_t>(index) - 1];
        return {customers_.data() + begin,
                static_cast<std::size_t>(ends_[static_cast<std::size_t>(index)] - begin)};
    }
    /// Routes that have customers.
    int used_routes() const;
    /// All customers, route after route.
    std::span<const Node> customers() const { return customers_; }

    void add_route(std::span<const Node> customers) {
        customers_.insert(customers_.end(), customers.begin(), customers.end());
        ends_.push_back(static_cast<std::int32_t>(customers_.size()));
    }
    void reserve(int customers, int routes) {
        customers_.reserve(static_cast<std::size_t>(customers));
        ends_.reserve(static_cast<std::size_t>(routes));
    }
    /// Keeps the memory, so that a solution can be filled again without allocation.
    void clear() {
        customers_.clear();
        ends_.clear();
    }

    bool operator==(const Solution&) const = default;

  private:
    std::vector<Node> customers_;
    std::vector<std::int32_t> ends_;  ///< for each route, the position after its last customer
};

/// The exact length, in the unit of the instance. Every customer number must be in range.
double length(const Instance& instance, const Solution& solution);
double route_length(const Instance& instance, std::span<const Node> route);

/// By more than rounding: sums of the same edges in another order differ in their last digits.
inline bool is_shorter(double length, double than) {
    return length < than - 1e-10 * std::abs(than);
}

/// In steps of the instance's costs; the route has customers.
std::int64_t route_cost(const Instance& instance, std::span<const Node> route);

/// Travel and service together, in the unit of the instance: what a limit on routes is about.
double route_duration(const Instance& instance, std::span<const Node> route);

std::int64_t route_load(const Instance& instance, std::span<const Node> route);

/// What keeps `solution` from being a feasible one, a sentence each; none if it is feasible.
std::vector<std::string> faults(const Instance& instance, const Solution& solution);

/// Whether there are more routes than vehicles.
bool exceeds_fleet(const Instance& instance, const Solution& solution);
/// Faults other than that.
std::vector<std::string> faults_of_routes(const Instance& instance, const Solution& solution);

}  // namespace l2r

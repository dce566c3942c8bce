#pragma once

#include "problem/instance.hpp"

namespace l2r {

/// The time of a route that grows customer by customer. Where routes have no limit there is always time.
class RouteClock {
  public:
    explicit RouteClock(const Instance& instance)
        : instance_(instance), limited_(instance.has_route_limit()) {}

    /// Whether the vehicle can go on to `customer` and still come home in time.
    bool has_time_for(Node customer) const {
        return !limited_ || elapsed_after(customer) + instance_.cost(customer, 0) <= instance_.route_limit();
    }
    void visit(Node customer) {
        if (!limited_) return;
        elapsed_ = elapsed_after(customer);
        place_ = customer;
    }
    void restart() {
        elapsed_ = 0;
        place_ = 0;
    }

  private:
    std::int64_t elapsed_after(Node customer) const {
        return elapsed_ + instance_.cost(place_, customer) + instance_.service(customer);
    }

    const Instance& instance_;
    const bool limited_;
    std::int64_t elapsed_ = 0;  ///< in steps, until the vehicle leaves where it is
    Node place_ = 0;
};

}  // namespace l2r

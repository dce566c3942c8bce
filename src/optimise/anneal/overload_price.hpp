#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "optimise/anneal/annealing_settings.hpp"
#include "problem/instance.hpp"

namespace l2r::anneal {

/// What routes pay for carrying too much. The price rises and falls so that a wanted share of the solutions
/// keeps to the capacity, as in HGS-CVRP (Vidal, 2022).
class OverloadPrice {
  public:
    OverloadPrice(const Instance& instance, const OverloadSettings& settings)
        : settings_(settings), capacity_(instance.capacity()) {
        double demand = 0;
        for (Node customer = 1; customer < instance.nodes(); ++customer) demand += instance.demand(customer);
        mean_demand_ = std::max(1.0, demand / instance.customers());
        const auto more = std::max<std::int64_t>(1, std::llround(settings.most * capacity_));
        most_load_ = static_cast<std::int32_t>(std::min(capacity_ + more, Instance::capacity_limit));
    }

    /// Anew, where an edge costs so much on average.
    void begin(double mean_edge) {
        price_ = within_bounds(settings_.first_price * mean_edge / mean_demand_);
        seen_ = feasible_ = 0;
    }
    /// An iteration has ended with a solution that keeps to the capacity, or not.
    void count(bool is_feasible) {
        ++seen_;
        feasible_ += is_feasible;
    }
    /// After some iterations, when this share of the run is over.
    void adapt(double progress) {
        if (seen_ == 0) return;
        const double wanted =
            progress < settings_.end ? settings_.feasible_share : settings_.feasible_share_at_end;
        price_ = within_bounds(price_ * (feasible_ < wanted * seen_ ? settings_.dearer : settings_.cheaper));
        seen_ = feasible_ = 0;
    }

    /// As `Limits::price_overload` has them.
    std::int32_t most_load() const { return most_load_; }
    std::int64_t price() const { return static_cast<std::int64_t>(65'536 * price_); }

  private:
    double within_bounds(double price) const {
        return std::clamp(price, 1.0 / 65'536, highest_cost / std::max(1, most_load_ - capacity_));
    }

    static constexpr double highest_cost = 1 << 29;  ///< so that sums of such and of distances fit

    const OverloadSettings settings_;
    const std::int32_t capacity_;
    double mean_demand_ = 1, price_ = 0;
    std::int32_t most_load_ = 0;
    int seen_ = 0, feasible_ = 0;
};

}  // namespace l2r::anneal

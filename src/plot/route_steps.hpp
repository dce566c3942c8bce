#pragma once

#include <cstdint>
#include <vector>

#include "problem/solution.hpp"

namespace l2r {

/// A solution of a search, and when it was found.
struct RouteStep {
    double seconds = 0;
    double length = 0;
    Solution solution;
};

/// Keeps some of the improvements of a search while it runs: the first, the last and others evenly between.
class RouteSteps {
  public:
    static constexpr std::size_t most = 60;  ///< that are chosen
    /// Customers in all that are kept: 60 MB. Where there would be more, none are.
    static constexpr std::size_t most_customers = 15'000'000;

    void add(double seconds, double length, const Solution& solution);
    /// At most `most`, in their order; none where there are too many customers.
    std::vector<RouteStep> chosen() const;

  private:
    bool is_too_large() const;

    std::vector<RouteStep> kept_;  ///< every `stride_`th
    RouteStep last_;
    std::int64_t count_ = 0, stride_ = 1;
};

}  // namespace l2r

#pragma once

#include <memory>

#include "optimise/optimiser.hpp"

namespace l2r {

struct StrongSettings {
    int neighbours = 10;           ///< of each customer, and those that have it among theirs; 1 or more
    int rough_neighbours = 5;      ///< the nearest of these, for the first pass; 0 for none
    int swap_star_neighbours = 3;  ///< SWAP* is for routes that have such near neighbours; 1 or more
};

/// A local search with granular neighbourhoods: relocate of up to three customers, swaps of up to two, 2-opt,
/// 2-opt* and SWAP*, between customers that are near each other. Customers come in random order; for each
/// near one the best move that brings the two together is made. A pass of all of them, then SWAP* between
/// routes, is a cycle; the first one begins with a rougher pass (docs/method.md).
///
/// What has not changed since it was tried is not tried again, and neither are the settled routes of a start
/// among themselves.
class StrongSearch : public Optimiser {
  public:
    explicit StrongSearch(const StrongSettings& settings = {});
    ~StrongSearch() override;
    std::string name() const override { return "strong"; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<StrongSearch>(settings_); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

  private:
    struct Memory;
    const StrongSettings settings_;
    std::unique_ptr<Memory> memory_;
};

}  // namespace l2r

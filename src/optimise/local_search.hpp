#pragma once

#include <memory>

#include "optimise/optimiser.hpp"

namespace l2r {

/// The paper's optimiser: 2-opt and relocate within a route, then cross, exchange and relocate between two
/// routes, in cycles until one gains nothing. Each move is applied to every route, or pair of routes in index
/// order, best change first, until that route or pair gains no more (docs/method.md).
///
/// Routes and pairs that have not changed since they were last searched are skipped, as are the settled
/// routes of a start, so a perturbed start costs in proportion to what was perturbed.
class LocalSearch : public Optimiser {
  public:
    LocalSearch();
    ~LocalSearch() override;
    std::string name() const override { return "paper"; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<LocalSearch>(); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace l2r

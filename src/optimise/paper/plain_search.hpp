#pragma once

#include "optimise/optimiser.hpp"

namespace l2r::paper {

/// The paper's optimiser written for reading: every cycle looks at every route and every pair of routes, and
/// each move is a formula and a rebuild of the routes. `LocalSearch` must make the same moves and reach the
/// same solutions.
class PlainSearch : public Optimiser {
  public:
    std::string name() const override { return "plain"; }
    OptimiserTraits traits() const override { return {.has_cycles = true, .refuses_times = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<PlainSearch>(); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;
};

}  // namespace l2r::paper

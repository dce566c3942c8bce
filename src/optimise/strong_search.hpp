#pragma once

#include <memory>

#include "optimise/optimiser.hpp"

namespace l2r {

/// A local search with granular neighbourhoods: relocate of up to three customers, swaps of up to two, 2-opt,
/// 2-opt* and SWAP*, between customers that are near each other. Customers come in random order, each with
/// the best move that brings it next to a near one; a round of all of them, then SWAP* between routes, is a
/// cycle (docs/method.md).
///
/// What has not changed since it was tried is not tried again, and neither are the settled routes of a start
/// among themselves.
class StrongSearch : public Optimiser {
  public:
    static constexpr int default_neighbours = 10;

    explicit StrongSearch(int neighbours = default_neighbours);
    ~StrongSearch() override;
    std::string name() const override { return "strong"; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<StrongSearch>(neighbours_); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

  private:
    struct Memory;
    const int neighbours_;
    std::unique_ptr<Memory> memory_;
};

}  // namespace l2r

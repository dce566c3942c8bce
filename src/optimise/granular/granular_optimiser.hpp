#pragma once

#include <memory>

#include "optimise/granular/granular_settings.hpp"
#include "optimise/optimiser.hpp"

namespace l2r::granular {

/// A local search with granular neighbourhoods: relocate of up to three customers, swaps of up to two, 2-opt,
/// 2-opt* and SWAP*, between customers that are near each other. A pass of all customers, then SWAP* between
/// routes, is a cycle; the first one begins with a rougher pass (docs/method.md).
///
/// Settled routes of a start are not tried among themselves.
class GranularOptimiser : public Optimiser {
  public:
    explicit GranularOptimiser(const GranularSettings& settings = {});
    ~GranularOptimiser() override;
    /// With the settings that are not the default.
    std::string name() const override;
    OptimiserTraits traits() const override { return {.has_cycles = true}; }
    std::unique_ptr<Optimiser> clone() const override {
        return std::make_unique<GranularOptimiser>(settings_);
    }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

  private:
    struct Memory;
    template <class Costs>
    struct MemoryOf;

    const GranularSettings settings_;
    std::unique_ptr<Memory> memory_;
};

}  // namespace l2r::granular

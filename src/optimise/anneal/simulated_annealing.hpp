#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/random.hpp"
#include "optimise/anneal/annealing_settings.hpp"

namespace l2r::anneal {

/// Accepts what is shorter, and what is not much longer: the colder, the less. The temperature falls
/// exponentially from the first to the last.
class SimulatedAnnealing {
  public:
    explicit SimulatedAnnealing(const SimulatedAnnealingSettings& settings) : settings_(settings) {}

    /// The unit of temperatures is a mean edge, in steps of cost. 0 for those of the settings.
    void begin(double mean_edge, double first_temperature, double last_temperature = 0) {
        mean_edge_ = mean_edge;
        first_ = first_temperature > 0 ? first_temperature : settings_.first_temperature;
        last_ = std::min(first_, last_temperature > 0 ? last_temperature : settings_.last_temperature);
        cool(0);
    }
    /// `progress` is the share of the run that is over.
    void cool(double progress) { temperature_ = mean_edge_ * first_ * std::pow(last_ / first_, progress); }

    /// What a solution may cost in place of one that costs `cost`: drawn anew each time.
    double most_cost(std::int64_t cost, Random& random) const {
        return static_cast<double>(cost) - temperature_ * std::log(1 - random.uniform());
    }

  private:
    const SimulatedAnnealingSettings settings_;
    double mean_edge_ = 0, first_ = 0, last_ = 0, temperature_ = 0;
};

}  // namespace l2r::anneal

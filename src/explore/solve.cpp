#include "explore/solve.hpp"

#include "optimise/anneal/annealing.hpp"

namespace l2r {

Exploration solve(const Instance& instance, const StopRule& stop, std::uint64_t seed,
                  const Observer& observer) {
    ExploreSettings settings;
    settings.stop = stop;
    settings.seed = seed;
    return explore(instance, anneal::Annealing(), nullptr, settings, observer);
}

}  // namespace l2r

#pragma once

#include <optional>

#include "explore/ruin_search.hpp"
#include "explore/runner.hpp"

namespace l2r {

/// The runs of `Strategy::ruin`: a construction, then so many removals and repairs each, ever colder.
class RuinRunner {
  public:
    static constexpr int iterations = 50;  ///< of the search, in a run

    /// All must outlive it.
    RuinRunner(const Instance& instance, const ExploreSettings& settings, const Stop& stop)
        : instance_(instance), settings_(settings), stop_(stop) {}

    /// The warm start, or a construction: of large instances one that is there at once, as long as the
    /// settings say nothing else.
    Parent first_run(Random& random) const;
    /// The next run of the search, which begins at `best` or at a better construction. `progress` is the
    /// share of time or runs that is over, `idleness` that of the runs without improvement that are allowed.
    /// A result that is no shorter than `best` comes without its routes.
    Parent run(double progress, double idleness, const Parent& best, Random& random);

  private:
    void begin(const Parent& best, Random& random);
    static double temperature(double progress);

    const Instance& instance_;
    const ExploreSettings& settings_;
    const Stop& stop_;
    std::optional<RuinSearch> search_;
};

}  // namespace l2r

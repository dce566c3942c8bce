#pragma once

#include <optional>

#include "explore/runner.hpp"
#include "optimise/anneal/anneal_search.hpp"
#include "problem/renumbered.hpp"

namespace l2r {

/// The runs of `Strategy::ruin`: a construction, then so many removals and repairs each, ever colder.
///
/// Where there is time for several such searches of a small instance, one follows another, each from a
/// construction of its own: a cold search does not leave the shape that its routes have all around the depot,
/// and which shape that is is a matter of luck. Routes of all of them are kept, and towards its end each
/// looks for a shorter solution made of these.
class Restarts {
  public:
    static constexpr int iterations = 50;  ///< of the search, in a run
    /// Of instances with more customers routes are not kept to be combined.
    static constexpr int most_combined = 300;

    /// All must outlive it.
    Restarts(const Instance& instance, const ExploreSettings& settings, const Stop& stop)
        : instance_(instance), settings_(settings), stop_(stop) {
        if (instance.customers() <= most_combined && !instance.has_fleet_limit()) pool_.emplace(instance);
    }

    /// The warm start, or a construction: of large instances one that is there at once, as long as the
    /// settings say nothing else.
    Parent first_run(Random& random) const;
    /// The next run of the search, of which the first begins at `best` or at a better construction.
    /// `progress` is the share of time or runs that is over, `idleness` that of the runs without improvement
    /// that are allowed. A result that is not the best of its search comes without its routes.
    Parent run(double progress, double idleness, const Parent& best, Random& random);

  private:
    void begin(const Parent& best, Random& random);
    void begin_at(const Solution& solution);
    void begin_packed();
    /// A solution in the numbers that are searched, and back.
    Solution inward(const Solution& solution) const;
    Solution outward(const Solution& solution) const;
    void begin_again(Random& random);
    int searches_worth(double runs) const;
    static double temperature(double progress);

    const Instance& instance_;
    const ExploreSettings& settings_;
    const Stop& stop_;
    std::optional<Renumbered> renumbered_;  ///< what is searched, where that is not the instance itself
    std::optional<RoutePool> pool_;         ///< in the numbers that are searched
    std::optional<anneal::AnnealSearch> search_;
    std::int64_t runs_ = 0;
    int searches_ = 1;  ///< that share the time
    int current_ = 0;   ///< of these
    bool has_combined_ = false;
    bool has_packed_ = false;
};

}  // namespace l2r

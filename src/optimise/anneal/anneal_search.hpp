#pragma once

#include <memory>

#include "base/random.hpp"
#include "base/stop.hpp"
#include "optimise/route_pool.hpp"
#include "problem/solution.hpp"

namespace l2r::anneal {

/// Destroy, repair and local search under simulated annealing: customers that are near one another leave
/// their routes and go back somewhere cheap, the granular local search mends what that touched, and what
/// comes of it is kept if it is shorter, or not much longer. What an iteration costs does not depend on the
/// size of the instance.
///
/// Where there have to be fewer routes, or the search tries to do with fewer, some customers are left out at
/// first, and whatever serves more of them is kept; customers that were often left out count more.
class AnnealSearch {
  public:
    /// The first run begins with a local search from `start`. A stop that is requested meanwhile makes a
    /// search that does nothing. Routes that its iterations lead to go into the pool,
    /// where there is one.
    AnnealSearch(const Instance& instance, const Solution& start, const Stop& stop,
                 RoutePool* pool = nullptr);
    ~AnnealSearch();

    /// At most so many removals and repairs. The temperature is in units of a mean way of the start: how much
    /// longer a solution may become, about. As long as it `may_pack`, the search looks for solutions of fewer
    /// routes; once it may not, it goes on from where it has got with that.
    void run(int iterations, double temperature, bool may_pack, Random& random);

    /// Looks for a solution of the pool's routes that is shorter than `best`, and goes on from it where there
    /// is one.
    void combine_routes(const Solution& best, Random& random);

    /// Whether there is a better one than when this was last asked.
    bool takes_new_best();
    /// The best so far; there is none before all customers are served.
    Solution best() const;
    /// Of the solution that the search is at.
    std::int64_t cost() const;

  private:
    struct Core;
    template <class Costs>
    class CoreOf;

    std::unique_ptr<Core> core_;
};

}  // namespace l2r::anneal

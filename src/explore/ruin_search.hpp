#pragma once

#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "optimise/recreate.hpp"
#include "optimise/ruin.hpp"

namespace l2r {

/// Destroy and repair under simulated annealing: customers that are near one another leave their routes and
/// go back where they cost least; what comes of it is kept if it is shorter, or not much longer. An iteration
/// costs the same at any size of the instance.
///
/// Where the fleet is limited and the start has too many routes, some customers are left out at first, and
/// whatever serves more of them is kept; customers that were often left out count more.
class RuinSearch {
  public:
    /// A stop that is requested meanwhile makes a search that does nothing.
    RuinSearch(const Instance& instance, const Solution& start, const Stop& stop);

    /// At most so many removals and repairs. The temperature is in units of a mean way of the start: how much
    /// longer a solution may become, about.
    void run(int iterations, double temperature, Random& random);

    /// Whether there is a better one than when this was last asked.
    bool takes_new_best() { return std::exchange(is_new_best_, false); }
    /// The best so far; there is none before all customers are served.
    Solution best() const { return best_.solution(); }
    /// Of the solution that the search is at.
    std::int64_t cost() const { return plan_.cost(); }

  private:
    static constexpr std::int64_t no_cost = std::numeric_limits<std::int64_t>::max();

    void drop_routes();
    void iterate(double most_longer, Random& random);
    Node draw_centre(Random& random) const;
    bool keeps_to_limit() const;
    bool accepts(std::int64_t change, double most_longer) const;
    std::int64_t weight(const std::vector<Node>& customers) const;
    void note_best();

    const Instance& instance_;
    const Stop stop_;
    Neighbours neighbours_;
    Ruin ruin_;
    Recreate recreate_;
    Plan plan_, best_;
    double mean_way_;
    std::int64_t best_cost_ = no_cost;
    bool is_new_best_ = false;
    std::vector<Node> unserved_, pending_;
    std::vector<std::int64_t>
        times_unserved_;  ///< by customer, and one more; empty where the fleet has no limit
};

}  // namespace l2r

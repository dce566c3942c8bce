#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/settings.hpp"
#include "base/stop.hpp"
#include "problem/solution.hpp"

namespace l2r {

struct RoutePoolSettings {
    int most_routes = 40'000;
    int rounds = 150;
    int rounds_over_cheap = 30;
    double cheap = 0.005;
    int patience = 8;
    double shorter_step = 0.6;
    double shortest_step = 1e-3;
    int most_searched = 3'000;
    int most_nodes = 50'000;
};

void list(RoutePoolSettings& settings, SettingList& list);

/// Routes that a search has come by, and the question whether some of them make a better solution together
/// than the search has found: set partitioning, where every customer is on just one of the routes taken.
///
/// Each customer has a price, and what a route costs above the prices of its customers is its reduced cost.
/// With prices that leave no reduced cost below 0, their sum is a lower bound, and no solution that is
/// cheaper than the best one has a route whose reduced cost exceeds what lies between the two. The prices are
/// found by a subgradient ascent of the Lagrangian bound, and kept from one call to the next; a search in
/// depth tries the routes that are left.
class RoutePool {
  public:
    explicit RoutePool(const Instance& instance, const RoutePoolSettings& settings = {});

    /// Takes a feasible route in; of several with the same customers the cheapest one stays.
    void add(std::span<const Node> customers, std::int64_t cost);
    /// All routes of another pool of the same instance, in the order in which they came.
    void add(const RoutePool& other);
    int size() const { return static_cast<int>(routes_.size()); }
    /// In the order in which they came.
    std::span<const Node> route(int index) const {
        return customers(routes_[static_cast<std::size_t>(index)]);
    }
    std::int64_t cost(int index) const { return routes_[static_cast<std::size_t>(index)].cost; }

    /// A solution of routes of the pool that costs less than `best_cost`, the cheapest that was found; none
    /// (without routes) where there was none, or the work of the settings or `stop` ended the search.
    Solution cheaper_solution(std::int64_t best_cost, const Stop& stop);
    /// The same, of these and of the routes of `best`, which join the pool, where it is shorter than that.
    Solution shorter_solution(const Instance& instance, const Solution& best, const Stop& stop);

  private:
    struct Route {
        std::int64_t cost;
        std::uint64_t key;  ///< of its customers, in any order
        std::size_t first;
        std::int32_t count;
    };
    /// One that the search for a set may take.
    struct Candidate {
        double reduced_cost;
        int route;
        friend auto operator<=>(const Candidate&, const Candidate&) = default;
    };

    std::span<const Node> customers(const Route& route) const {
        return {customers_.data() + route.first, static_cast<std::size_t>(route.count)};
    }
    void index_anew(std::size_t slots);
    double reduced_cost(const Route& route) const;

    void set_first_prices();
    void raise_prices(std::int64_t best_cost, const Stop& stop);
    /// Lowers prices until no reduced cost is below 0; what their sum is then.
    double make_prices_a_bound();
    void collect_candidates(double gap);
    void search(double sum, int customers_left);
    void leave_possible(std::span<const Node> taken, double sum, const std::uint64_t* before,
                        std::uint64_t* now) const;
    int hardest_customer(const std::uint64_t* possible) const;
    void set_served(std::span<const Node> customers, char served);
    /// The set of candidates that have a customer.
    std::uint64_t* serving(Node customer) {
        return serving_.data() + static_cast<std::size_t>(customer) * words_;
    }
    const std::uint64_t* serving(Node customer) const {
        return serving_.data() + static_cast<std::size_t>(customer) * words_;
    }
    void drop_worst_half();

    const RoutePoolSettings settings_;
    const int nodes_;
    std::vector<std::uint64_t> keys_;  ///< of each customer
    std::vector<std::int32_t> slots_;  ///< hash table of routes, -1 where there is none
    std::vector<Route> routes_;
    std::vector<Node> customers_;  ///< of all routes

    std::vector<double> prices_;         ///< of each node; empty before the first call
    std::vector<Candidate> candidates_;  ///< the least reduced cost first
    /// Sets of candidates, a bit each in so many words: by customer, and by how many routes are taken.
    std::vector<std::uint64_t> serving_, possible_;
    std::size_t words_ = 0;
    std::vector<char> is_served_;  ///< by customer, by the routes that are taken
    std::vector<int> taken_, found_;
    double bound_ = 0;  ///< reduced costs must sum up to less
    int nodes_left_ = 0;
    Stop stop_;
};

}  // namespace l2r

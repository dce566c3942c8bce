#pragma once

#include <limits>
#include <vector>

#include "problem/solution.hpp"

namespace l2r {

/// Routes that change a customer at a time, each change at a cost that does not depend on the size of the
/// instance, and can be taken back.
class Plan {
  public:
    /// The route of customers that are on none. No customer fits on it.
    static constexpr std::int32_t nowhere = 0;

    /// A customer among its neighbours on a route; the depot is both ends.
    struct Visit {
        Node before = 0, after = 0;
        std::int32_t route = nowhere;
        std::int32_t cost_before = 0, cost_after = 0;  ///< of the ways from and to them
        std::int32_t demand = 0;
    };
    /// Where a customer may go: between two others of a route, or into an empty route.
    struct Place {
        Node before = 0, after = 0;
        std::int32_t route = nowhere;
    };

    /// All customers are on no route.
    explicit Plan(const Instance& instance);
    /// Takes on the routes of a solution, of which every customer may be on one at most. Nothing can be taken
    /// back.
    void assign(const Solution& solution);
    Solution solution() const;

    const Visit& visit(Node customer) const { return visits_[static_cast<std::size_t>(customer)]; }
    bool is_served(Node customer) const { return visit(customer).route != nowhere; }
    std::int32_t load(std::int32_t route) const { return loads_[static_cast<std::size_t>(route)]; }
    /// Customers on a route.
    int size(std::int32_t route) const { return routes_[static_cast<std::size_t>(route)].size; }
    /// Travel and service of a route, in steps.
    std::int64_t length(std::int32_t route) const { return routes_[static_cast<std::size_t>(route)].length; }
    /// Routes that have customers.
    int used_routes() const { return used_routes_; }
    /// Routes are numbered 1 .. this - 1, empty ones among them.
    int route_numbers() const { return static_cast<int>(routes_.size()); }
    /// Travel of all routes, in steps.
    std::int64_t cost() const { return cost_; }

    /// The number of a route without customers.
    std::int32_t empty_route();
    /// Takes a customer off its route.
    void remove(Node customer);
    /// Puts a customer that is on no route where it may go; room is the caller's to see to.
    void insert(Node customer, const Place& place);

    /// What was changed until now is there to stay.
    void commit();
    /// Takes back what was changed since `commit`.
    void undo();

    /// Travel and service of the longest route that was changed since `commit`, in steps; 0 where none was.
    std::int64_t longest_changed() const;

    /// Makes `twin` equal to this plan, in time proportional to what was committed since the last call. The
    /// twin must be the same each time, and a copy of this plan when `assign` was last called.
    void bring_up_to_date(Plan& twin);

  private:
    struct Route {
        Node first = 0;
        std::int32_t size = 0;
        std::int64_t length = 0;
    };
    struct Step {
        Node customer;
        Place place;
        bool inserted;
    };

    Visit& at(Node customer) { return visits_[static_cast<std::size_t>(customer)]; }
    void link(Node customer, const Place& place);
    void unlink(Node customer);
    void list_empty(std::int32_t route);
    void note_change(Node customer);
    void note_route(std::int32_t route);

    const Instance* instance_;
    std::vector<Visit> visits_;
    std::vector<Route> routes_;
    std::vector<std::int32_t> loads_;    ///< by route
    std::vector<std::int32_t> empty_;    ///< routes that may be empty, each once: all that are, and some more
    std::vector<char> is_listed_empty_;  ///< by route
    int used_routes_ = 0;
    std::int64_t cost_ = 0;
    std::vector<Step> steps_;  ///< since the last commit
    std::vector<Node> changed_customers_;
    std::vector<std::int32_t> changed_routes_;
    std::vector<char> is_changed_customer_, is_changed_route_;
};

}  // namespace l2r

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "problem/nearby.hpp"
#include "problem/solution.hpp"
#include "value/route_numbers.hpp"

namespace l2r {

/// What networks see of each customer of a start. The first two are its place, seen from the depot. When the
/// plane is mirrored or turned by quarters, these change; the others stay.
inline constexpr std::array<std::string_view, 37> stop_features = {
    "x",                  // from the depot
    "y",                  // from the depot
    "demand",             // share of the capacity
    "depot_distance",     // to the depot
    "previous",           // to the stop before, which may be the depot
    "next",               // to the stop after
    "bypass",             // between those two
    "route_slack",        // room left on the route
    "nearest_on_route",   // to the nearest on the route, depot included
    "together_5",         // how many of the 5 nearest are on the route
    "removal_gain",       // what the route saves without the customer
    "move_gain",          // what is saved with it next to a neighbour on another route
    "fitting_move_gain",  // the same, on one that has room
    // Of each of the 4 nearest customers: the distance; whether it is on the route; room left on its own;
    // what is saved by moving there; whether there is room; what is saved by exchanging tails there.
    "near_1",
    "near_1_together",
    "near_1_slack",
    "near_1_move",
    "near_1_fits",
    "near_1_cross",
    "near_2",
    "near_2_together",
    "near_2_slack",
    "near_2_move",
    "near_2_fits",
    "near_2_cross",
    "near_3",
    "near_3_together",
    "near_3_slack",
    "near_3_move",
    "near_3_fits",
    "near_3_cross",
    "near_4",
    "near_4_together",
    "near_4_slack",
    "near_4_move",
    "near_4_fits",
    "near_4_cross",
};

/// What is seen of a start as a whole; the linear scorer sees nothing else. The last three are of the
/// instance.
inline constexpr std::array<std::string_view, 31> start_features = {
    "length",               // of all routes
    "routes",               // how many
    "route_length_spread",  // standard deviation
    "angular_resultant",    // mean over routes; 1: all in one direction from the depot
    "routes_by_resultant",  // their sum
    "stop_resultant",       // mean over customers
    "spanning_trees",       // of each route with the depot
    "pair_distance",        // mean over routes of the mean within
    "scatter",              // squared distances to the middle of the route
    "depot_edges",          // first and last edges of the routes
    "nearest_on_route",     // sum over customers
    "together_1",           // share of customers whose nearest is on their route
    "together_3",           // how many of the 3 nearest are, mean
    "edges_1",              // edges to the nearest, a customer
    "edges_5",              // edges to one of the 5 nearest, a customer
    "squared_load",         // sum over routes
    "load_spread",          // standard deviation
    "smallest_load",        // of a route
    "root_slack",           // sum of square roots
    "second_slack",         // the second largest
    "full_routes",          // how many
    "slack_by_demand",      // sum of slack times load
    "fitting_customers",    // share that a route has room for, mean
    "removal_gain",         // sum over customers
    "move_gain",            // sum over customers
    "fitting_move_gain",    // sum over customers
    "cross_gain",           // sum over customers: the best exchange of tails next to a neighbour
    "crossing",             // share of customers where that saves anything
    "tightness",            // total demand, of the least fleet's capacity
    "depot_distance",       // mean over customers
    "nearest_distance",     // mean over customers
};

/// Measures starts of one instance. Distances are in units of the longer side of the box around all places,
/// or of the largest distance where that is not of the plane; loads in units of the capacity. Empty routes
/// count for none.
///
/// Where only a start as a whole is asked for, routes that were measured before are not measured again. Nor
/// are their customers, if their nearest are on such routes too. So perturbations of one solution cost little
/// more than what is new in them. The numbers are the same, bit by bit.
///
/// One object serves one thread.
class Features {
  public:
    /// Stopped, it can measure nothing.
    explicit Features(const Instance& instance, const StopPoll& stop = StopPoll());

    /// Fills `stops`, one row of stop_features a customer in the order of solution.customers(), and `start`,
    /// start_features numbers. Either may be empty: then it is left out. Stopped, it leaves them unfinished.
    void measure(const Solution& solution, std::span<float> stops, std::span<float> start,
                 const StopPoll& stop = StopPoll());

    std::uint64_t instance() const { return instance_.id(); }

  private:
    static constexpr int neighbour_count = 5;
    static constexpr int described_neighbours = 4;
    struct Sums;
    /// What a route by itself adds to them.
    struct RouteFacts {
        float length = 0, resultant = 0, pair_distance = 0, scatter = 0, depot_edges = 0, tree = 0;
        float nearest_on_route = 0, removal_gain = 0;
        int size = 0, together_1 = 0, together_3 = 0, edges_1 = 0, edges_5 = 0;
    };
    /// What would change if a customer stood next to one of its nearest.
    struct Beside {
        bool together = false, fits = false;  ///< `fits`: there is room on that other route
        /// How much shorter the start would be with the customer between that one and the better of the stops
        /// next to it.
        float move = 0;
        /// The most that an exchange of tails saves, or of a tail for a head, that makes neighbours of the
        /// two and overloads no route; 0 where none does.
        float cross = 0;
    };
    /// The most that is saved next to one of the nearest: by any move of the customer, by a move that fits,
    /// and by an exchange of tails.
    struct BestBeside {
        float move = 0, fitting_move = 0, cross = 0;
    };
    /// Two of the last that were found for a customer, each with the numbers of the routes that it follows
    /// from.
    struct Remembered {
        std::array<std::uint64_t, 2> key{};
        std::array<BestBeside, 2> best;
    };

    void choose_units();
    void find_directions();
    void find_neighbours(const StopPoll& stop);
    void find_neighbours_in_tree(const StopPoll& stop);
    void index(const Solution& solution);
    void weigh_changes(const Solution& solution, const StopPoll& stop);
    BestBeside weigh_beside(Node customer, Beside* changes) const;
    float removal_gain(Node customer) const;
    float distance(Node a, Node b) const { return static_cast<float>(instance_.cost(a, b)) * unit_; }
    std::span<const Node> neighbours(Node customer) const {
        return std::span(neighbours_)
            .subspan(static_cast<std::size_t>(customer) * neighbour_count, neighbour_count);
    }
    /// How many of the nearest `count` neighbours share the customer's route.
    int together(Node customer, int count) const;
    bool is_together(Node customer, Node other) const {
        return other != 0 && route_[other] == route_[customer];
    }
    float nearest_on_route(Node customer, std::span<const Node> route) const;
    Beside weigh(Node customer, Node other, float removal) const;
    float cross_gain(Node a, Node b) const;
    std::span<const Beside> beside(Node customer) const {
        return std::span(beside_).subspan(static_cast<std::size_t>(customer) * neighbour_count,
                                          neighbour_count);
    }
    float* describe_neighbours(Node customer, float* out) const;
    /// Of the customers, those whose demand fits into `room`.
    float demand_share(float room) const;
    float spanning_tree(std::span<const Node> route, const StopPoll& stop);
    void measure_stops(const Solution& solution, std::span<float> stops, const StopPoll& stop) const;
    RouteFacts facts_of(std::span<const Node> route, const StopPoll& stop);
    static void add(const RouteFacts& route, float slack, Sums& sums);
    static void add(const BestBeside& best, Sums& sums);
    void measure_start(const Solution& solution, std::span<float> start, const StopPoll& stop);
    void measure_start_from_memory(const Solution& solution, std::span<float> start, const StopPoll& stop);
    void forget();
    const BestBeside& recall(Node customer);
    void write_start(const Sums& sums, std::span<float> start);

    Instance instance_;
    float unit_ = 1;        ///< what a step of cost is worth
    float place_unit_ = 1;  ///< what a step of x or y is worth
    float mean_depot_distance_ = 0, mean_nearest_ = 0;
    std::vector<Node> neighbours_;                 ///< (nodes, neighbour_count), nearest first; 0: none
    std::vector<std::array<float, 2>> direction_;  ///< of each node from the depot, a unit vector
    std::vector<float> demands_;                   ///< of the customers, sorted
    // Of the solution being measured, by node and by route that is not empty:
    std::vector<Node> previous_, next_;
    std::vector<std::int32_t> route_;
    std::vector<std::int64_t> head_;  ///< load of the route up to this stop, itself included
    std::vector<std::int64_t> load_;
    std::vector<float> slack_;
    std::vector<BestBeside> gains_;
    std::vector<Beside> beside_;  ///< (nodes, neighbour_count)
    std::vector<float> tree_;     ///< working memory of a spanning tree
    // What is remembered of routes, by their numbers, and of customers:
    RouteNumbers numbers_;
    std::vector<RouteFacts> facts_;
    std::vector<Remembered> remembered_;
    std::vector<std::uint64_t> number_;  ///< of the route of each node, plus 1; 0 for the depot
};

/// The features of the instance that was asked about last.
class LastFeatures {
  public:
    LastFeatures() = default;
    LastFeatures(const LastFeatures&) {}  // a copy serves another thread, and begins anew
    LastFeatures& operator=(const LastFeatures&) = delete;

    /// Null where it was stopped.
    Features* of(const Instance& instance, const StopPoll& stop);

  private:
    std::unique_ptr<Features> features_;
};

}  // namespace l2r

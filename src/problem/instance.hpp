#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace l2r {

/// A place to visit: 0 is the depot, 1 .. n are the customers.
using Node = std::int32_t;

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

/// How two places give a distance, before rounding.
enum class Metric { euclidean, manhattan, maximum, geographic, great_circle, att, matrix };

/// What happens to each single distance: left exact, made whole, or truncated to one decimal.
enum class Rounding { none, nearest, ceil, trunc, tenths };

/// When service may begin; a vehicle that comes earlier waits. The depot's: departure and return.
struct TimeWindow {
    double opens = 0, closes = std::numeric_limits<double>::infinity();
    bool operator==(const TimeWindow&) const = default;
};

/// The same in steps, and how long service takes.
struct NodeTimes {
    static constexpr std::int64_t never = std::int64_t{1} << 60;

    std::int64_t service, opens, closes;
};

/// Everything that defines a problem; what `Instance` is made from.
struct InstanceData {
    std::string name;
    std::vector<Point> places;          ///< depot first; may be empty for an explicit matrix
    std::vector<std::int64_t> demands;  ///< depot first, with demand 0
    std::int64_t capacity = 0;
    Metric metric = Metric::euclidean;
    Rounding rounding = Rounding::none;
    std::vector<double> matrix;  ///< Metric::matrix only: nodes x nodes, symmetric
    /// Travel and service of a route may take so much together; the length of a solution is travel alone.
    double route_limit = std::numeric_limits<double>::infinity();
    double service = 0;                ///< at every customer, in the unit of distances; no part of lengths
    int vehicles = 0;                  ///< routes at most; 0: as many as wanted
    std::vector<std::string> names{};  ///< of the stops, depot first; empty where they have none
    std::vector<std::string> ids{};    ///< the same; what the file calls them, while a name is for people
    std::vector<std::string> vehicle_ids{};  ///< empty where they have none, or enough for any solution
    /// A travelling salesman problem: one route past all customers. They have no demands, and it no other
    /// limit. `vehicles` and `capacity` are taken for 1, and `demands` may be left out.
    bool tsp = false;
    std::vector<double> services{};     ///< of each node, in place of `service`, where they differ
    std::vector<TimeWindow> windows{};  ///< of each node, travel times being distances; empty: any time
};

/// A customer that no route can serve in time; the message names it.
class CustomerError : public InputError {
  public:
    CustomerError(Node customer, const std::string& reason) : InputError(reason), customer_(customer) {}
    Node customer() const { return customer_; }

  private:
    Node customer_;
};

/// A capacitated vehicle routing problem: immutable, and valid once constructed.
///
/// `distance` is exact. `cost` is what searches work with: the distance as a whole number of steps of
/// `cost_step`. Where all distances, and all times that count, are whole numbers a step is 1 and nothing is
/// lost, nor where they are whole tenths and a step is one of these. Else it is a power of two below 2^-26 of
/// the largest. Whole numbers add up alike in any order, so searches repeat exactly on any machine.
class Instance {
  public:
    /// A dense table of costs is kept up to this many nodes (100 MB); past it costs are computed when asked
    /// for.
    static constexpr int dense_limit = 5'000;
    /// Instances with more nodes than this are large.
    static constexpr int large = dense_limit;
    /// An explicit matrix may have at most this many nodes (512 MB).
    static constexpr int matrix_limit = 8'000;
    /// More nodes than this are refused.
    static constexpr int node_limit = 1'000'000;
    /// Loads are 32-bit sums of two routes at most.
    static constexpr std::int64_t capacity_limit = 1'000'000'000;

    /// Throws InputError with the first thing that is wrong with `data`.
    explicit Instance(InstanceData data);

    /// Tells instances apart for as long as the program runs; copies are the same instance.
    std::uint64_t id() const { return id_; }
    const std::string& name() const { return data_.name; }
    int nodes() const { return static_cast<int>(demands_.size()); }
    int customers() const { return nodes() - 1; }
    std::int32_t capacity() const { return static_cast<std::int32_t>(data_.capacity); }
    std::int32_t demand(Node node) const { return demands_[static_cast<std::size_t>(node)]; }
    std::int64_t total_demand() const { return total_demand_; }
    /// Routes that any solution needs: total demand over capacity, rounded up.
    int min_routes() const;
    /// Routes that a solution may have; as many as there are nodes where the fleet has no limit.
    int max_routes() const { return data_.vehicles > 0 ? data_.vehicles : nodes(); }
    bool has_fleet_limit() const { return data_.vehicles > 0; }
    /// Whether one route past all customers is asked for, and nothing else of it.
    bool is_tsp() const { return data_.tsp; }
    /// The same problem with at most so many routes, 0 for any number. Throws InputError where they cannot
    /// carry the demand.
    Instance with_vehicles(int vehicles) const;
    /// The same problem with some or all of its nodes, in another order; the depot is the first as ever.
    Instance in_order(std::span<const Node> nodes) const;

    bool has_names() const { return !data_.names.empty(); }
    /// What people call a stop; its number where it has no name.
    std::string stop_name(Node node) const;
    bool has_ids() const { return !data_.ids.empty(); }
    /// What the file calls a stop; its number where it has no id.
    std::string stop_id(Node node) const;
    /// What the file calls the vehicle of a route, counted from 1; that number where vehicles have no ids.
    std::string vehicle_id(int number) const;
    /// Empty where they have none.
    const std::vector<std::string>& vehicle_ids() const { return data_.vehicle_ids; }

    bool has_places() const { return !data_.places.empty(); }
    Point place(Node node) const { return data_.places[static_cast<std::size_t>(node)]; }
    Metric metric() const { return data_.metric; }
    Rounding rounding() const { return data_.rounding; }

    /// Whether no way round is ever shorter, in costs up to `least_gain`. Rounding to whole numbers breaks
    /// it.
    bool triangle_inequality() const;

    /// In the unit of the file, rounded as the instance says.
    double distance(Node a, Node b) const;
    /// The same before rounding.
    double unrounded(Node a, Node b) const;

    /// The distance in steps, as searches use it.
    std::int32_t cost(Node a, Node b) const {
        return costs_.empty() ? computed_cost(a, b)
                              : costs_[static_cast<std::size_t>(a) * static_cast<std::size_t>(nodes()) +
                                       static_cast<std::size_t>(b)];
    }
    std::int32_t computed_cost(Node a, Node b) const {
        if (data_.metric != Metric::euclidean || data_.rounding != Rounding::nearest)
            return in_steps(distance(a, b));
        // The common case, inline: what searches of large instances spend their time on.
        const Point p = place(a), q = place(b);
        const double dx = p.x - q.x, dy = p.y - q.y;
        return in_steps(std::floor(std::sqrt(dx * dx + dy * dy) + 0.5));
    }
    /// Whether costs are kept in a table, or computed when asked for.
    bool has_cost_table() const { return !costs_.empty(); }
    /// Row-major nodes x nodes, or null where there is no table.
    const std::int32_t* cost_table() const { return has_cost_table() ? costs_.data() : nullptr; }
    /// Whether a search had better leave out what takes longer the more customers there are.
    bool is_large() const { return nodes() > large; }
    double cost_step() const { return cost_step_; }
    /// No cost is above this.
    std::int32_t largest_cost() const { return largest_cost_; }
    /// The least gain in steps that is surely a gain in exact length too, whatever a move's roundings add up
    /// to.
    std::int32_t least_gain() const { return least_gain_; }

    bool has_route_limit() const { return data_.route_limit < std::numeric_limits<double>::infinity(); }
    /// In steps; a quarter of the largest number where there is none. A route whose costs and services add up
    /// to no more keeps to the exact limit, up to its tolerance; and every customer has room on a route of
    /// its own.
    std::int64_t route_limit() const { return route_limit_; }
    /// In steps, for sums that are held against `route_limit` and windows: 0 at the depot and where neither
    /// is set. Where distances are not whole it is a step more than rounded up, to make up for the roundings
    /// of costs.
    std::int64_t service(Node node) const {
        if (!times_.empty()) return times_[static_cast<std::size_t>(node)].service;
        return node == 0 ? 0 : service_;
    }
    /// Service and windows of each node, in steps that make up for roundings as those of `route_limit` do;
    /// null where there are no windows and services do not differ.
    const NodeTimes* times() const { return times_.empty() ? nullptr : times_.data(); }
    bool has_windows() const { return !data_.windows.empty(); }
    /// In the unit of the file.
    TimeWindow window(Node node) const {
        return has_windows() ? data_.windows[static_cast<std::size_t>(node)] : TimeWindow();
    }
    /// In the unit of the file; infinite where there is none.
    double exact_route_limit() const { return data_.route_limit; }
    /// At every customer, where services do not differ.
    double exact_service() const { return data_.service; }
    double exact_service(Node node) const {
        if (has_own_services()) return data_.services[static_cast<std::size_t>(node)];
        return node == 0 ? 0 : data_.service;
    }
    bool has_own_services() const { return !data_.services.empty(); }
    /// What sums of distances may exceed the limit by, in the unit of the file, and still be taken to keep to
    /// it; 0 where distances are whole.
    double route_limit_tolerance() const;
    /// The same for a window that closes then.
    double window_tolerance(double closes) const;
    /// Whether steps lose nothing.
    bool costs_are_exact() const { return least_gain_ == 1; }
    /// Steps in the unit of the file.
    double in_units(std::int64_t steps) const { return static_cast<double>(steps) / steps_per_unit_; }

  private:
    void validate() const;
    void complete_tsp();
    void validate_limits() const;
    void validate_names() const;
    void validate_times() const;
    void validate_matrix() const;
    void require_reach() const;
    void require_windows_in_reach() const;
    void require_enough_vehicles() const;
    std::int32_t in_steps(double distance) const {
        return static_cast<std::int32_t>(std::floor(distance * steps_per_unit_ + 0.5));
    }
    double largest_distance() const;
    double last_moment() const;
    /// Whether a vehicle can come after a window that closes then.
    bool binds(double closes) const { return std::isfinite(closes) && closes <= last_moment_; }
    void choose_cost_step();
    double largest_service() const;
    double largest_window() const;
    bool all_are_multiples(double step) const;
    void choose_route_limit();
    std::int64_t service_steps(double service) const;
    void choose_times();
    void fill_cost_table();

    std::uint64_t id_;
    InstanceData data_;
    std::vector<std::int32_t> demands_;
    std::int64_t total_demand_ = 0;
    double last_moment_ = std::numeric_limits<double>::infinity();
    double cost_step_ = 1;
    double steps_per_unit_ = 1;
    std::int32_t largest_cost_ = 0;
    std::int32_t least_gain_ = 1;
    std::int64_t route_limit_ = std::numeric_limits<std::int64_t>::max() / 4;
    std::int64_t service_ = 0;
    std::vector<NodeTimes> times_;
    std::vector<std::int32_t> costs_;
};

}  // namespace l2r

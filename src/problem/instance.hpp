#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace l2r {

/// A place to visit: 0 is the depot, 1 .. n are the customers.
using Node = std::int32_t;

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

/// How two places give a distance, before rounding.
enum class Metric { euclidean, manhattan, maximum, geographic, att, matrix };

/// What happens to each single distance: left exact, or made whole.
enum class Rounding { none, nearest, ceil, trunc };

/// Everything that defines a problem; what `Instance` is made from.
struct InstanceData {
    std::string name;
    std::vector<Point> places;          ///< depot first; may be empty for an explicit matrix
    std::vector<std::int64_t> demands;  ///< depot first, with demand 0
    std::int64_t capacity = 0;
    Metric metric = Metric::euclidean;
    Rounding rounding = Rounding::none;
    std::vector<double> matrix;  ///< Metric::matrix only: nodes x nodes, symmetric
};

/// A capacitated vehicle routing problem: immutable, and valid once constructed.
///
/// `distance` is exact. `cost` is what searches work with: the distance as a whole number of steps of
/// `cost_step`. Where all distances are whole numbers a step is 1 and nothing is lost; else a step is a power
/// of two below 2^-26 of the largest distance. Whole numbers add up alike in any order, so searches repeat
/// exactly on any machine.
class Instance {
  public:
    /// A dense table of costs is kept up to this many nodes (100 MB); past it costs are computed when asked
    /// for.
    static constexpr int dense_limit = 5'000;
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

    bool has_places() const { return !data_.places.empty(); }
    Point place(Node node) const { return data_.places[static_cast<std::size_t>(node)]; }
    Metric metric() const { return data_.metric; }
    Rounding rounding() const { return data_.rounding; }

    /// Whether no way round is ever shorter, in costs up to `least_gain`. Rounding to whole numbers breaks
    /// it.
    bool triangle_inequality() const;

    /// In the unit of the file, rounded as the instance says.
    double distance(Node a, Node b) const;

    /// The distance in steps, as searches use it.
    std::int32_t cost(Node a, Node b) const {
        return costs_.empty() ? computed_cost(a, b)
                              : costs_[static_cast<std::size_t>(a) * static_cast<std::size_t>(nodes()) +
                                       static_cast<std::size_t>(b)];
    }
    std::int32_t computed_cost(Node a, Node b) const;
    /// Row-major nodes x nodes, or null past `dense_limit`.
    const std::int32_t* cost_table() const { return costs_.empty() ? nullptr : costs_.data(); }
    double cost_step() const { return cost_step_; }
    /// No cost is above this.
    std::int32_t largest_cost() const { return largest_cost_; }
    /// The least gain in steps that is surely a gain in exact length too, whatever a move's roundings add up
    /// to.
    std::int32_t least_gain() const { return least_gain_; }

  private:
    void validate() const;
    double unrounded(Node a, Node b) const;
    double largest_distance() const;
    void choose_cost_step();
    void fill_cost_table();

    std::uint64_t id_;
    InstanceData data_;
    std::vector<std::int32_t> demands_;
    std::int64_t total_demand_ = 0;
    double cost_step_ = 1;
    double steps_per_unit_ = 1;
    std::int32_t largest_cost_ = 0;
    std::int32_t least_gain_ = 1;
    std::vector<std::int32_t> costs_;
};

}  // namespace l2r

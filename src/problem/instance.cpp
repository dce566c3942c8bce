#include "problem/instance.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"

namespace l2r {
namespace {

std::atomic<std::uint64_t> instances_made = 0;

/// Costs stay below this, so that the sum of six of them fits 32 bits.
constexpr double cost_limit = 0x1p27;

double rounded(double distance, Rounding rounding) {
    switch (rounding) {
        case Rounding::none:
            return distance;
        case Rounding::nearest:
            return std::floor(distance + 0.5);
        case Rounding::ceil:
            return std::ceil(distance);
        case Rounding::trunc:
            return std::trunc(distance);
    }
    return distance;
}

/// TSPLIB's reading of DDD.MM (degrees and minutes), with its own value of pi.
double geographic_radians(double value) {
    constexpr double tsplib_pi = 3.141592;
    const double degrees = std::trunc(value);
    return tsplib_pi * (degrees + 5.0 * (value - degrees) / 3.0) / 180.0;
}

/// TSPLIB's GEO: kilometres on a sphere, one added. Whole after `trunc`, which is its convention.
double geographic(Point a, Point b) {
    constexpr double radius = 6378.388;
    const double latitude_a = geographic_radians(a.x), latitude_b = geographic_radians(b.x);
    const double q1 = std::cos(geographic_radians(a.y) - geographic_radians(b.y));
    const double q2 = std::cos(latitude_a - latitude_b);
    const double q3 = std::cos(latitude_a + latitude_b);
    return radius * std::acos(std::clamp(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3), -1.0, 1.0)) + 1.0;
}

std::string node_name(std::size_t node) {
    return node == 0 ? "the depot" : "customer " + std::to_string(node);
}

}  // namespace

Instance::Instance(InstanceData data) : id_(++instances_made), data_(std::move(data)) {
    validate();
    demands_.assign(data_.demands.begin(), data_.demands.end());
    data_.demands = {};
    for (const std::int32_t demand : demands_) total_demand_ += demand;
    choose_cost_step();
    if (nodes() > dense_limit) return;
    fill_cost_table();
}

void Instance::fill_cost_table() {
    const auto side = static_cast<std::size_t>(nodes());
    const bool plain = data_.metric == Metric::euclidean && data_.rounding == Rounding::none;
    costs_.resize(side * side);
    for (std::size_t a = 0; a < side; ++a) {
        std::int32_t* const row = costs_.data() + a * side;
        if (plain)  // what `computed_cost` does, in a loop without branches
            for (std::size_t b = 0; b < a; ++b) {
                const double dx = data_.places[a].x - data_.places[b].x;
                const double dy = data_.places[a].y - data_.places[b].y;
                row[b] = static_cast<std::int32_t>(std::sqrt(dx * dx + dy * dy) * steps_per_unit_ + 0.5);
            }
        else
            for (std::size_t b = 0; b < a; ++b)
                row[b] = computed_cost(static_cast<Node>(a), static_cast<Node>(b));
        for (std::size_t b = 0; b < a; ++b) costs_[b * side + a] = row[b];
    }
}

void Instance::validate() const {
    const std::size_t nodes = data_.demands.size();
    if (nodes < 2) throw InputError("an instance needs a depot and at least one customer");
    if (nodes > node_limit)
        throw InputError("more than " + std::to_string(node_limit) + " nodes are not supported");
    if (data_.capacity < 1 || data_.capacity > capacity_limit)
        throw InputError("capacity " + std::to_string(data_.capacity) + " is outside 1 .. " +
                         std::to_string(capacity_limit));
    if (data_.demands[0] != 0) throw InputError("the depot's demand must be 0");
    for (std::size_t node = 1; node < nodes; ++node) {
        if (data_.demands[node] < 0) throw InputError(node_name(node) + " has a negative demand");
        if (data_.demands[node] > data_.capacity)
            throw InputError(node_name(node) + " demands " + std::to_string(data_.demands[node]) +
                             ", more than the capacity of " + std::to_string(data_.capacity));
    }
    if (data_.places.size() != nodes && !(data_.metric == Metric::matrix && data_.places.empty()))
        throw InputError("there are " + std::to_string(nodes) + " demands but " +
                         std::to_string(data_.places.size()) + " places");
    for (std::size_t node = 0; node < data_.places.size(); ++node)
        for (const double coordinate : {data_.places[node].x, data_.places[node].y})
            if (!(std::abs(coordinate) <= 1e12))
                throw InputError(node_name(node) + " has a coordinate that is not a number within 1e12");
    if (data_.metric != Metric::matrix) return;
    if (nodes > matrix_limit)
        throw InputError("an explicit matrix may have at most " + std::to_string(matrix_limit) + " nodes");
    if (data_.matrix.size() != nodes * nodes)
        throw InputError("the matrix does not have nodes x nodes entries");
    for (std::size_t a = 0; a < nodes; ++a)
        for (std::size_t b = 0; b < nodes; ++b) {
            const double entry = data_.matrix[a * nodes + b];
            if (!(entry >= 0 && entry <= 1e12))
                throw InputError("the distance from " + node_name(a) + " to " + node_name(b) +
                                 " is not a number from 0 to 1e12");
            if (a == b && entry != 0)
                throw InputError("the distance from " + node_name(a) + " to itself must be 0");
            if (entry != data_.matrix[b * nodes + a])
                throw InputError("the distance between " + node_name(a) + " and " + node_name(b) +
                                 " depends on the direction; asymmetric problems are not supported");
        }
}

int Instance::min_routes() const {
    return static_cast<int>((total_demand_ + data_.capacity - 1) / data_.capacity);
}

bool Instance::triangle_inequality() const {
    const bool of_places = data_.metric == Metric::euclidean || data_.metric == Metric::manhattan ||
                           data_.metric == Metric::maximum;
    return of_places && data_.rounding == Rounding::none;
}

double Instance::unrounded(Node a, Node b) const {
    if (data_.metric == Metric::matrix)
        return data_.matrix[static_cast<std::size_t>(a) * static_cast<std::size_t>(nodes()) +
                            static_cast<std::size_t>(b)];
    const Point p = place(a), q = place(b);
    const double dx = p.x - q.x, dy = p.y - q.y;
    switch (data_.metric) {
        case Metric::manhattan:
            return std::abs(dx) + std::abs(dy);
        case Metric::maximum:
            return std::max(std::abs(dx), std::abs(dy));
        case Metric::geographic:
            return a == b ? 0.0 : geographic(p, q);
        case Metric::att:
            return std::sqrt((dx * dx + dy * dy) / 10.0);
        default:
            return std::sqrt(dx * dx + dy * dy);
    }
}

double Instance::distance(Node a, Node b) const {
    return rounded(unrounded(a, b), data_.rounding);
}

std::int32_t Instance::computed_cost(Node a, Node b) const {
    return static_cast<std::int32_t>(std::floor(distance(a, b) * steps_per_unit_ + 0.5));
}

/// The largest distance, or for places a bound on it that takes no quadratic time.
double Instance::largest_distance() const {
    if (data_.metric == Metric::matrix)
        return rounded(*std::max_element(data_.matrix.begin(), data_.matrix.end()), data_.rounding);
    if (data_.metric == Metric::geographic) return 6378.388 * std::numbers::pi + 2.0;
    double low_x = std::numeric_limits<double>::max(), high_x = -low_x, low_y = low_x, high_y = -low_x;
    for (const Point p : data_.places) {
        low_x = std::min(low_x, p.x), high_x = std::max(high_x, p.x);
        low_y = std::min(low_y, p.y), high_y = std::max(high_y, p.y);
    }
    const double width = high_x - low_x, height = high_y - low_y;
    const double unrounded = data_.metric == Metric::manhattan ? width + height : std::hypot(width, height);
    return unrounded * (1 + 1e-9) + (data_.rounding == Rounding::none ? 0.0 : 1.0);
}

void Instance::choose_cost_step() {
    const bool whole = data_.rounding != Rounding::none ||
                       (data_.metric == Metric::matrix &&
                        std::all_of(data_.matrix.begin(), data_.matrix.end(),
                                    [](double entry) { return entry == std::floor(entry); }));
    const double largest = largest_distance();
    if (!whole || largest >= cost_limit) {
        int exponent = 0;
        std::frexp(cost_limit / std::max(largest, 1e-9), &exponent);
        steps_per_unit_ = std::ldexp(1.0, exponent - 1);
        cost_step_ = 1 / steps_per_unit_;
        least_gain_ = 8;
    }
    largest_cost_ = static_cast<std::int32_t>(std::ceil(largest * steps_per_unit_));
}

}  // namespace l2r

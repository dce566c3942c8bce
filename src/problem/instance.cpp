#include "problem/instance.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/text.hpp"
#include "problem/geographic.hpp"

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

/// A table of side x side, in blocks that stay in the cache along with their mirror images.
template <class Cost>
void fill_symmetric(std::vector<std::int32_t>& table, std::size_t side, Cost cost) {
    constexpr std::size_t block = 64;
    for (std::size_t first_a = 0; first_a < side; first_a += block)
        for (std::size_t first_b = 0; first_b <= first_a; first_b += block)
            for (std::size_t a = first_a; a < std::min(first_a + block, side); ++a) {
                const std::size_t end = std::min(first_b + block, a);
                for (std::size_t b = first_b; b < end; ++b) table[a * side + b] = cost(a, b);
                for (std::size_t b = first_b; b < end; ++b) table[b * side + a] = table[a * side + b];
            }
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
    require_enough_vehicles();
    choose_cost_step();
    if (has_route_limit()) {
        require_reach();
        choose_route_limit();
    }
    if (nodes() > dense_limit) return;
    fill_cost_table();
}

void Instance::fill_cost_table() {
    costs_.resize(static_cast<std::size_t>(nodes()) * static_cast<std::size_t>(nodes()));
    // The common two are what `computed_cost` does, in loops without branches.
    const auto between = [this](std::size_t a, std::size_t b) {
        const double dx = data_.places[a].x - data_.places[b].x, dy = data_.places[a].y - data_.places[b].y;
        return std::sqrt(dx * dx + dy * dy);
    };
    const auto fill = [this](auto cost) { fill_symmetric(costs_, static_cast<std::size_t>(nodes()), cost); };
    if (data_.metric == Metric::euclidean && data_.rounding == Rounding::none)
        fill([&](std::size_t a, std::size_t b) {
            return static_cast<std::int32_t>(between(a, b) * steps_per_unit_ + 0.5);
        });
    else if (data_.metric == Metric::euclidean && data_.rounding == Rounding::nearest)
        fill([&](std::size_t a, std::size_t b) { return in_steps(std::floor(between(a, b) + 0.5)); });
    else
        fill([&](std::size_t a, std::size_t b) {
            return computed_cost(static_cast<Node>(a), static_cast<Node>(b));
        });
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
    const bool on_sphere = data_.metric == Metric::geographic || data_.metric == Metric::great_circle;
    for (std::size_t node = 0; on_sphere && node < nodes; ++node) {
        const Point place = data_.places[node];
        const std::string fault =
            data_.metric == Metric::geographic ? geographic_fault(place) : degrees_fault(place);
        if (!fault.empty()) throw InputError(node_name(node) + ": " + fault);
    }
    if (data_.metric == Metric::matrix) validate_matrix();
    validate_limits();
    validate_names();
}

void Instance::validate_names() const {
    const std::size_t nodes = data_.demands.size();
    const auto require_one_each = [nodes](const std::vector<std::string>& texts, const char* what) {
        if (!texts.empty() && texts.size() != nodes)
            throw InputError("there are " + std::to_string(nodes) + " demands but " +
                             std::to_string(texts.size()) + " " + what);
    };
    require_one_each(data_.names, "names");
    require_one_each(data_.ids, "ids");
    const std::size_t vehicles = data_.vehicles > 0 ? static_cast<std::size_t>(data_.vehicles) : nodes - 1;
    if (!data_.vehicle_ids.empty() && data_.vehicle_ids.size() < vehicles)
        throw InputError("there are " + std::to_string(data_.vehicle_ids.size()) + " ids for " +
                         std::to_string(vehicles) + " vehicles");
}

void Instance::validate_matrix() const {
    const std::size_t nodes = data_.demands.size();
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

void Instance::validate_limits() const {
    if (!(data_.route_limit >= 0 && (data_.route_limit <= 1e12 || !has_route_limit())))
        throw InputError("the limit on the length of a route is not a number from 0 to 1e12");
    if (!(data_.service >= 0 && data_.service <= 1e12))
        throw InputError("the time of service is not a number from 0 to 1e12");
    if (data_.vehicles < 0) throw InputError("a number of vehicles cannot be negative");
}

/// Any order of customers can be cut into routes within the limit, if only each fits one of its own.
void Instance::require_reach() const {
    for (Node customer = 1; customer < nodes(); ++customer) {
        const double there_and_back = distance(0, customer) + data_.service + distance(customer, 0);
        const double roundings = costs_are_exact() ? 0 : cost_step_;
        if (there_and_back > data_.route_limit + roundings)
            throw InputError(node_name(static_cast<std::size_t>(customer)) +
                             " is out of reach: a route of its own takes " + text::shortest(there_and_back) +
                             ", more than the limit of " + text::shortest(data_.route_limit));
    }
}

void Instance::require_enough_vehicles() const {
    if (data_.vehicles > 0 && data_.vehicles < min_routes())
        throw InputError(std::to_string(data_.vehicles) +
                         (data_.vehicles == 1 ? " vehicle is" : " vehicles are") +
                         " too few: the demand takes at least " + std::to_string(min_routes()));
}

Instance Instance::with_vehicles(int vehicles) const {
    Instance result = *this;
    result.id_ = ++instances_made;
    result.data_.vehicles = vehicles;
    if (static_cast<std::size_t>(result.max_routes()) > data_.vehicle_ids.size())
        result.data_.vehicle_ids.clear();  // there are more vehicles now than the file has
    result.validate_limits();
    result.require_enough_vehicles();
    return result;
}

Instance Instance::in_order(std::span<const Node> nodes) const {
    InstanceData data;
    data.name = data_.name;
    data.capacity = data_.capacity;
    data.metric = data_.metric;
    data.rounding = data_.rounding;
    data.route_limit = data_.route_limit;
    data.service = data_.service;
    data.vehicles = data_.vehicles;
    data.vehicle_ids = data_.vehicle_ids;
    for (const Node node : nodes) {
        data.demands.push_back(demand(node));
        if (has_names()) data.names.push_back(data_.names[static_cast<std::size_t>(node)]);
        if (has_ids()) data.ids.push_back(data_.ids[static_cast<std::size_t>(node)]);
        if (has_places()) data.places.push_back(place(node));
        if (metric() != Metric::matrix) continue;
        for (const Node other : nodes) data.matrix.push_back(unrounded(node, other));
    }
    return Instance(std::move(data));
}

std::string Instance::stop_name(Node node) const {
    const auto at = static_cast<std::size_t>(node);
    return has_names() && !data_.names[at].empty() ? data_.names[at] : std::to_string(node);
}

std::string Instance::stop_id(Node node) const {
    return has_ids() ? data_.ids[static_cast<std::size_t>(node)] : std::to_string(node);
}

std::string Instance::vehicle_id(int number) const {
    const auto at = static_cast<std::size_t>(number - 1);
    return at < data_.vehicle_ids.size() ? data_.vehicle_ids[at] : std::to_string(number);
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
            return a == b ? 0.0 : geographic_distance(p, q);
        case Metric::great_circle:
            return great_circle_metres(p, q);
        case Metric::att:
            return std::sqrt((dx * dx + dy * dy) / 10.0);
        default:
            return std::sqrt(dx * dx + dy * dy);
    }
}

double Instance::distance(Node a, Node b) const {
    return rounded(unrounded(a, b), data_.rounding);
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
    if (data_.metric == Metric::great_circle) return most_metres(width, height) + 1;
    const double unrounded = data_.metric == Metric::manhattan ? width + height : std::hypot(width, height);
    return unrounded * (1 + 1e-9) + (data_.rounding == Rounding::none ? 0.0 : 1.0);
}

void Instance::choose_cost_step() {
    const double service = has_route_limit() ? data_.service : 0;
    const bool whole = service == std::floor(service) &&
                       (data_.rounding != Rounding::none ||
                        (data_.metric == Metric::matrix &&
                         std::all_of(data_.matrix.begin(), data_.matrix.end(),
                                     [](double entry) { return entry == std::floor(entry); })));
    const double largest = largest_distance();
    const double largest_term = std::max(largest, service);
    if (!whole || largest_term >= cost_limit) {
        int exponent = 0;
        std::frexp(cost_limit / std::max(largest_term, 1e-9), &exponent);
        steps_per_unit_ = std::ldexp(1.0, exponent - 1);
        cost_step_ = 1 / steps_per_unit_;
        least_gain_ = 8;
    }
    largest_cost_ = static_cast<std::int32_t>(std::ceil(largest * steps_per_unit_));
}

/// A route of k customers has k + 1 costs, at most k steps too small together: a step more at each customer
/// makes up for that. The five steps more of the limit are what a route of one customer may need: its costs
/// may be rounded up by one step, service up by two, the limit down by one, and
/// `require_reach` lets pass one.
void Instance::choose_route_limit() {
    const double limit = std::floor(data_.route_limit * steps_per_unit_);
    if (limit < static_cast<double>(route_limit_))
        route_limit_ = static_cast<std::int64_t>(limit) + (costs_are_exact() ? 0 : 5);
    service_ =
        static_cast<std::int32_t>(std::ceil(data_.service * steps_per_unit_)) + (costs_are_exact() ? 0 : 1);
}

double Instance::route_limit_tolerance() const {
    if (!has_route_limit() || costs_are_exact()) return 0;
    return std::max(1e-6 * data_.route_limit, 5 * cost_step_);
}

}  // namespace l2r

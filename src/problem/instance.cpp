#include "problem/instance.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "problem/geographic.hpp"

namespace l2r {
namespace {

std::atomic<std::uint64_t> instances_made = 0;

/// Costs stay below this, so that the sum of six of them fits 32 bits.
constexpr double cost_limit = 0x1p27;

/// Times are sums of 64 bits, so windows may have more steps than costs: 2^40, and a million nodes miss them
/// by 2^60 in all.
constexpr double windows_over_costs = 0x1p13;

/// Steps by which windows close later where costs are not exact.
constexpr std::int64_t window_slack = 5;

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
        case Rounding::tenths:
            return std::trunc(10 * distance) / 10;
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
    if (data_.tsp) complete_tsp();
    if (has_own_services()) data_.service = 0;
    validate();
    demands_.assign(data_.demands.begin(), data_.demands.end());
    data_.demands = {};
    for (const std::int32_t demand : demands_) total_demand_ += demand;
    require_enough_vehicles();
    if (has_windows()) last_moment_ = last_moment();
    choose_cost_step();
    if (has_route_limit()) {
        require_reach();
        choose_route_limit();
    }
    if (has_windows() || has_own_services()) choose_times();
    if (has_windows()) require_windows_in_reach();
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

void Instance::complete_tsp() {
    if (data_.demands.empty()) {
        const double by_matrix = std::sqrt(static_cast<double>(data_.matrix.size()));
        data_.demands.resize(data_.metric == Metric::matrix ? static_cast<std::size_t>(by_matrix)
                                                            : data_.places.size());
    }
    if (std::any_of(data_.demands.begin(), data_.demands.end(), [](std::int64_t d) { return d != 0; }))
        throw InputError("customers of a TSP have no demands");
    if (data_.vehicles > 1) throw InputError("a TSP has one route, so there is one vehicle");
    if (has_route_limit() || data_.service != 0 || has_own_services() || has_windows())
        throw InputError("the route of a TSP has no limit, no service to count and no time windows");
    data_.vehicles = 1;
    data_.capacity = 1;
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
    validate_times();
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
    const std::size_t customers = nodes - 1;
    const std::size_t vehicles =
        data_.vehicles > 0 ? std::min(static_cast<std::size_t>(data_.vehicles), customers) : customers;
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

void Instance::validate_times() const {
    const std::size_t nodes = data_.demands.size();
    if (has_own_services() && data_.services.size() != nodes)
        throw InputError("there are " + std::to_string(nodes) + " demands but " +
                         std::to_string(data_.services.size()) + " times of service");
    for (std::size_t node = 0; node < data_.services.size(); ++node) {
        if (!(data_.services[node] >= 0 && data_.services[node] <= 1e12))
            throw InputError("the time of service of " + node_name(node) + " is not a number from 0 to 1e12");
        if (node == 0 && data_.services[0] != 0) throw InputError("the depot takes no time of service");
    }
    if (has_windows() && data_.windows.size() != nodes)
        throw InputError("there are " + std::to_string(nodes) + " demands but " +
                         std::to_string(data_.windows.size()) + " time windows");
    for (std::size_t node = 0; node < data_.windows.size(); ++node) {
        const auto [opens, closes] = data_.windows[node];
        const bool is_open_ended = closes == std::numeric_limits<double>::infinity();
        if (!(opens >= 0 && opens <= 1e12 && closes >= 0 && (closes <= 1e12 || is_open_ended)))
            throw InputError("the time window of " + node_name(node) + " is not within 0 and 1e12");
        if (closes < opens)
            throw CustomerError(static_cast<Node>(node), "the time window of " + node_name(node) +
                                                             " closes at " + text::shortest(closes) +
                                                             ", before it opens at " + text::shortest(opens));
    }
}

/// Any order of customers can be cut into routes within the limit, if only each fits one of its own.
void Instance::require_reach() const {
    for (Node customer = 1; customer < nodes(); ++customer) {
        const double there_and_back = distance(0, customer) + exact_service(customer) + distance(customer, 0);
        const double roundings = costs_are_exact() ? 0 : cost_step_;
        if (there_and_back > data_.route_limit + roundings)
            throw InputError(node_name(static_cast<std::size_t>(customer)) +
                             " is out of reach: a route of its own takes " + text::shortest(there_and_back) +
                             ", more than the limit of " + text::shortest(data_.route_limit));
    }
}

/// Each customer can be served in time by a vehicle of its own, so any order of customers can be cut into
/// routes.
void Instance::require_windows_in_reach() const {
    const NodeTimes& depot = times_[0];
    for (Node customer = 1; customer < nodes(); ++customer) {
        const NodeTimes& times = times_[static_cast<std::size_t>(customer)];
        const std::int64_t way = computed_cost(0, customer), reached = depot.opens + way;
        const std::int64_t back = std::max(reached, times.opens) + times.service + way;
        const std::string name = node_name(static_cast<std::size_t>(customer));
        if (reached > times.closes)
            throw CustomerError(customer, name + " is out of reach: its time window closes at " +
                                              text::shortest(window(customer).closes) +
                                              ", but no vehicle comes before " +
                                              short_number(in_units(reached)));
        if (back > depot.closes)
            throw CustomerError(customer, name + " is out of reach: its vehicle is back at the depot at " +
                                              short_number(in_units(back)) + " at best, but that closes at " +
                                              text::shortest(window(0).closes));
    }
}

void Instance::require_enough_vehicles() const {
    if (data_.vehicles > 0 && data_.vehicles < min_routes())
        throw InputError(std::to_string(data_.vehicles) +
                         (data_.vehicles == 1 ? " vehicle is" : " vehicles are") +
                         " too few: the demand takes at least " + std::to_string(min_routes()));
}

Instance Instance::with_vehicles(int vehicles) const {
    if (data_.tsp && vehicles != 1) throw InputError("a TSP has one route; leave the number of vehicles out");
    Instance result = *this;
    result.id_ = ++instances_made;
    result.data_.vehicles = vehicles;
    const int most_routes = std::min(result.max_routes(), customers());
    if (static_cast<std::size_t>(most_routes) > data_.vehicle_ids.size())
        result.data_.vehicle_ids.clear();  // there may be more routes now than the file has vehicles
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
    data.tsp = data_.tsp;
    for (const Node node : nodes) {
        data.demands.push_back(demand(node));
        if (has_own_services()) data.services.push_back(exact_service(node));
        if (has_windows()) data.windows.push_back(window(node));
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

/// No vehicle is under way later. What closes then, such as 999999999 for "at any time", binds nobody.
double Instance::last_moment() const {
    double opens = 0, services = 0;
    for (Node node = 0; node < nodes(); ++node) {
        opens = std::max(opens, window(node).opens);
        services += exact_service(node);
    }
    return opens + services + nodes() * largest_distance();
}

/// Where services are added to costs.
double Instance::largest_service() const {
    double largest = 0;
    if (has_route_limit() || has_windows())
        for (Node node = 0; node < nodes(); ++node) largest = std::max(largest, exact_service(node));
    return largest;
}

/// The largest time that costs are held against, but for limits on routes.
double Instance::largest_window() const {
    double largest = 0;
    for (const auto& [opens, closes] : data_.windows)
        largest = std::max({largest, opens, binds(closes) ? closes : 0});
    return largest;
}

/// Whether distances and times that count are whole numbers of such steps, 1 or 0.1.
bool Instance::all_are_multiples(double step) const {
    const auto is_multiple = [step](double value) {
        return value == (step == 1 ? std::floor(value) : std::round(10 * value) / 10);
    };
    const bool is_whole = data_.rounding != Rounding::none && data_.rounding != Rounding::tenths;
    const bool has_tenths = data_.rounding == Rounding::tenths && step < 1;
    if (!is_whole && !has_tenths && data_.metric != Metric::matrix) return false;
    if (!is_whole && !has_tenths && !std::all_of(data_.matrix.begin(), data_.matrix.end(), is_multiple))
        return false;
    if (has_route_limit() || has_windows())
        for (Node node = 0; node < nodes(); ++node)
            if (!is_multiple(exact_service(node))) return false;
    return std::all_of(data_.windows.begin(), data_.windows.end(), [&](const TimeWindow& window) {
        return is_multiple(window.opens) && (!binds(window.closes) || is_multiple(window.closes));
    });
}

void Instance::choose_cost_step() {
    const double largest = largest_distance();
    const double largest_term = std::max({largest, largest_service(), largest_window() / windows_over_costs});
    if (data_.rounding == Rounding::tenths && 10 * largest_term < cost_limit && all_are_multiples(0.1)) {
        steps_per_unit_ = 10;
        cost_step_ = 0.1;
    } else if (!all_are_multiples(1) || largest_term >= cost_limit) {
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
    service_ = service_steps(data_.service);
}

std::int64_t Instance::service_steps(double service) const {
    if (costs_are_exact()) return std::llround(service * steps_per_unit_);
    return static_cast<std::int64_t>(std::ceil(service * steps_per_unit_)) + 1;
}

/// In steps a route is never ahead of itself by more than the half step of its first edge, as each service
/// makes up for the roundings around it. So what closes in steps has closed in truth, but for `window_slack`
/// and that half: as much as a route of one customer may need.
void Instance::choose_times() {
    for (Node node = 0; node < nodes(); ++node) {
        const auto [opens, closes] = window(node);
        const double last = closes * steps_per_unit_, first = opens * steps_per_unit_;
        const bool is_exact = costs_are_exact(), counts = has_windows() || has_route_limit();
        times_.push_back({node == 0 || !counts ? 0 : service_steps(exact_service(node)),
                          is_exact ? std::llround(first) : static_cast<std::int64_t>(std::ceil(first)),
                          !binds(closes) ? NodeTimes::never
                          : is_exact     ? std::llround(last)
                                         : static_cast<std::int64_t>(std::floor(last)) + window_slack});
    }
}

double Instance::window_tolerance(double closes) const {
    return costs_are_exact() ? 0 : std::max(1e-6 * closes, (window_slack + 1) * cost_step_);
}

double Instance::route_limit_tolerance() const {
    if (!has_route_limit() || costs_are_exact()) return 0;
    return std::max(1e-6 * data_.route_limit, 5 * cost_step_);
}

}  // namespace l2r

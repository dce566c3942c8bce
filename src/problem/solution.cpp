#include "problem/solution.hpp"

#include <utility>

#include "problem/segment.hpp"

namespace l2r {
namespace {

/// Faults of one route by itself; its customers are counted in `visits`.
void add_route_faults(const Instance& instance, std::span<const Node> route, const std::string& here,
                      std::vector<int>& visits, std::vector<std::string>& found) {
    std::vector<Node> known;
    for (const Node customer : route) {
        if (customer < 1 || customer > instance.customers()) {
            found.push_back(here + " visits " + std::to_string(customer) + ", but customers are 1 to " +
                            std::to_string(instance.customers()));
            continue;
        }
        known.push_back(customer);
        ++visits[static_cast<std::size_t>(customer)];
    }
    for (const std::string& broken : broken_limits(instance, known)) found.push_back(here + ' ' + broken);
}

}  // namespace

int Solution::used_routes() const {
    int used = 0;
    for (int r = 0; r < routes(); ++r) used += route(r).empty() ? 0 : 1;
    return used;
}

double route_length(const Instance& instance, std::span<const Node> route) {
    // Tenths add up exactly as whole numbers only.
    if (instance.rounding() == Rounding::tenths && instance.costs_are_exact())
        return route.empty() ? 0 : instance.in_units(route_cost(instance, route));
    double sum = 0;
    Node previous = 0;
    for (const Node customer : route) {
        sum += instance.distance(previous, customer);
        previous = customer;
    }
    return sum + instance.distance(previous, 0);
}

std::int64_t route_cost(const Instance& instance, std::span<const Node> route) {
    std::int64_t sum = instance.cost(route.back(), 0);
    Node previous = 0;
    for (const Node customer : route) sum += instance.cost(std::exchange(previous, customer), customer);
    return sum;
}

double length(const Instance& instance, const Solution& solution) {
    double sum = 0;
    if (instance.rounding() == Rounding::tenths && instance.costs_are_exact()) {
        std::int64_t steps = 0;
        for (int r = 0; r < solution.routes(); ++r)
            if (!solution.route(r).empty()) steps += route_cost(instance, solution.route(r));
        return instance.in_units(steps);
    }
    for (int r = 0; r < solution.routes(); ++r)
        if (!solution.route(r).empty()) sum += route_length(instance, solution.route(r));
    return sum;
}

double route_duration(const Instance& instance, std::span<const Node> route) {
    double duration = route_length(instance, route);
    if (!instance.has_own_services())
        return duration + instance.exact_service() * static_cast<double>(route.size());
    for (const Node customer : route) duration += instance.exact_service(customer);
    return duration;
}

std::int64_t route_load(const Instance& instance, std::span<const Node> route) {
    std::int64_t load = 0;
    for (const Node customer : route) load += instance.demand(customer);
    return load;
}

std::vector<std::string> faults_of_routes(const Instance& instance, const Solution& solution) {
    std::vector<std::string> found;
    std::vector<int> visits(static_cast<std::size_t>(instance.nodes()), 0);
    for (int r = 0; r < solution.routes(); ++r)
        add_route_faults(instance, solution.route(r), "route " + std::to_string(r + 1), visits, found);
    for (Node customer = 1; customer <= instance.customers(); ++customer) {
        const int times = visits[static_cast<std::size_t>(customer)];
        if (times == 0) found.push_back("customer " + std::to_string(customer) + " is not visited");
        if (times > 1)
            found.push_back("customer " + std::to_string(customer) + " is visited " + std::to_string(times) +
                            " times");
    }
    return found;
}

bool exceeds_fleet(const Instance& instance, const Solution& solution) {
    return instance.has_fleet_limit() && solution.used_routes() > instance.max_routes();
}

std::vector<std::string> faults(const Instance& instance, const Solution& solution) {
    std::vector<std::string> found = faults_of_routes(instance, solution);
    if (exceeds_fleet(instance, solution))
        found.push_back("there are " + std::to_string(solution.used_routes()) +
                        " routes, more than the limit of " + std::to_string(instance.max_routes()));
    return found;
}

}  // namespace l2r

#include "problem/solution.hpp"

namespace l2r {

double route_length(const Instance& instance, std::span<const Node> route) {
    double sum = 0;
    Node previous = 0;
    for (const Node customer : route) {
        sum += instance.distance(previous, customer);
        previous = customer;
    }
    return sum + instance.distance(previous, 0);
}

double length(const Instance& instance, const Solution& solution) {
    double sum = 0;
    for (int r = 0; r < solution.routes(); ++r)
        if (!solution.route(r).empty()) sum += route_length(instance, solution.route(r));
    return sum;
}

std::int64_t route_load(const Instance& instance, std::span<const Node> route) {
    std::int64_t load = 0;
    for (const Node customer : route) load += instance.demand(customer);
    return load;
}

std::vector<std::string> faults(const Instance& instance, const Solution& solution) {
    std::vector<std::string> found;
    std::vector<int> visits(static_cast<std::size_t>(instance.nodes()), 0);
    for (int r = 0; r < solution.routes(); ++r) {
        const std::string here = "route " + std::to_string(r + 1);
        std::int64_t load = 0;
        for (const Node customer : solution.route(r)) {
            if (customer < 1 || customer > instance.customers()) {
                found.push_back(here + " visits " + std::to_string(customer) + ", but customers are 1 to " +
                                std::to_string(instance.customers()));
                continue;
            }
            load += instance.demand(customer);
            ++visits[static_cast<std::size_t>(customer)];
        }
        if (load > instance.capacity())
            found.push_back(here + " carries " + std::to_string(load) + ", more than the capacity of " +
                            std::to_string(instance.capacity()));
    }
    for (Node customer = 1; customer <= instance.customers(); ++customer) {
        const int times = visits[static_cast<std::size_t>(customer)];
        if (times == 0) found.push_back("customer " + std::to_string(customer) + " is not visited");
        if (times > 1)
            found.push_back("customer " + std::to_string(customer) + " is visited " + std::to_string(times) +
                            " times");
    }
    return found;
}

}  // namespace l2r

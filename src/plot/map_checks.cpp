#include "plot/map_checks.hpp"

#include <string>

#include "base/error.hpp"

namespace l2r {

void check_customers(const Instance& instance, const Solution& solution) {
    for (int r = 0; r < solution.routes(); ++r)
        for (const Node customer : solution.route(r))
            if (customer < 1 || customer > instance.customers())
                throw InputError("route " + std::to_string(r + 1) + " visits " + std::to_string(customer) +
                                 ", but customers are 1 to " + std::to_string(instance.customers()));
}

void check_map(const Instance& instance, const Solution& solution) {
    if (!instance.has_places())
        throw InputError("instance '" + instance.name() +
                         "' gives distances but no coordinates, so there is no map to draw");
    check_customers(instance, solution);
}

}  // namespace l2r

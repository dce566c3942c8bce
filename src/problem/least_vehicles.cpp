#include "problem/least_vehicles.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

namespace l2r {
namespace {

std::int64_t divided_and_rounded_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

int least_vehicles(const Instance& instance) {
    std::vector<std::int32_t> demands;
    for (Node customer = 1; customer < instance.nodes(); ++customer)
        demands.push_back(instance.demand(customer));
    std::sort(demands.begin(), demands.end(), std::greater());
    const std::int64_t capacity = instance.capacity();
    const auto first_small = std::find_if(demands.begin(), demands.end(),
                                          [&](std::int64_t demand) { return 2 * demand <= capacity; });
    // A demand above half of the capacity has a vehicle of its own, and what it leaves there is of use to
    // small ones as large as the room at most.
    const std::int64_t large_ones = first_small - demands.begin();
    std::int64_t most = std::max<std::int64_t>({1, instance.min_routes(), large_ones});
    auto next_large = std::make_reverse_iterator(first_small);
    std::int64_t room = 0, small_demand = 0;
    for (auto at = first_small; at != demands.end() && *at > 0; ++at) {
        const std::int64_t least = *at;
        for (; next_large != demands.rend() && *next_large + least <= capacity; ++next_large)
            room += capacity - *next_large;
        small_demand += least;
        most = std::max(most, large_ones + divided_and_rounded_up(
                                               std::max<std::int64_t>(0, small_demand - room), capacity));
        // As many as there are up to here are as large, and a vehicle has room for so many of these.
        most = std::max(most, divided_and_rounded_up(at - demands.begin() + 1, capacity / least));
    }
    return static_cast<int>(most);
}

}  // namespace l2r

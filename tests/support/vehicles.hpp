#pragma once

#include <algorithm>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

inline Instance on_a_line(std::vector<std::int64_t> demands, std::int64_t capacity) {
    InstanceData data;
    for (std::size_t i = 0; i <= demands.size(); ++i) data.places.push_back({static_cast<double>(i), 0});
    demands.insert(demands.begin(), 0);
    data.demands.assign(demands.begin(), demands.end());
    data.capacity = capacity;
    return Instance(data);
}

/// By trying everything: each demand goes on a vehicle that has some, or on a new one.
inline int fewest_by_trial(const Instance& instance, Node customer, std::vector<std::int64_t>& loads) {
    if (customer == instance.nodes()) return static_cast<int>(loads.size());
    const std::int64_t demand = instance.demand(customer);
    loads.push_back(demand);
    int fewest = fewest_by_trial(instance, customer + 1, loads);
    loads.pop_back();
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (loads[i] + demand > instance.capacity()) continue;
        loads[i] += demand;
        fewest = std::min(fewest, fewest_by_trial(instance, customer + 1, loads));
        loads[i] -= demand;
    }
    return fewest;
}
inline int fewest_by_trial(const Instance& instance) {
    std::vector<std::int64_t> loads;
    return fewest_by_trial(instance, 1, loads);
}

}  // namespace l2r

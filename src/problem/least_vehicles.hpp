#pragma once

#include "problem/instance.hpp"

namespace l2r {

/// Vehicles that any solution takes, by its demand: besides the total over the capacity, what large demands
/// waste counts, such as those above half of the capacity, of which no two share a vehicle.
int least_vehicles(const Instance& instance);

}  // namespace l2r

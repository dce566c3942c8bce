#pragma once

#include "problem/solution.hpp"

namespace l2r {

/// Throws InputError where a route names a customer that does not exist.
void check_customers(const Instance& instance, const Solution& solution);
/// Throws InputError where the instance has no coordinates or a route names a customer that does not exist.
void check_map(const Instance& instance, const Solution& solution);

}  // namespace l2r

#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "problem/instance.hpp"

namespace l2r {

inline bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Equal to the last bit in everything that an instance says; quadratic in the number of nodes.
inline testing::AssertionResult same_instance(const Instance& a, const Instance& b) {
    const auto differ = [](const auto& what) { return testing::AssertionFailure() << "differ in " << what; };
    if (a.name() != b.name()) return differ("name: " + a.name() + " and " + b.name());
    if (a.nodes() != b.nodes()) return differ("number of nodes");
    if (a.capacity() != b.capacity()) return differ("capacity");
    if (a.metric() != b.metric() || a.rounding() != b.rounding()) return differ("distance convention");
    if (a.has_places() != b.has_places()) return differ("having places");
    if (!same_bits(a.cost_step(), b.cost_step())) return differ("cost step");
    if (!same_bits(a.exact_route_limit(), b.exact_route_limit()) || a.route_limit() != b.route_limit())
        return differ("route limit");
    if (!same_bits(a.exact_service(), b.exact_service()) || a.service(1) != b.service(1))
        return differ("service");
    if (a.max_routes() != b.max_routes()) return differ("number of vehicles");
    if (a.is_tsp() != b.is_tsp()) return differ("being a TSP");
    if (a.has_windows() != b.has_windows()) return differ("having time windows");
    for (Node i = 0; i < a.nodes(); ++i) {
        if (a.demand(i) != b.demand(i)) return differ("demand");
        if (!same_bits(a.exact_service(i), b.exact_service(i)) || a.service(i) != b.service(i))
            return differ("service");
        if (a.window(i) != b.window(i)) return differ("time window");
        if (a.stop_name(i) != b.stop_name(i)) return differ("name of a stop");
        if (a.stop_id(i) != b.stop_id(i)) return differ("id of a stop");
        if (a.has_places() &&
            !(same_bits(a.place(i).x, b.place(i).x) && same_bits(a.place(i).y, b.place(i).y)))
            return differ("place");
        for (Node j = 0; j < a.nodes(); ++j) {
            if (!same_bits(a.distance(i, j), b.distance(i, j))) return differ("distance");
            if (a.cost(i, j) != b.cost(i, j)) return differ("cost");
        }
    }
    return testing::AssertionSuccess();
}

}  // namespace l2r

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "problem/solution.hpp"

namespace l2r {

/// The five moves as the definition has them: every result is built and measured from scratch. Routes here
/// are customers only.
using Stops = std::vector<Node>;
using TwoRoutes = std::pair<Stops, Stops>;

inline std::int64_t cost_of(const Instance& instance, const Stops& route) {
    std::int64_t cost = 0;
    Node at = 0;
    for (const Node next : route) {
        cost += instance.cost(at, next);
        at = next;
    }
    return cost + instance.cost(at, 0);
}

inline std::int64_t cost_of(const Instance& instance, const TwoRoutes& routes) {
    return cost_of(instance, routes.first) + cost_of(instance, routes.second);
}

/// Whether nobody is reached after their time window closes, in steps.
inline bool is_in_time(const Instance& instance, Stops route) {
    if (!instance.has_windows()) return true;
    const NodeTimes* const times = instance.times();
    std::int64_t now = times[0].opens;
    Node at = 0;
    route.push_back(0);
    for (const Node next : route) {
        now += times[at].service + instance.cost(at, next);
        if (now > times[next].closes) return false;
        now = std::max(now, times[next].opens);
        at = next;
    }
    return true;
}

inline bool fits(const Instance& instance, const Stops& route) {
    std::int64_t duration = cost_of(instance, route);
    for (const Node customer : route) duration += instance.service(customer);
    return route_load(instance, route) <= instance.capacity() && duration <= instance.route_limit() &&
           is_in_time(instance, route);
}

inline bool fits(const Instance& instance, const TwoRoutes& routes) {
    return fits(instance, routes.first) && fits(instance, routes.second);
}

inline Stops joined(Stops head, const Stops& tail) {
    head.insert(head.end(), tail.begin(), tail.end());
    return head;
}

inline Stops reversed(Stops route) {
    std::reverse(route.begin(), route.end());
    return route;
}

/// `visit(result, i, j)` for every reversal of the i-th to the j-th customer, counted from 1.
template <class Visit>
void every_two_opt(const Stops& route, Visit visit) {
    for (std::size_t i = 1; i <= route.size(); ++i)
        for (std::size_t j = i + 1; j <= route.size(); ++j) {
            Stops result = route;
            std::reverse(result.begin() + static_cast<long>(i) - 1, result.begin() + static_cast<long>(j));
            visit(result, static_cast<int>(i), static_cast<int>(j));
        }
}

/// For every i-th customer put after the j-th; j = 0 is the depot.
template <class Visit>
void every_relocate_within(const Stops& route, Visit visit) {
    for (std::size_t i = 1; i <= route.size(); ++i)
        for (std::size_t j = 0; j <= route.size(); ++j) {
            if (j == i || j + 1 == i) continue;
            Stops result;
            if (j == 0) result.push_back(route[i - 1]);
            for (std::size_t at = 1; at <= route.size(); ++at) {
                if (at != i) result.push_back(route[at - 1]);
                if (at == j) result.push_back(route[i - 1]);
            }
            visit(result, static_cast<int>(i), static_cast<int>(j));
        }
}

/// `visit(results, i, j, variant)` for every cut after the i-th and the j-th customer: tails exchanged, or
/// heads joined.
template <class Visit>
void every_cross(const TwoRoutes& routes, Visit visit) {
    const auto& [a, b] = routes;
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            const Stops head_a(a.begin(), a.begin() + static_cast<long>(i)),
                tail_a(a.begin() + static_cast<long>(i), a.end());
            const Stops head_b(b.begin(), b.begin() + static_cast<long>(j)),
                tail_b(b.begin() + static_cast<long>(j), b.end());
            const int at_i = static_cast<int>(i), at_j = static_cast<int>(j);
            visit(TwoRoutes{joined(head_a, tail_b), joined(head_b, tail_a)}, at_i, at_j, false);
            visit(TwoRoutes{joined(head_a, reversed(head_b)), joined(reversed(tail_a), tail_b)}, at_i, at_j,
                  true);
        }
}

template <class Visit>
void every_exchange(const TwoRoutes& routes, Visit visit) {
    for (std::size_t i = 1; i <= routes.first.size(); ++i)
        for (std::size_t j = 1; j <= routes.second.size(); ++j) {
            TwoRoutes result = routes;
            std::swap(result.first[i - 1], result.second[j - 1]);
            visit(result, static_cast<int>(i), static_cast<int>(j), false);
        }
}

/// The i-th customer of one route put after the j-th of the other; the second variant goes from the second to
/// the first.
template <class Visit>
void every_relocate_between(const TwoRoutes& routes, Visit visit) {
    for (const bool back : {false, true}) {
        const Stops &from = back ? routes.second : routes.first, &to = back ? routes.first : routes.second;
        for (std::size_t i = 1; i <= from.size(); ++i)
            for (std::size_t j = 0; j <= to.size(); ++j) {
                Stops less = from, more = to;
                less.erase(less.begin() + static_cast<long>(i) - 1);
                more.insert(more.begin() + static_cast<long>(j), from[i - 1]);
                const TwoRoutes result = back ? TwoRoutes{more, less} : TwoRoutes{less, more};
                visit(result, static_cast<int>(i), static_cast<int>(j), back);
            }
    }
}

}  // namespace l2r

#pragma once

#include "support/plain_moves.hpp"

namespace l2r {

/// The moves of the granular search as the definition has them, but for those that `plain_moves.hpp` has.

/// `visit(rest, segment)` for every segment of `least` to `most` customers; `rest` is the route without it.
template <class Visit>
void every_segment(const Stops& route, std::size_t least, std::size_t most, Visit visit) {
    for (std::size_t size = least; size <= most; ++size)
        for (std::size_t first = 0; first + size <= route.size(); ++first) {
            const auto begin = route.begin() + static_cast<long>(first),
                       end = begin + static_cast<long>(size);
            visit(joined(Stops(route.begin(), begin), Stops(end, route.end())), Stops(begin, end));
        }
}

/// For every place of a route, and the segment in both orders.
template <class Visit>
void every_insertion(const Stops& route, const Stops& segment, Visit visit) {
    for (std::size_t at = 0; at <= route.size(); ++at)
        for (const Stops& turned : {segment, reversed(segment)}) {
            Stops result = route;
            result.insert(result.begin() + static_cast<long>(at), turned.begin(), turned.end());
            visit(result);
        }
}

template <class Visit>
void every_segment_relocate(const TwoRoutes& routes, Visit visit) {
    every_segment(routes.first, 1, 3, [&](const Stops& rest, const Stops& segment) {
        every_insertion(routes.second, segment, [&](const Stops& more) { visit(TwoRoutes{rest, more}); });
    });
}

template <class Visit>
void every_segment_relocate(const Stops& route, Visit visit) {
    every_segment(route, 1, 3,
                  [&](const Stops& rest, const Stops& segment) { every_insertion(rest, segment, visit); });
}

/// Segments of one or two customers exchanged, each in both orders.
template <class Visit>
void every_segment_swap(const Stops& before, const Stops& one, const Stops& between, const Stops& two,
                        const Stops& behind, Visit visit) {
    for (const Stops& first : {two, reversed(two)})
        for (const Stops& second : {one, reversed(one)})
            visit(joined(before, joined(first, joined(between, joined(second, behind)))));
}

inline Stops part(const Stops& route, std::size_t begin, std::size_t end) {
    return {route.begin() + static_cast<long>(begin), route.begin() + static_cast<long>(end)};
}

/// Within a route, where at least one customer is in between.
template <class Visit>
void every_segment_swap(const Stops& route, Visit visit) {
    const std::size_t n = route.size();
    for (std::size_t m = 1; m <= 2; ++m)
        for (std::size_t k = 1; k <= 2; ++k)
            for (std::size_t i = 0; i + m < n; ++i)
                for (std::size_t j = i + m + 1; j + k <= n; ++j)
                    every_segment_swap(part(route, 0, i), part(route, i, i + m), part(route, i + m, j),
                                       part(route, j, j + k), part(route, j + k, n), visit);
}

/// Between two routes, with the depot in between.
template <class Visit>
void every_segment_swap(const TwoRoutes& routes, Visit visit) {
    Stops both = joined(routes.first, {0});
    both = joined(both, routes.second);
    const std::size_t depot = routes.first.size(), n = both.size();
    for (std::size_t m = 1; m <= 2; ++m)
        for (std::size_t k = 1; k <= 2; ++k)
            for (std::size_t i = 0; i + m <= depot; ++i)
                for (std::size_t j = depot + 1; j + k <= n; ++j)
                    every_segment_swap(part(both, 0, i), part(both, i, i + m), part(both, i + m, j),
                                       part(both, j, j + k), part(both, j + k, n), [&](const Stops& result) {
                                           const auto at = std::find(result.begin(), result.end(), 0);
                                           visit(TwoRoutes{{result.begin(), at}, {at + 1, result.end()}});
                                       });
}

/// Every two customers exchanged and put anywhere on the other route, where taking both out gains something.
template <class Visit>
void every_swap_star(const Instance& instance, const TwoRoutes& routes, Visit visit) {
    every_segment(routes.first, 1, 1, [&](const Stops& rest_a, const Stops& u) {
        every_segment(routes.second, 1, 1, [&](const Stops& rest_b, const Stops& v) {
            if (cost_of(instance, {rest_a, rest_b}) > cost_of(instance, routes) - instance.least_gain())
                return;
            every_insertion(rest_a, v, [&](const Stops& a) {
                every_insertion(rest_b, u, [&](const Stops& b) { visit(TwoRoutes{a, b}); });
            });
        });
    });
}

}  // namespace l2r

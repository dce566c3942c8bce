#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "problem/instance.hpp"

namespace l2r {

/// Where the customers of a random test instance are.
enum class Layout {
    square,        ///< anywhere in the unit square, distances as they are
    grid,          ///< on a few whole-numbered places, distances rounded: full of ties
    wide,          ///< rounded distances so long that costs are steps of several
    odd_table,     ///< a table of small whole numbers with no geometry behind it
    decimal_table  ///< the same with fractions
};
inline const std::vector<Layout> layouts{Layout::square, Layout::grid, Layout::wide, Layout::odd_table,
                                         Layout::decimal_table};

/// What they demand, and what a vehicle holds.
enum class Loads {
    common,     ///< about ten customers a route
    tight,      ///< one to three customers a route
    loose,      ///< all customers fit one route
    thousands,  ///< a capacity past what 16 bits of coarse load hold exactly
    billion,    ///< the largest capacity there is
    zeros,      ///< many customers demand nothing
    full        ///< every customer fills a vehicle
};
inline const std::vector<Loads> all_loads{Loads::common,  Loads::tight, Loads::loose, Loads::thousands,
                                          Loads::billion, Loads::zeros, Loads::full};

inline void choose_places(InstanceData& data, Layout layout, int customers, Random& random) {
    const auto nodes = static_cast<std::size_t>(customers) + 1;
    if (layout == Layout::odd_table || layout == Layout::decimal_table) {
        data.metric = Metric::matrix;
        data.matrix.assign(nodes * nodes, 0);
        for (std::size_t a = 0; a < nodes; ++a)
            for (std::size_t b = 0; b < a; ++b)
                data.matrix[a * nodes + b] = data.matrix[b * nodes + a] =
                    layout == Layout::odd_table ? random.below(40) : 3 * random.uniform();
        return;
    }
    if (layout != Layout::square) data.rounding = Rounding::nearest;
    for (std::size_t node = 0; node < nodes; ++node) {
        const double extent = layout == Layout::wide ? 3e9 : 1;
        const double x = layout == Layout::grid ? random.below(9) : extent * random.uniform();
        const double y = layout == Layout::grid ? random.below(9) : extent * random.uniform();
        data.places.push_back({x, y});
    }
}

inline void choose_demands(InstanceData& data, Loads loads, int customers, Random& random) {
    const auto draw = [&](std::int64_t capacity, std::uint32_t least, std::uint32_t most) {
        data.capacity = capacity;
        for (int customer = 0; customer < customers; ++customer)
            data.demands.push_back(least + random.below(most - least + 1));
    };
    data.demands = {0};
    switch (loads) {
        case Loads::common:
            return draw(50, 1, 9);
        case Loads::tight:
            return draw(10, 3, 10);
        case Loads::loose:
            return draw(10LL * customers, 1, 9);
        case Loads::thousands:
            return draw(100'003, 1, 20'000);
        case Loads::billion:
            return draw(1'000'000'000, 1, 300'000'000);
        case Loads::full:
            return draw(7, 7, 7);
        case Loads::zeros:
            draw(12, 0, 9);
            for (std::int64_t& demand : data.demands) demand = demand > 4 ? demand : 0;
    }
}

inline Instance any_instance(Layout layout, Loads loads, int customers, Random& random) {
    InstanceData data;
    data.name = "test";
    choose_places(data, layout, customers, random);
    choose_demands(data, loads, customers, random);
    return Instance(data);
}

/// Limits routes to up to four times what the customer that is farthest needs; a fifth of them to just that.
/// Service is none, a whole number where distances are, or any.
inline void limit_routes(InstanceData& data, Random& random) {
    const Instance unlimited(data);
    double farthest = 0;
    for (Node customer = 1; customer < unlimited.nodes(); ++customer)
        farthest = std::max(farthest, 2 * unlimited.distance(0, customer));
    data.service = farthest * random.below(4) / 12.0;
    if (unlimited.cost_step() == 1 && random.below(2) == 0) data.service = std::floor(data.service);
    data.route_limit = (farthest + data.service) * (random.below(5) == 0 ? 1 : 1 + 3 * random.uniform());
}

inline Instance any_limited_instance(Layout layout, Loads loads, int customers, Random& random) {
    InstanceData data;
    data.name = "limited";
    choose_places(data, layout, customers, random);
    choose_demands(data, loads, customers, random);
    limit_routes(data, random);
    return Instance(data);
}

/// Opens each customer for a while in which a vehicle can come from the depot and be back in time: some for a
/// moment, some all day. Services are as `limit_routes` has them, or differ.
inline void open_windows(InstanceData& data, Random& random) {
    limit_routes(data, random);
    if (random.below(2) == 0) data.route_limit = std::numeric_limits<double>::infinity();
    const Instance plain(data);
    const bool is_whole = plain.cost_step() == 1 && random.below(2) == 0;
    const auto time = [&](double value) { return is_whole ? std::floor(value) : value; };
    double least_day = 0;
    for (Node customer = 1; customer < plain.nodes(); ++customer)
        least_day = std::max(least_day, 2 * plain.distance(0, customer) + data.service);
    if (random.below(2) == 0) {
        data.services = {0};
        for (Node customer = 1; customer < plain.nodes(); ++customer)
            data.services.push_back(time(data.service * random.uniform()));
    }
    const double begin = time(least_day * random.uniform()),
                 end = begin + std::ceil(1 + least_day * (1 + 3 * random.uniform()));
    data.windows = {{begin, end}};
    for (Node customer = 1; customer < plain.nodes(); ++customer) {
        const double way = plain.distance(0, customer), service = data.service;
        const double first = begin + way, last = end - way - service;
        const double opens = time(random.below(4) == 0 ? 0 : last * random.uniform());
        const double width = random.below(4) == 0 ? last : 0.3 * (last - first) * random.uniform();
        data.windows.push_back({opens, std::min(last, std::max(opens, first) + time(width))});
    }
    if (is_whole)
        for (TimeWindow& window : data.windows) window.closes = std::floor(window.closes);
}

inline Instance any_windowed_instance(Layout layout, Loads loads, int customers, Random& random) {
    InstanceData data;
    data.name = "windowed";
    choose_places(data, layout, customers, random);
    choose_demands(data, loads, customers, random);
    if (layout == Layout::square && random.below(2) == 0) {
        for (Point& place : data.places) place = {100 * place.x, 100 * place.y};
        data.rounding = Rounding::tenths;
    }
    open_windows(data, random);
    return Instance(data);
}

/// Calls `test(make(layout, loads, customers, random), random)` `count` times for every layout and kind of
/// loads. A failure says which.
template <class Make, class Test>
void for_many_made(Make make, int count, int least_customers, int most_customers, std::uint64_t seed,
                   Test test) {
    for (const Layout layout : layouts)
        for (const Loads loads : all_loads)
            for (int i = 0; i < count; ++i) {
                const int kind = static_cast<int>(layout) * 10 + static_cast<int>(loads);
                Random random(seed, static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(i));
                const int span = most_customers - least_customers + 1;
                const int customers =
                    least_customers + static_cast<int>(random.below(static_cast<std::uint32_t>(span)));
                SCOPED_TRACE(testing::Message()
                             << "layout " << static_cast<int>(layout) << ", loads " << static_cast<int>(loads)
                             << ", number " << i << ", " << customers << " customers");
                test(make(layout, loads, customers, random), random);
                if (testing::Test::HasFailure()) return;
            }
}

template <class Test>
void for_many_instances(int count, int least_customers, int most_customers, std::uint64_t seed, Test test) {
    for_many_made(any_instance, count, least_customers, most_customers, seed, test);
}

/// The same where routes have a limit.
template <class Test>
void for_many_limited_instances(int count, int least_customers, int most_customers, std::uint64_t seed,
                                Test test) {
    for_many_made(any_limited_instance, count, least_customers, most_customers, seed, test);
}

/// The same where customers have time windows.
template <class Test>
void for_many_windowed_instances(int count, int least_customers, int most_customers, std::uint64_t seed,
                                 Test test) {
    for_many_made(any_windowed_instance, count, least_customers, most_customers, seed, test);
}

}  // namespace l2r

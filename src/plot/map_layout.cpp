#include "plot/map_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "plot/map_places.hpp"
#include "plot/svg.hpp"

namespace l2r {
namespace {

/// Of the route that is this one in the order of directions.
std::string colour_of_rank(std::size_t rank) {
    constexpr double golden_angle = 137.50776405, first_hue = 255;
    constexpr double lightness[] = {0.57, 0.70, 0.46};
    return oklch_colour(lightness[rank % 3], 0.19, first_hue + golden_angle * static_cast<double>(rank));
}

/// Of each route of a step the number of the one of the next that it shares most customers with, given the
/// numbers there as `owner` of each customer, -1 for none; each number once. Others get the least free ones.
std::vector<int> numbers_before(const Solution& solution, const std::vector<int>& owner) {
    std::vector<std::tuple<int, int, int>> shared;  // how many less than none, route, number
    for (int r = 0; r < solution.routes(); ++r) {
        std::map<int, int> counts;
        for (const Node customer : solution.route(r)) ++counts[owner[static_cast<std::size_t>(customer)]];
        for (const auto& [number, count] : counts)
            if (number >= 0) shared.emplace_back(-count, r, number);
    }
    std::sort(shared.begin(), shared.end());
    std::vector<int> numbers(static_cast<std::size_t>(solution.routes()), -1);
    std::vector<int> taken;
    const auto is_free = [&](int number) {
        return std::find(taken.begin(), taken.end(), number) == taken.end();
    };
    for (const auto& [less, r, number] : shared)
        if (int& own = numbers[static_cast<std::size_t>(r)]; own < 0 && is_free(number))
            taken.push_back(own = number);
    int next = 0;
    for (int& number : numbers) {
        if (number >= 0) continue;
        while (!is_free(next)) ++next;
        taken.push_back(number = next);
    }
    return numbers;
}

}  // namespace

MapLayout map_layout(const Instance& instance, int longer_side) {
    MapLayout layout;
    const auto side = static_cast<double>(longer_side);
    layout.places = map_places(instance);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Point low{infinity, infinity}, high{-infinity, -infinity};
    for (const Point p : layout.places) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double span = std::max(high.x - low.x, high.y - low.y);
    layout.pixels = side / span;
    const auto pixels = [&](double distance) { return span > 0 ? distance / span * side : 0.0; };
    const double map_width = pixels(high.x - low.x), map_height = pixels(high.y - low.y);
    // Narrow maps get air on both sides, so that texts fit and a line of places is no hairline picture.
    const double frame_width = std::max(map_width, 0.6 * side);
    const double frame_height = std::max(map_height, 0.3 * side);
    layout.width = frame_width + 2 * map_margin;
    layout.height = map_header + frame_height + map_footer + map_margin;
    const double left = map_margin + (frame_width - map_width) / 2,
                 top = map_header + (frame_height - map_height) / 2;
    for (Point& p : layout.places) p = {left + pixels(p.x - low.x), top + pixels(high.y - p.y)};
    const double spacing = std::sqrt(frame_width * frame_height / instance.nodes());
    layout.dot = std::clamp(0.095 * spacing, 0.8, 5.5);
    layout.line = std::clamp(0.55 * layout.dot, 0.7, 2.5);
    return layout;
}

std::vector<std::string> route_colours(const Instance& instance, const Solution& solution) {
    const std::vector<Point> places = map_places(instance);
    const auto routes = static_cast<std::size_t>(solution.routes());
    std::vector<double> direction(routes);
    for (std::size_t r = 0; r < routes; ++r) {
        Point sum;
        for (const Node customer : solution.route(static_cast<int>(r))) {
            const Point p = places[static_cast<std::size_t>(customer)];
            sum = {sum.x + p.x - places[0].x, sum.y + places[0].y - p.y};
        }
        direction[r] = std::atan2(sum.y, sum.x);
    }
    std::vector<std::size_t> order(routes);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return direction[a] < direction[b]; });
    std::vector<std::string> colours(routes);
    for (std::size_t rank = 0; rank < routes; ++rank) colours[order[rank]] = colour_of_rank(rank);
    return colours;
}

std::vector<std::vector<std::string>> colours_of_steps(const Instance& instance,
                                                       const std::vector<RouteStep>& steps) {
    std::vector<std::vector<std::string>> colours(steps.size());
    if (steps.empty()) return colours;
    std::vector<std::string> palette = route_colours(instance, steps.back().solution);
    std::vector<int> numbers(palette.size()), owner(static_cast<std::size_t>(instance.nodes()), -1);
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::size_t s = steps.size(); s-- > 0;) {
        const Solution& solution = steps[s].solution;
        if (s + 1 < steps.size()) numbers = numbers_before(solution, owner);
        for (int r = 0; r < solution.routes(); ++r) {
            const int number = numbers[static_cast<std::size_t>(r)];
            while (palette.size() <= static_cast<std::size_t>(number))
                palette.push_back(colour_of_rank(palette.size()));
            colours[s].push_back(palette[static_cast<std::size_t>(number)]);
            for (const Node customer : solution.route(r)) owner[static_cast<std::size_t>(customer)] = number;
        }
    }
    return colours;
}

}  // namespace l2r

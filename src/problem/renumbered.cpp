#include "problem/renumbered.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace l2r {
namespace {

constexpr int curve_bits = 16;  ///< of either coordinate

/// How far along the curve a cell lies: two bits for each halving of the square, which is turned so that each
/// quarter begins next to where the one before it ends.
std::uint64_t position_on_curve(std::uint32_t x, std::uint32_t y) {
    std::uint64_t position = 0;
    for (int bit = curve_bits - 1; bit >= 0; --bit) {
        const std::uint32_t right = x >> bit & 1, up = y >> bit & 1;
        position = position << 2 | (right * 3 ^ up);
        if (up == 1) continue;
        if (right == 1) {
            x = ~x;
            y = ~y;
        }
        std::swap(x, y);
    }
    return position;
}

std::vector<Node> along_the_curve(const Instance& instance) {
    Point least = instance.place(0), most = least;
    for (Node node = 1; node < instance.nodes(); ++node) {
        const Point at = instance.place(node);
        least = {std::min(least.x, at.x), std::min(least.y, at.y)};
        most = {std::max(most.x, at.x), std::max(most.y, at.y)};
    }
    const double side = std::max(most.x - least.x, most.y - least.y);
    const auto cell = [side](double offset) {
        constexpr double last = (1 << curve_bits) - 1;
        return side > 0 ? static_cast<std::uint32_t>(offset / side * last) : 0;
    };
    std::vector<std::pair<std::uint64_t, Node>> order;
    order.reserve(static_cast<std::size_t>(instance.customers()));
    for (Node customer = 1; customer < instance.nodes(); ++customer) {
        const Point at = instance.place(customer);
        order.emplace_back(position_on_curve(cell(at.x - least.x), cell(at.y - least.y)), customer);
    }
    std::sort(order.begin(), order.end());
    std::vector<Node> nodes{0};
    nodes.reserve(order.size() + 1);
    for (const auto& [position, customer] : order) nodes.push_back(customer);
    return nodes;
}

std::vector<Node> inverse(const std::vector<Node>& order) {
    std::vector<Node> result(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        result[static_cast<std::size_t>(order[i])] = static_cast<Node>(i);
    return result;
}

}  // namespace

Renumbered::Renumbered(const Instance& instance)
    : original_(along_the_curve(instance)),
      number_(inverse(original_)),
      instance_(instance.in_order(original_)) {}

Solution Renumbered::translated(const Solution& solution, const std::vector<Node>& names) {
    Solution result;
    result.reserve(static_cast<int>(solution.customers().size()), solution.routes());
    std::vector<Node> route;
    for (int index = 0; index < solution.routes(); ++index) {
        route.clear();
        for (const Node customer : solution.route(index))
            route.push_back(names[static_cast<std::size_t>(customer)]);
        result.add_route(route);
    }
    return result;
}

}  // namespace l2r

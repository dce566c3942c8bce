#include "optimise/granular/neighbour_lists.hpp"

#include <algorithm>
#include <numeric>

#include "problem/nearby.hpp"

namespace l2r {
namespace {

/// The nearest of each customer, `count` a row, and 0 where there are not so many.
std::vector<Node> nearest_rows(const Instance& instance, std::size_t count, const Stop& stop) {
    std::vector<Node> all(static_cast<std::size_t>(instance.customers())), found;
    std::iota(all.begin(), all.end(), 1);
    const Nearby nearby(instance, all, stop);
    std::vector<Node> rows(all.size() * count, 0);
    for (std::size_t row = 0; row < all.size() && !stop.requested(); ++row) {
        nearby.nearest(all[row], static_cast<int>(count), found);
        std::copy(found.begin(), found.end(), rows.begin() + static_cast<std::ptrdiff_t>(row * count));
    }
    return rows;
}

}  // namespace

NeighbourLists::NeighbourLists(const Instance& instance, int count, const Stop& stop)
    : ends_(static_cast<std::size_t>(instance.nodes()), 0) {
    const auto width = static_cast<std::size_t>(std::min(count, instance.customers() - 1));
    const std::vector<Node> rows = nearest_rows(instance, width, stop);
    const auto row = [&](Node customer) {
        return std::span(rows).subspan((static_cast<std::size_t>(customer) - 1) * width, width);
    };
    const auto for_each_entry = [&](auto visit) {
        for (Node from = 1; from < instance.nodes(); ++from)
            for (const Node to : row(from)) {
                if (to == 0) break;
                visit(from, to);
                if (std::find(row(to).begin(), row(to).end(), from) == row(to).end()) visit(to, from);
            }
    };
    for_each_entry([&](Node from, Node) { ++ends_[static_cast<std::size_t>(from)]; });
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    neighbours_.resize(ends_.back());
    std::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);  // of customer c at c - 1
    for_each_entry([&](Node from, Node to) {
        neighbours_[next[static_cast<std::size_t>(from) - 1]++] = {to, instance.cost(from, to)};
    });
    for (std::size_t customer = 1; customer < ends_.size(); ++customer)
        std::sort(neighbours_.begin() + static_cast<std::ptrdiff_t>(ends_[customer - 1]),
                  neighbours_.begin() + static_cast<std::ptrdiff_t>(ends_[customer]),
                  [](const Neighbour& a, const Neighbour& b) {
                      return a.cost != b.cost ? a.cost < b.cost : a.customer < b.customer;
                  });
}

}  // namespace l2r

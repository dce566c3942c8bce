#include "optimise/granular/neighbour_lists.hpp"

#include <algorithm>
#include <numeric>

#include "problem/neighbours.hpp"

namespace l2r::granular {

NeighbourLists::NeighbourLists(const Instance& instance, int count, const Stop& stop)
    : ends_(static_cast<std::size_t>(instance.nodes()), 0) {
    const Neighbours nearest(instance, count, stop);
    if (nearest.count() == 0) return;
    const auto has = [&](Node customer, Node other) {
        const auto list = nearest.of(customer);
        return std::any_of(list.begin(), list.end(), [&](const auto& entry) { return entry.node == other; });
    };
    const auto for_each_entry = [&](auto visit) {
        for (Node from = 1; from < instance.nodes(); ++from)
            for (const auto& [cost, to] : nearest.of(from)) {
                visit(from, Neighbour{to, cost});
                if (!has(to, from)) visit(to, Neighbour{from, cost});
            }
    };
    for_each_entry([&](Node from, const Neighbour&) { ++ends_[static_cast<std::size_t>(from)]; });
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    neighbours_.resize(ends_.back());
    std::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);  // of customer c at c - 1
    for_each_entry([&](Node from, const Neighbour& to) {
        neighbours_[next[static_cast<std::size_t>(from) - 1]++] = to;
    });
    for (std::size_t customer = 1; customer < ends_.size(); ++customer)
        std::sort(neighbours_.begin() + static_cast<std::ptrdiff_t>(ends_[customer - 1]),
                  neighbours_.begin() + static_cast<std::ptrdiff_t>(ends_[customer]),
                  [](const Neighbour& a, const Neighbour& b) {
                      return a.cost != b.cost ? a.cost < b.cost : a.customer < b.customer;
                  });
}

}  // namespace l2r::granular

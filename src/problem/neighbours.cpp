#include "problem/neighbours.hpp"

#include <algorithm>
#include <numeric>

#include "problem/nearby.hpp"

namespace l2r {

Neighbours::Neighbours(const Instance& instance, int count, const Stop& stop)
    : count_(std::clamp(count, 0, instance.customers() - 1)) {
    std::vector<Node> all(static_cast<std::size_t>(instance.customers()));
    std::iota(all.begin(), all.end(), Node{1});
    const Nearby nearby(instance, all, stop);
    std::vector<Node> found;
    entries_.reserve(all.size() * static_cast<std::size_t>(count_));
    for (const Node customer : all) {
        if (customer % 64 == 1 && stop.requested()) {
            count_ = 0;
            entries_.clear();
            return;
        }
        nearby.nearest(customer, count_, found);
        for (const Node node : found) entries_.push_back({instance.cost(customer, node), node});
    }
}

}  // namespace l2r

#include "problem/nearby.hpp"

#include <algorithm>
#include <cmath>

#include "problem/geographic.hpp"

namespace l2r {

struct Nearby::Query {
    Node from;
    std::size_t count;
    std::int32_t room;
    std::vector<Key>& keys;  ///< the best so far, as a heap with the farthest on top
    Key bound = std::numeric_limits<Key>::max();

    void offer(Key key) {
        if (key >= bound) return;
        if (keys.size() == count) {
            std::pop_heap(keys.begin(), keys.end());
            keys.back() = key;
        } else {
            keys.push_back(key);
        }
        std::push_heap(keys.begin(), keys.end());
        if (keys.size() == count) bound = keys.front();
    }

    Node customer(Key key) const {
        const auto gap = static_cast<Node>(key >> 1 & 0xfffff);
        return (key & 1) != 0 ? from + gap : from - gap;
    }
};

Nearby::Nearby(const Instance& instance, std::span<const Node> customers, const Stop& stop)
    : instance_(instance),
      has_tree_(instance.metric() != Metric::matrix && instance.metric() != Metric::geographic),
      customers_(customers.begin(), customers.end()),
      leaf_of_(static_cast<std::size_t>(instance.nodes()), -1) {
    if (customers_.empty()) return;
    add_box(0, static_cast<int>(customers_.size()), -1);
    for (int box = 0; box < static_cast<int>(boxes_.size()); ++box) {
        if (!stop.requested() && split(box)) continue;
        for (int at = boxes_[box].begin; at < boxes_[box].end; ++at) leaf_of_[customers_[at]] = box;
    }
}

void Nearby::add_box(int begin, int end, int parent) {
    Box box{{},
            {},
            customers_[begin],
            customers_[begin],
            std::numeric_limits<std::int32_t>::max(),
            begin,
            end,
            parent,
            0};
    if (has_tree_) box.low = box.high = instance_.place(customers_[begin]);
    for (int at = begin; at < end; ++at) {
        const Node customer = customers_[at];
        box.first = std::min(box.first, customer), box.last = std::max(box.last, customer);
        box.least_demand = std::min(box.least_demand, instance_.demand(customer));
        if (!has_tree_) continue;
        const Point place = instance_.place(customer);
        box.low = {std::min(box.low.x, place.x), std::min(box.low.y, place.y)};
        box.high = {std::max(box.high.x, place.x), std::max(box.high.y, place.y)};
    }
    boxes_.push_back(box);
}

/// Halves a box across its longer side, or by number where all its customers are at one place; false for a
/// leaf.
bool Nearby::split(int box) {
    const auto [low, high, first, last, least_demand, begin, end, parent, child] = boxes_[box];
    if (!has_tree_ || end - begin <= leaf_size) return false;
    const bool wide = high.x - low.x >= high.y - low.y;
    const auto before = [&](Node a, Node b) {
        const Point p = instance_.place(a), q = instance_.place(b);
        const double at_a = wide ? p.x : p.y, at_b = wide ? q.x : q.y;
        return at_a != at_b ? at_a < at_b : a < b;
    };
    const int middle = begin + (end - begin) / 2;
    std::nth_element(customers_.begin() + begin, customers_.begin() + middle, customers_.begin() + end,
                     before);
    boxes_[box].child = static_cast<std::int32_t>(boxes_.size());
    add_box(begin, middle, box);
    add_box(middle, end, box);
    return true;
}

void Nearby::nearest(Node from, int count, std::vector<Node>& found, std::int32_t room) const {
    thread_local std::vector<Key> keys;
    keys.clear();
    found.clear();
    if (boxes_.empty() || count < 1) return;
    Query query{from, static_cast<std::size_t>(count), room, keys};
    search(0, query);
    std::sort(keys.begin(), keys.end());
    for (const Key key : keys) found.push_back(query.customer(key));
}

void Nearby::search(int at, Query& query) const {
    const Box& box = boxes_[at];
    if (box.least_demand > query.room) return;
    if (box.child == 0) {
        for (int i = box.begin; i < box.end; ++i) {
            const Node customer = customers_[i];
            if (customer != query.from && instance_.demand(customer) <= query.room)
                query.offer(key(instance_.cost(query.from, customer), query.from, customer));
        }
        return;
    }
    int near = box.child, far = box.child + 1;
    Key near_key = least_key(boxes_[near], query.from), far_key = least_key(boxes_[far], query.from);
    if (far_key < near_key) std::swap(near, far), std::swap(near_key, far_key);
    if (near_key < query.bound) search(near, query);
    if (far_key < query.bound) search(far, query);
}

/// No customer in the box has a lower key: roundings, of distances and of results, never change an order.
Nearby::Key Nearby::least_key(const Box& box, Node from) const {
    const double distance = least_distance(box, from);
    const double whole = instance_.rounding() == Rounding::none ? distance : std::floor(distance);
    const auto cost = static_cast<std::int32_t>(std::floor(whole / instance_.cost_step() + 0.5));
    const Node number = std::clamp(from, box.first, box.last);
    return number == from ? static_cast<Key>(cost) << 21 : key(cost, from, number);
}

double Nearby::least_distance(const Box& box, Node from) const {
    const Point place = instance_.place(from);
    const double dx = place.x - std::clamp(place.x, box.low.x, box.high.x);
    const double dy = place.y - std::clamp(place.y, box.low.y, box.high.y);
    switch (instance_.metric()) {
        case Metric::great_circle:
            return least_metres(place, box.low, box.high);
        case Metric::manhattan:
            return std::abs(dx) + std::abs(dy);
        case Metric::maximum:
            return std::max(std::abs(dx), std::abs(dy));
        case Metric::att:
            return std::sqrt((dx * dx + dy * dy) / 10.0);
        default:
            return std::sqrt(dx * dx + dy * dy);
    }
}

void Nearby::remove(Node customer) {
    const int leaf = leaf_of_[customer];
    Box& box = boxes_[leaf];
    const auto begin = customers_.begin() + box.begin, end = customers_.begin() + box.end;
    std::iter_swap(std::find(begin, end, customer), end - 1);
    --box.end;
    box.least_demand = std::numeric_limits<std::int32_t>::max();
    for (int at = box.begin; at < box.end; ++at)
        box.least_demand = std::min(box.least_demand, instance_.demand(customers_[at]));
    for (int up = box.parent; up >= 0; up = boxes_[up].parent) {
        const Box *left = &boxes_[boxes_[up].child], *right = left + 1;
        boxes_[up].least_demand = std::min(left->least_demand, right->least_demand);
    }
}

}  // namespace l2r

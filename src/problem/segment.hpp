#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// What a piece of a route needs, down to a single node and up to a whole route from depot to depot: all that
/// limits are about, in the units of searches.
///
/// This file alone knows which limits there are. A further one is a member here, a term in `join`,
/// `Limits::of` and `Limits::allow`, and a sentence in `broken_limits` (CONTRIBUTING.md).
struct Segment {
    std::int64_t duration = 0;  ///< travel between its nodes, and service at them
    std::int32_t load = 0;

    bool operator==(const Segment&) const = default;
};

/// `a`, an edge that costs `cost`, then `b`.
constexpr Segment join(const Segment& a, std::int32_t cost, const Segment& b) {
    return {a.duration + cost + b.duration, a.load + b.load};
}
/// A route that is left as it is but for one customer more, whose visit makes it longer by `longer`.
constexpr Segment with_customer(const Segment& route, std::int64_t longer, const Segment& customer) {
    return {route.duration + longer + customer.duration, route.load + customer.load};
}
/// The same with one customer less.
constexpr Segment without_customer(const Segment& route, std::int64_t longer, const Segment& customer) {
    return {route.duration + longer - customer.duration, route.load - customer.load};
}

/// How much a route may need. A search may let routes carry too much for a price: solutions that are full to
/// the brim lie behind others that are too full.
class Limits {
  public:
    explicit Limits(const Instance& instance)
        : instance_(&instance),
          only_capacity_(!instance.has_route_limit()),
          capacity_(instance.capacity()),
          most_load_(capacity_),
          service_(instance.service(1)),
          route_limit_(instance.route_limit()) {}

    /// Whether loads alone decide. Searches keep no segments then, so that these cost nothing.
    bool only_capacity() const { return only_capacity_; }
    std::int32_t capacity() const { return capacity_; }

    /// Lets a route carry up to `most`, and prices what is above the capacity: so many steps of cost for each
    /// unit, in 2^-16. A price of 0 lets none carry more than the capacity.
    void price_overload(std::int32_t most, std::int64_t price) {
        price_ = price;
        most_load_ = price == 0 ? capacity_ : most;
    }
    bool has_price() const { return price_ != 0; }
    /// What a route may carry, at whatever price.
    std::int32_t most_load() const { return most_load_; }
    /// What it costs to carry so much: 0 up to the capacity.
    std::int32_t overload_cost(std::int32_t load) const {
        return load <= capacity_ ? 0 : static_cast<std::int32_t>(((load - capacity_) * price_) >> 16);
    }

    /// The most that other routes can save by giving load to one that carries `load`: the price of its free
    /// room. Two steps more, for roundings. To a full route overload can be moved, but not lost.
    std::int32_t relief(std::int32_t load) const {
        const std::int64_t room =
            std::clamp(capacity_ - load, 0, most_load_ - capacity_);  // no route gives more
        return static_cast<std::int32_t>((room * price_) >> 16) + 2;
    }

    /// What a node needs by itself.
    Segment of(Node node) const { return {node == 0 ? 0 : service_, instance_->demand(node)}; }
    bool allow(const Segment& route) const {
        return route.load <= most_load_ && route.duration <= route_limit_;
    }

    /// Whether a route of these parts, one behind the other, keeps to all limits. A part says what it
    /// carries, `load()`; and, where there is more to ask for, what it needs in all, `segment()`, and the
    /// nodes at its ends, `first()` and `last()`.
    template <class Costs, class Part, class... Parts>
    [[gnu::always_inline]] bool allow(const Costs& costs, const Part& part, const Parts&... parts) const {
        if (only_capacity_) return (part.load() + ... + parts.load()) <= most_load_;
        return allow(joined(costs, part.segment(), part.last(), parts...));
    }

    /// A customer as a part.
    struct Customer {
        const Limits& limits;
        Node node;

        std::int32_t load() const { return limits.instance_->demand(node); }
        Segment segment() const { return limits.of(node); }
        Node first() const { return node; }
        Node last() const { return node; }
    };

  private:
    template <class Costs>
    [[gnu::always_inline]] static Segment joined(const Costs&, const Segment& so_far, Node) {
        return so_far;
    }
    template <class Costs, class Part, class... Parts>
    [[gnu::always_inline]] static Segment joined(const Costs& costs, const Segment& so_far, Node last,
                                                 const Part& part, const Parts&... parts) {
        return joined(costs, join(so_far, costs.row(last)[part.first()], part.segment()), part.last(),
                      parts...);
    }

    const Instance* instance_;
    bool only_capacity_;
    std::int32_t capacity_, most_load_, service_;
    std::int64_t price_ = 0;
    std::int64_t route_limit_;
};

/// A route that grows customer by customer.
class GrowingRoute {
  public:
    explicit GrowingRoute(const Instance& instance) : instance_(instance), limits_(instance) {}

    /// Whether the vehicle can go on to `customer` and come home then.
    bool has_room_for(Node customer) const {
        if (head_.load + instance_.demand(customer) > limits_.capacity()) return false;
        return limits_.only_capacity() ||
               limits_.allow(join(grown(customer), instance_.cost(customer, 0), limits_.of(0)));
    }
    /// How much it may yet carry.
    std::int32_t room() const { return limits_.capacity() - head_.load; }
    void visit(Node customer) {
        if (limits_.only_capacity())
            head_.load += instance_.demand(customer);
        else
            head_ = grown(customer);
        last_ = customer;
    }
    void restart() {
        head_ = limits_.of(0);
        last_ = 0;
    }

  private:
    Segment grown(Node customer) const {
        return join(head_, instance_.cost(last_, customer), limits_.of(customer));
    }

    const Instance& instance_;
    const Limits limits_;
    Segment head_ = limits_.of(0);  ///< from the depot to `last_`; the load alone where that decides
    Node last_ = 0;
};

/// Which limits a route breaks, in exact numbers: what is said of it, as "carries 12, more than the capacity
/// of 10".
std::vector<std::string> broken_limits(const Instance& instance, std::span<const Node> route);

}  // namespace l2r

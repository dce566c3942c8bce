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
///
/// Time windows are kept as Vidal et al. (2013) have them: a vehicle that comes too late goes back in time to
/// when the window closes. So a piece that is begun at t ends at `time` after t, or after the nearest moment
/// from `earliest` to `latest`; and what it goes back is `warp`, and what t is after `latest`.
struct Segment {
    std::int64_t duration = 0;  ///< travel between its nodes, and service at them
    std::int32_t load = 0;
    std::int64_t time = 0;  ///< from beginning to end: `duration`, waiting, less `warp`
    std::int64_t warp = 0;  ///< by how much windows are missed, in all
    std::int64_t earliest = 0, latest = NodeTimes::never;

    bool operator==(const Segment&) const = default;
};

/// `a`, an edge that costs `cost`, then `b`.
constexpr Segment join(const Segment& a, std::int32_t cost, const Segment& b) {
    const std::int64_t until_b = a.time + cost;
    const std::int64_t wait = std::max<std::int64_t>(0, b.earliest - until_b - a.latest);
    const std::int64_t warp = std::max<std::int64_t>(0, a.earliest + until_b - b.latest);
    return {a.duration + cost + b.duration,
            a.load + b.load,
            until_b + b.time + wait - warp,
            a.warp + b.warp + warp,
            std::max(b.earliest - until_b, a.earliest) - wait,
            std::min(b.latest - until_b, a.latest) + warp};
}

/// How much a route may need. A search may let routes carry too much for a price: solutions that are full to
/// the brim lie behind others that are too full.
class Limits {
  public:
    explicit Limits(const Instance& instance)
        : instance_(&instance),
          times_(instance.times()),
          only_capacity_(!instance.has_route_limit() && !instance.has_windows()),
          order_matters_(instance.has_windows()),
          capacity_(instance.capacity()),
          most_load_(capacity_),
          service_(instance.service(1)),
          route_limit_(instance.route_limit()) {}

    /// Whether loads alone decide. Searches keep no segments then, so that these cost nothing.
    bool only_capacity() const { return only_capacity_; }
    /// Whether the order of customers decides: a route may break a limit though it got shorter, or was
    /// turned round.
    bool order_matters() const { return order_matters_; }
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
    Segment of(Node node) const {
        if (times_ == nullptr) {
            const std::int64_t service = node == 0 ? 0 : service_;
            return {service, instance_->demand(node), service};
        }
        const NodeTimes& times = times_[node];
        return {times.service, instance_->demand(node), times.service, 0, times.opens, times.closes};
    }
    bool allow(const Segment& route) const {
        return route.load <= most_load_ && route.duration <= route_limit_ && route.warp == 0;
    }

    /// Whether a route of these parts, one behind the other, keeps to all limits. A part says what it
    /// carries, `load()`; and, where there is more to ask for, what it needs in all, `segment()`, and the
    /// nodes at its ends, `first()` and `last()`.
    template <class Costs, class Part, class... Parts>
    [[gnu::always_inline]] bool allow(const Costs& costs, const Part& part, const Parts&... parts) const {
        if (only_capacity_) return (part.load() + ... + parts.load()) <= most_load_;
        return allow_joined(costs, part, parts...);
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
    /// Out of line, so that it is no burden where loads alone decide.
    template <class Costs, class Part, class... Parts>
    [[gnu::noinline]] bool allow_joined(const Costs& costs, const Part& part, const Parts&... parts) const {
        return allow(joined(costs, part.segment(), part.last(), parts...));
    }
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
    const NodeTimes* times_;
    bool only_capacity_, order_matters_;
    std::int32_t capacity_, most_load_;
    std::int64_t service_;
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

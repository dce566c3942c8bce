#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/granular/plan.hpp"
#include "problem/neighbours.hpp"

namespace l2r::anneal {

/// Puts customers back one after another, each where it costs least beside one of its neighbours: the greedy
/// insertion with blinks of SISR.
///
/// The order is drawn anew each time: random, large demands first, far from the depot first, or near it
/// first. Blinks overlook a share of the neighbours, so that the same customers do not always end up in the
/// same gaps.
class GreedyInsertion {
  public:
    GreedyInsertion(const Instance& instance, const Neighbours& neighbours, double blink_rate,
                    const GreedyInsertionSettings& settings = {})
        : instance_(instance),
          neighbours_(neighbours),
          random_below_(static_cast<std::uint32_t>(settings.random_order)),
          demand_below_(random_below_ + static_cast<std::uint32_t>(settings.demand_order)),
          far_below_(demand_below_ + static_cast<std::uint32_t>(settings.far_order)),
          orders_(far_below_ + static_cast<std::uint32_t>(settings.near_order)),
          blinks_below_(static_cast<std::uint32_t>(blink_rate * (1 << blink_bits))),
          open_(static_cast<std::size_t>(neighbours.count())) {}

    /// Inserts `customers` in an order of its own, and leaves in it those that had room nowhere; a new route
    /// is opened where the fleet allows it and nothing else costs less.
    template <class Costs>
    void insert(granular::Plan<Costs>& plan, std::vector<Node>& customers, Random& random) {
        shuffle(customers, random);
        std::erase_if(customers, [&](Node customer) { return insert(plan, customer, random); });
    }

  private:
    /// The best of the gaps on offer: cost and gap in one number, so that the least is found without a
    /// branch.
    class BestGap {
      public:
        explicit BestGap(std::int32_t bound) : key_(static_cast<std::int64_t>(bound) << 32 | none) {}

        void offer(std::int32_t cost, std::int32_t gap) {
            key_ = std::min(key_, static_cast<std::int64_t>(cost) << 32 | gap);
        }
        /// Whether an offer would be taken.
        bool wants(std::int32_t cost, std::int32_t gap) const {
            return (static_cast<std::int64_t>(cost) << 32 | gap) < key_;
        }
        bool found() const { return (key_ & none) != none; }
        std::int32_t gap() const { return static_cast<std::int32_t>(key_ & none); }

      private:
        static constexpr std::int64_t none = 0x7fffffff;
        std::int64_t key_;
    };

    static constexpr int blink_bits = 16;

    /// How much more the overload of a route costs with so much more.
    static std::int32_t overload_change(const Limits& limits, std::int32_t load, std::int32_t more) {
        return limits.has_price() ? limits.overload_cost(load + more) - limits.overload_cost(load) : 0;
    }

    void shuffle(std::vector<Node>& customers, Random& random) {
        const std::uint32_t drawn = random.below(orders_);
        order_.clear();
        for (const Node customer : customers) {
            const std::int64_t key =
                drawn < random_below_   ? static_cast<std::int64_t>(random.next() >> 1)
                : drawn < demand_below_ ? -static_cast<std::int64_t>(instance_.demand(customer))
                : drawn < far_below_    ? -static_cast<std::int64_t>(instance_.cost(0, customer))
                                        : static_cast<std::int64_t>(instance_.cost(0, customer));
            order_.emplace_back(key, customer);
        }
        std::sort(order_.begin(), order_.end());
        std::transform(order_.begin(), order_.end(), customers.begin(),
                       [](const auto& entry) { return entry.second; });
    }

    template <class Costs>
    bool insert(granular::Plan<Costs>& plan, Node customer, Random& random) {
        granular::Gap gap = plan.limits().only_capacity() ? best_gap<true>(plan, customer, random)
                                                          : best_gap<false>(plan, customer, random);
        if (gap.route == granular::Plan<Costs>::nowhere && !plan.may_open_route())
            gap = gap_anywhere(plan, customer);
        else if (gap.route == granular::Plan<Costs>::nowhere)
            gap.route = plan.empty_route();
        if (gap.route == granular::Plan<Costs>::nowhere) return false;
        plan.insert(customer, gap);
        return true;
    }

    /// The cheapest gap on any route: for a customer who fits in none near its neighbours, and no vehicle is
    /// left.
    template <class Costs>
    granular::Gap gap_anywhere(const granular::Plan<Costs>& plan, Node customer) const {
        const Limits limits = plan.limits();  // copied, to stay in registers
        const Segment needs = limits.of(customer);
        const std::int32_t room = limits.most_load() - needs.load;
        granular::Gap best;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        const auto offer = [&](const granular::Gap& gap, std::int32_t edge, Node before) {
            const std::int64_t longer = static_cast<std::int64_t>(instance_.cost(gap.before, customer)) +
                                        instance_.cost(customer, gap.after) - edge;
            const std::int64_t cost = longer + overload_change(limits, plan.load(gap.route), needs.load);
            if (cost >= least || !plan.linked().allow_behind(before, customer, longer)) return;
            least = cost;
            best = gap;
        };
        for (Node node = 1; node < instance_.nodes(); ++node) {
            const auto seat = plan.seat(node);
            if (plan.load(seat.route) > room) continue;
            offer({seat.before, node, seat.route}, seat.cost_before, plan.before(node));
            if (seat.after == 0) offer({node, 0, seat.route}, seat.cost_after, node);
        }
        return best;
    }

    /// On an empty route where nothing costs less, or `nowhere` for that.
    template <bool only_capacity, class Costs>
    granular::Gap best_gap(const granular::Plan<Costs>& plan, Node customer, Random& random) {
        const auto neighbours = neighbours_.of(customer);
        const auto row = plan.linked().costs_from(customer);
        const Limits limits = plan.limits();  // copied, to stay in registers
        const Segment needs = limits.of(customer);
        const std::int32_t room = limits.most_load() - needs.load;
        int open = 0;  // collected without a branch: which routes have room is hard to foretell
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            open_[static_cast<std::size_t>(open)] = static_cast<std::int32_t>(i);
            open += plan.load(plan.route_of(neighbours[i].node)) <= room;
        }
        BestGap best(plan.may_open_route() ? 2 * row[0] : std::numeric_limits<std::int32_t>::max());
        std::uint64_t bits = 0;
        for (int i = 0; i < open; ++i) {
            if (i % (64 / blink_bits) == 0) bits = random.next();
            const auto drawn = static_cast<std::uint32_t>(bits & ((1 << blink_bits) - 1));
            bits >>= blink_bits;
            if (drawn < blinks_below_) continue;
            const std::int32_t index = open_[static_cast<std::size_t>(i)];
            const Neighbours::Entry& entry = neighbours[static_cast<std::size_t>(index)];
            const auto seat = plan.seat(entry.node);
            const std::int32_t overload = overload_change(limits, plan.load(seat.route), needs.load);
            const std::int32_t after = entry.cost + row[seat.after] - seat.cost_after;
            const std::int32_t before = entry.cost + row[seat.before] - seat.cost_before;
            const auto offer = [&](std::int32_t longer, std::int32_t gap, Node visit) {
                if (only_capacity || (best.wants(longer + overload, gap) &&
                                      plan.linked().allow_behind(visit, customer, longer)))
                    best.offer(longer + overload, gap);
            };
            offer(after, 2 * index, entry.node);
            offer(before, 2 * index + 1, plan.before(entry.node));
        }
        if (!best.found()) return {};
        const Node neighbour = neighbours[static_cast<std::size_t>(best.gap() / 2)].node;
        const auto seat = plan.seat(neighbour);
        if (best.gap() % 2 == 0) return {neighbour, seat.after, seat.route};
        return {seat.before, neighbour, seat.route};
    }

    const Instance& instance_;
    const Neighbours& neighbours_;
    const std::uint32_t random_below_, demand_below_, far_below_,
        orders_;                      ///< shares of the orders, added up
    std::uint32_t blinks_below_;      ///< of 2^blink_bits: a number drawn below this is a blink
    std::vector<std::int32_t> open_;  ///< neighbours, by their index in the list, whose routes have room
    std::vector<std::pair<std::int64_t, Node>> order_;
};

}  // namespace l2r::anneal

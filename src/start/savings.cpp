#include "start/savings.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "problem/nearby.hpp"
#include "problem/segment.hpp"
#include "start/sweep.hpp"

namespace l2r {
namespace {

/// Bounds the memory: about 24 bytes a pair.
constexpr int pair_limit = 10'000'000;

/// Pairs to handle before asking whether to stop.
constexpr std::size_t pairs_between_looks = 1 << 16;

/// Two customers whose routes may be joined, and how welcome that is.
struct Pair {
    std::uint32_t saving;
    Node i, j;
};

/// Sorts by saving, the largest first, and equals in their old order; false if stopped.
bool sort_pairs(std::vector<Pair>& pairs, const Stop& stop) {
    constexpr int bits = 11;
    std::vector<Pair> sorted(pairs.size());
    for (int shift = 0; shift < 32; shift += bits) {
        const auto digit = [shift](const Pair& pair) { return ~pair.saving >> shift & ((1U << bits) - 1); };
        std::vector<std::uint32_t> rank((1U << bits) + 1, 0);
        for (const Pair& pair : pairs) ++rank[digit(pair) + 1];
        std::partial_sum(rank.begin(), rank.end(), rank.begin());
        for (std::size_t at = 0; at < pairs.size(); ++at) {
            if (at % pairs_between_looks == 0 && stop.requested()) return false;
            sorted[rank[digit(pairs[at])]++] = pairs[at];
        }
        pairs.swap(sorted);
    }
    return true;
}

/// Routes under construction, known by the customers at their ends.
class Chains {
  public:
    explicit Chains(const Instance& instance)
        : instance_(instance), limits_(instance), customers_(instance.nodes()) {
        for (Node customer = 1; customer < instance.nodes(); ++customer)
            customers_[customer] = {{0, 0}, customer, limits_.of(customer)};
    }

    bool is_end(Node customer) const { return customers_[customer].beside[1] == 0; }
    /// The other end of a route, for its ends only, as is what it needs.
    Node other_end(Node end) const { return customers_[end].other_end; }
    /// Read from this end to the other, without the edges from and to the depot.
    const Segment& needs(Node end) const { return customers_[end].needs; }
    bool has_room(Node end) const { return needs(end).load < limits_.capacity(); }

    bool can_join(Node i, Node j) const {
        return is_end(i) && is_end(j) && other_end(i) != j &&
               needs(i).load + needs(j).load <= limits_.capacity() &&
               (limits_.only_capacity() || allow_joined(other_end(i), i, j, other_end(j)) ||
                (limits_.order_matters() && allow_joined(other_end(j), j, i, other_end(i))));
    }
    /// Whether a route may begin at this end; if not, it may at the other.
    bool may_begin_at(Node end) const {
        return !limits_.order_matters() || allow(end, needs(end), other_end(end));
    }

    /// Whether a route may be so, from its first customer to its last.
    bool allow(Node first, const Segment& needs, Node last) const {
        const Segment depot = limits_.of(0);
        return limits_.allow(
            join(depot, instance_.cost(0, first), join(needs, instance_.cost(last, 0), depot)));
    }
    /// What there is to gain by going from i to j instead of home and out again.
    std::int64_t true_saving(Node i, Node j) const {
        return std::int64_t{instance_.cost(0, i)} + instance_.cost(0, j) - instance_.cost(i, j);
    }

    void merge(Node i, Node j) {
        const Node first = other_end(i), last = other_end(j);
        const std::int32_t cost = instance_.cost(i, j);
        const Segment forward = join(needs(first), cost, needs(j)), back = join(needs(last), cost, needs(i));
        link(i, j);
        link(j, i);
        customers_[first].other_end = last;
        customers_[last].other_end = first;
        customers_[first].needs = forward;
        customers_[last].needs = back;
    }

    /// One end of each route, the lower-numbered one if it may begin there, in order of the lower-numbered.
    std::vector<Node> first_ends() const {
        std::vector<Node> ends;
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (is_end(customer) && customer <= other_end(customer))
                ends.push_back(may_begin_at(customer) ? customer : other_end(customer));
        return ends;
    }

    void append(Node end, std::vector<Node>& route) const {
        for (Node previous = 0, at = end; at != 0;) {
            route.push_back(at);
            const auto& beside = customers_[at].beside;
            const Node next = beside[0] != previous ? beside[0] : beside[1];
            previous = at;
            at = next;
        }
    }

  private:
    bool allow_joined(Node first, Node i, Node j, Node last) const {
        return allow(first, join(needs(first), instance_.cost(i, j), needs(j)), last);
    }

    struct Customer {
        Node beside[2];  ///< 0 where the depot is
        Node other_end;
        Segment needs;
    };

    void link(Node from, Node to) {
        auto& beside = customers_[from].beside;
        beside[beside[0] == 0 ? 0 : 1] = to;
    }

    const Instance& instance_;
    const Limits limits_;
    std::vector<Customer> customers_;
};

class Savings {
  public:
    Savings(const Instance& instance, Random& random, const Stop& stop, const SavingsSettings& settings)
        : instance_(instance),
          random_(random),
          stop_(stop),
          settings_(settings),
          chains_(instance),
          lambda_(unit * settings.least_shape / 100 +
                  up_to(unit * (settings.most_shape - settings.least_shape) / 100)),
          shift_(std::max(0, bits(2 * unit * instance.largest_cost()) - 32)) {}

    Solution run() {
        for (int round = 0; round < settings_.rounds && !stop_.requested(); ++round)
            if (!join_ends()) break;
        return stop_.requested() ? packed() : finished();
    }

  private:
    static int bits(std::int64_t value) {
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
    }

    /// Drawn below `bound`; 0 where there is nothing to draw.
    std::int64_t up_to(std::int64_t bound) {
        return random_.below(static_cast<std::uint32_t>(std::max<std::int64_t>(1, bound)));
    }

    void add_pair(Node i, Node j) {
        if (chains_.true_saving(i, j) < 0) return;
        const std::int64_t shape =
            lambda_ * (100 - settings_.spread) / 100 + up_to(lambda_ * 2 * settings_.spread / 100);
        const std::int64_t home = std::int64_t{instance_.cost(0, i)} + instance_.cost(0, j);
        const std::int64_t saving = home * unit - shape * instance_.cost(i, j);
        if (saving >= 0) pairs_.push_back({static_cast<std::uint32_t>(saving >> shift_), i, j});
    }

    void collect_pairs(const std::vector<Node>& ends) {
        pairs_.clear();
        if (static_cast<int>(ends.size()) <= settings_.all_pairs) {
            for (std::size_t a = 0; a < ends.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) add_pair(ends[b], ends[a]);
            return;
        }
        const Nearby nearby(instance_, ends, stop_);
        const int count = std::min(settings_.neighbours, pair_limit / static_cast<int>(ends.size()));
        std::vector<Nearby::Key> reach(static_cast<std::size_t>(instance_.nodes()), 0);
        std::vector<Node> found;
        for (const Node i : ends) {
            if (stop_.requested()) return;
            nearby.nearest(i, count, found);
            reach[i] = Nearby::key(instance_.cost(i, found.back()), i, found.back());
            for (const Node j : found)  // once, if each is near the other
                if (j > i || Nearby::key(instance_.cost(j, i), j, i) > reach[j]) add_pair(i, j);
        }
    }

    /// One round over all ends of routes; false if nothing was joined.
    bool join_ends() {
        std::vector<Node> ends;
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (chains_.is_end(customer) && chains_.has_room(customer)) ends.push_back(customer);
        collect_pairs(ends);
        if (!sort_pairs(pairs_, stop_)) return false;
        bool joined = false;
        for (std::size_t at = 0; at < pairs_.size(); ++at) {
            if (at % pairs_between_looks == 0 && stop_.requested()) break;
            const auto [saving, i, j] = pairs_[at];
            if (!chains_.can_join(i, j)) continue;
            chains_.merge(i, j);
            joined = true;
        }
        return joined;
    }

    Solution finished() const {
        Solution solution;
        std::vector<Node> route;
        for (const Node end : chains_.first_ends()) {
            route.clear();
            chains_.append(end, route);
            solution.add_route(route);
        }
        return solution;
    }

    /// Time is over: round the depot, one chain after another goes into the same route where it fits and the
    /// whole does not get longer.
    Solution packed() const {
        Solution solution;
        std::vector<Node> route;
        Segment needs;
        std::vector<Node> ends = chains_.first_ends();
        if (instance_.has_places()) ends = round_depot(instance_, ends);
        for (const Node end : ends) {
            Segment joined = chains_.needs(end);
            if (!route.empty()) {
                joined = join(needs, instance_.cost(route.back(), end), joined);
                const bool fits = chains_.allow(route.front(), joined, chains_.other_end(end));
                if (!fits || chains_.true_saving(route.back(), end) < 0) {
                    solution.add_route(route);
                    route.clear();
                    joined = chains_.needs(end);
                }
            }
            needs = joined;
            chains_.append(end, route);
        }
        if (!route.empty()) solution.add_route(route);
        return solution;
    }

    static constexpr std::int64_t unit = 1 << 16;

    const Instance& instance_;
    Random& random_;
    const Stop& stop_;
    const SavingsSettings& settings_;
    Chains chains_;
    const std::int64_t lambda_;  ///< in units of 2^-16
    const int shift_;            ///< brings the largest saving in such units to 32 bits
    std::vector<Pair> pairs_;
};

}  // namespace

Solution savings_start(const Instance& instance, Random& random, const Stop& stop,
                       const SavingsSettings& settings) {
    return Savings(instance, random, stop, settings).run();
}

}  // namespace l2r

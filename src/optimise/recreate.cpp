#include "optimise/recreate.hpp"

#include <algorithm>
#include <cmath>

namespace l2r {
namespace {

/// Costs from one customer, where there is no table.
struct ComputedRow {
    const Instance& instance;
    Node from;
    std::int32_t operator[](Node to) const { return instance.computed_cost(from, to); }
};

/// The best of the places on offer: cost and place in one number, so that the least is found without a
/// branch.
class BestPlace {
  public:
    explicit BestPlace(std::int32_t bound) : key_(static_cast<std::int64_t>(bound) << 32 | none) {}

    void offer(std::int32_t cost, std::int32_t place) {
        key_ = std::min(key_, static_cast<std::int64_t>(cost) << 32 | place);
    }
    bool found() const { return (key_ & none) != none; }
    std::int32_t place() const { return static_cast<std::int32_t>(key_ & none); }

  private:
    static constexpr std::int64_t none = 0x7fffffff;
    std::int64_t key_;
};

}  // namespace

Recreate::Recreate(const Instance& instance, const Neighbours& neighbours, double blink_rate)
    : instance_(instance),
      neighbours_(neighbours),
      blink_scale_(1 / std::log(1 - blink_rate)),
      open_(static_cast<std::size_t>(neighbours.count())) {}

void Recreate::insert(Plan& plan, std::vector<Node>& customers, Random& random) {
    shuffle(customers, random);
    std::erase_if(customers, [&](Node customer) { return insert(plan, customer, random); });
}

void Recreate::shuffle(std::vector<Node>& customers, Random& random) {
    const std::uint32_t rule = random.below(11);
    order_.clear();
    for (const Node customer : customers) {
        const std::int64_t key = rule < 4    ? static_cast<std::int64_t>(random.next() >> 1)
                                 : rule < 8  ? -static_cast<std::int64_t>(instance_.demand(customer))
                                 : rule < 10 ? -static_cast<std::int64_t>(instance_.cost(0, customer))
                                             : static_cast<std::int64_t>(instance_.cost(0, customer));
        order_.emplace_back(key, customer);
    }
    std::sort(order_.begin(), order_.end());
    std::transform(order_.begin(), order_.end(), customers.begin(),
                   [](const auto& entry) { return entry.second; });
}

void Recreate::draw_blink(Random& random) {
    constexpr double most = 1e9;
    until_blink_ = static_cast<int>(std::min(most, std::log(1 - random.uniform()) * blink_scale_));
}

bool Recreate::insert(Plan& plan, Node customer, Random& random) {
    Plan::Place place = find_place(plan, customer, random);
    if (place.route == Plan::nowhere && plan.used_routes() == instance_.max_routes())
        place = place_anywhere(plan, customer);
    else if (place.route == Plan::nowhere)
        place.route = plan.empty_route();
    if (place.route == Plan::nowhere) return false;
    plan.insert(customer, place);
    return true;
}

Plan::Place Recreate::find_place(const Plan& plan, Node customer, Random& random) {
    const std::int32_t* const table = instance_.cost_table();
    const auto find = [&](const auto& row) {
        return instance_.has_route_limit() ? best_place<true>(plan, customer, row, random)
                                           : best_place<false>(plan, customer, row, random);
    };
    if (table == nullptr) return find(ComputedRow{instance_, customer});
    return find(table + static_cast<std::size_t>(customer) * static_cast<std::size_t>(instance_.nodes()));
}

/// The cheapest place on any route: for a customer who has none near its neighbours, and no vehicle is left.
Plan::Place Recreate::place_anywhere(const Plan& plan, Node customer) const {
    const std::int32_t room = instance_.capacity() - instance_.demand(customer);
    Plan::Place best;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    const auto offer = [&](const Plan::Place& place, std::int32_t way) {
        const std::int64_t cost = static_cast<std::int64_t>(instance_.cost(place.before, customer)) +
                                  instance_.cost(customer, place.after) - way;
        if (cost >= least ||
            plan.length(place.route) + cost + instance_.service(customer) > instance_.route_limit())
            return;
        least = cost;
        best = place;
    };
    for (Node node = 1; node < instance_.nodes(); ++node) {
        const Plan::Visit& visit = plan.visit(node);
        if (plan.load(visit.route) > room) continue;
        offer({visit.before, node, visit.route}, visit.cost_before);
        if (visit.after == 0) offer({node, 0, visit.route}, visit.cost_after);
    }
    return best;
}

/// On an empty route where nothing costs less, or `nowhere` for that.
template <bool limited, class Row>
Plan::Place Recreate::best_place(const Plan& plan, Node customer, const Row& row, Random& random) {
    const auto neighbours = neighbours_.of(customer);
    const std::int32_t room = instance_.capacity() - instance_.demand(customer);
    int open = 0;  // collected without a branch: which routes have room is hard to foretell
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
        open_[static_cast<std::size_t>(open)] = static_cast<std::int32_t>(i);
        open += plan.load(plan.visit(neighbours[i].node).route) <= room;
    }
    const std::int32_t alone =
        plan.used_routes() < instance_.max_routes() ? 2 * row[0] : std::numeric_limits<std::int32_t>::max();
    BestPlace best(alone);
    const auto offer = [&](std::int32_t index) {
        const Neighbours::Entry& entry = neighbours[static_cast<std::size_t>(index)];
        const Plan::Visit& visit = plan.visit(entry.node);
        const std::int32_t after = entry.cost + row[visit.after] - visit.cost_after;
        const std::int32_t before = entry.cost + row[visit.before] - visit.cost_before;
        if constexpr (limited) {
            const std::int64_t left =
                instance_.route_limit() - plan.length(visit.route) - instance_.service(customer);
            if (after <= left) best.offer(after, 2 * index);
            if (before <= left) best.offer(before, 2 * index + 1);
        } else {
            best.offer(after, 2 * index);
            best.offer(before, 2 * index + 1);
        }
    };
    for (int i = 0; i < open;) {
        const int end = std::min(open, i + until_blink_);
        until_blink_ -= end - i;
        for (; i < end; ++i) offer(open_[static_cast<std::size_t>(i)]);
        if (i == open) break;
        draw_blink(random);
        ++i;
    }
    if (!best.found()) return {};
    const Node neighbour = neighbours[static_cast<std::size_t>(best.place() / 2)].node;
    const Plan::Visit& visit = plan.visit(neighbour);
    if (best.place() % 2 == 0) return {neighbour, visit.after, visit.route};
    return {visit.before, neighbour, visit.route};
}

}  // namespace l2r

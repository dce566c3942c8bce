#include "start/recombine.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "problem/segment.hpp"

namespace l2r {
namespace {

/// Routes to which customers can be added anywhere.
class OpenRoutes {
  public:
    explicit OpenRoutes(const Instance& instance) : instance_(instance), limits_(instance) {}

    int count() const { return static_cast<int>(routes_.size()); }
    void add(std::vector<Node> customers) {
        routes_.push_back({std::move(customers), {}, {}});
        measure(routes_.back());
    }
    bool keeps_to_limits(int route) const {
        return limits_.allow(routes_[static_cast<std::size_t>(route)].tails.front());
    }
    std::vector<Node> take_last() {
        std::vector<Node> customers = std::move(routes_.back().customers);
        routes_.pop_back();
        return customers;
    }

    /// Where it costs least; on a route of its own where there is no room.
    void insert(Node customer) {
        const Segment needs = limits_.of(customer);
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        std::size_t best_route = routes_.size(), best_place = 0;
        for (std::size_t r = 0; r < routes_.size(); ++r) {
            const Route& route = routes_[r];
            if (route.tails.front().load + needs.load > limits_.capacity()) continue;
            Node before = 0;
            for (std::size_t place = 0; place <= route.customers.size(); ++place) {
                const Node after = place < route.customers.size() ? route.customers[place] : 0;
                const std::int64_t longer = static_cast<std::int64_t>(instance_.cost(before, customer)) +
                                            instance_.cost(customer, after) - instance_.cost(before, after);
                if (longer < least && may_take_in(route, place, before, customer, after)) {
                    least = longer;
                    best_route = r;
                    best_place = place;
                }
                before = after;
            }
        }
        if (best_route == routes_.size()) {
            add({customer});
            return;
        }
        Route& route = routes_[best_route];
        route.customers.insert(route.customers.begin() + static_cast<std::ptrdiff_t>(best_place), customer);
        measure(route);
    }

    Solution solution() const {
        Solution result;
        result.reserve(instance_.customers(), count());
        for (const Route& route : routes_) result.add_route(route.customers);
        return result;
    }

  private:
    struct Route {
        std::vector<Node> customers;
        /// From the depot up to each customer, it comes first itself; and from each on, the depot last. The
        /// first tail is the whole route.
        std::vector<Segment> heads, tails;
    };

    void measure(Route& route) const {
        const Segment depot = limits_.of(0);
        const std::size_t size = route.customers.size();
        route.heads.assign(1, depot);
        Node last = 0;
        for (const Node customer : route.customers) {
            route.heads.push_back(
                join(route.heads.back(), instance_.cost(last, customer), limits_.of(customer)));
            last = customer;
        }
        route.tails.assign(size + 2, depot);
        Node next = 0;
        for (std::size_t place = size; place > 0; --place) {
            const Node customer = route.customers[place - 1];
            route.tails[place] =
                join(limits_.of(customer), instance_.cost(customer, next), route.tails[place + 1]);
            next = customer;
        }
        route.tails[0] = join(depot, instance_.cost(0, next), route.tails[1]);
    }
    /// Between the two customers, or the depot, at a place.
    bool may_take_in(const Route& route, std::size_t place, Node before, Node customer, Node after) const {
        const Segment head = join(route.heads[place], instance_.cost(before, customer), limits_.of(customer));
        return limits_.allow(join(head, instance_.cost(customer, after), route.tails[place + 1]));
    }

    const Instance& instance_;
    const Limits limits_;
    std::vector<Route> routes_;
};

/// The numbers of the routes that have customers, those first that come nearest to `centre`.
std::vector<int> routes_around(const Instance& instance, const Solution& solution, Node centre) {
    std::vector<std::pair<std::int32_t, int>> by_distance;
    for (int r = 0; r < solution.routes(); ++r) {
        std::int32_t nearest = std::numeric_limits<std::int32_t>::max();
        for (const Node customer : solution.route(r))
            nearest = std::min(nearest, customer == centre ? -1 : instance.cost(centre, customer));
        if (!solution.route(r).empty()) by_distance.emplace_back(nearest, r);
    }
    std::sort(by_distance.begin(), by_distance.end());
    std::vector<int> routes;
    for (const auto& [distance, r] : by_distance) routes.push_back(r);
    return routes;
}

}  // namespace

Solution recombine(const Instance& instance, const Solution& first, const Solution& second,
                   const RecombinationSettings& settings, Random& random, const Stop& stop) {
    const auto centre = static_cast<Node>(1 + random.below(static_cast<std::uint32_t>(instance.customers())));
    const double share =
        settings.least_share + (settings.most_share - settings.least_share) * random.uniform();
    OpenRoutes routes(instance);
    std::vector<char> is_served(static_cast<std::size_t>(instance.nodes()));
    int served = 0;
    for (const int r : routes_around(instance, first, centre)) {
        if (served >= share * instance.customers()) break;
        const auto route = first.route(r);
        for (const Node customer : route) is_served[static_cast<std::size_t>(customer)] = 1;
        served += static_cast<int>(route.size());
        routes.add({route.begin(), route.end()});
    }

    std::vector<std::pair<std::int64_t, std::vector<Node>>> rest;  // by load, the largest first
    for (int r = 0; r < second.routes(); ++r) {
        std::vector<Node> customers;
        for (const Node customer : second.route(r))
            if (is_served[static_cast<std::size_t>(customer)] == 0) customers.push_back(customer);
        if (customers.empty()) continue;
        const std::int64_t load = route_load(instance, customers);
        rest.emplace_back(-load, std::move(customers));
    }
    std::sort(rest.begin(), rest.end());
    const int most = std::min(first.used_routes(), second.used_routes());
    std::vector<Node> left;
    for (auto& [load, customers] : rest) {
        if (routes.count() < most) {
            routes.add(std::move(customers));
            // Where a detour may be shorter than the edge, a route may get longer by losing a customer.
            if (routes.keeps_to_limits(routes.count() - 1)) continue;
            customers = routes.take_last();
        }
        left.insert(left.end(), customers.begin(), customers.end());
    }
    random.shuffle(std::span(left));
    std::stable_sort(left.begin(), left.end(),
                     [&](Node a, Node b) { return instance.demand(a) > instance.demand(b); });
    for (const Node customer : left) stop.requested() ? routes.add({customer}) : routes.insert(customer);
    return routes.solution();
}

void list(RecombinationSettings& settings, SettingList& list) {
    list.add("recombine.least_share", settings.least_share, 0, 1,
             "of the customers, at least so many keep the routes that they have in the first parent");
    list.add("recombine.most_share", settings.most_share, 0, 1, "and at most about so many");
}

}  // namespace l2r

#include "optimise/route_pool.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "base/random.hpp"

namespace l2r {
namespace {

constexpr std::size_t first_slots = 1 << 10;
constexpr int nodes_between_stops = 64;

}  // namespace

void list(RoutePoolSettings& settings, SettingList& list) {
    list.add("pool.most_routes", settings.most_routes, 2, 1e8,
             "routes kept; when there are as many, the half that is least likely to be of use goes");
    list.add("pool.rounds", settings.rounds, 1, 1e6, "of the ascent of prices");
    list.add("pool.rounds_over_cheap", settings.rounds_over_cheap, 1, 1e6,
             "of these, over the cheap routes alone before it is asked anew which these are");
    list.add("pool.cheap", settings.cheap, 0, 1,
             "share of the best cost by which such a route may exceed its prices");
    list.add("pool.patience", settings.patience, 1, 1e6,
             "rounds without a better bound before steps get shorter");
    list.add("pool.shorter_step", settings.shorter_step, 0, 0.99, "what steps are multiplied by then");
    list.add("pool.shortest_step", settings.shortest_step, 1e-12, 1, "where the ascent ends");
    list.add("pool.most_searched", settings.most_searched, 1, 1e6,
             "most promising routes that may be combined");
    list.add("pool.most_nodes", settings.most_nodes, 1, 1e9, "of the tree in which they are combined");
}

RoutePool::RoutePool(const Instance& instance, const RoutePoolSettings& settings)
    : settings_(settings), nodes_(instance.nodes()) {
    Random random(0, 0, 0);
    keys_.resize(static_cast<std::size_t>(nodes_));
    std::generate(keys_.begin(), keys_.end(), [&] { return random.next(); });
    slots_.assign(first_slots, -1);
}

void RoutePool::add(std::span<const Node> customers, std::int64_t cost) {
    std::uint64_t key = 0;
    for (const Node customer : customers) key ^= keys_[static_cast<std::size_t>(customer)];
    std::size_t slot = key & (slots_.size() - 1);
    for (; slots_[slot] >= 0; slot = (slot + 1) & (slots_.size() - 1)) {
        Route& known = routes_[static_cast<std::size_t>(slots_[slot])];
        if (known.key != key || static_cast<std::size_t>(known.count) != customers.size()) continue;
        if (cost >= known.cost) return;
        const auto own = this->customers(known);
        if (!std::is_permutation(own.begin(), own.end(), customers.begin())) continue;
        known.cost = cost;
        std::copy(customers.begin(), customers.end(),
                  customers_.begin() + static_cast<std::ptrdiff_t>(known.first));
        return;
    }
    if (size() >= settings_.most_routes) {
        drop_worst_half();
        slot = key & (slots_.size() - 1);
        while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = size();
    routes_.push_back({cost, key, customers_.size(), static_cast<std::int32_t>(customers.size())});
    customers_.insert(customers_.end(), customers.begin(), customers.end());
    if (2 * routes_.size() > slots_.size()) index_anew(2 * slots_.size());
}

void RoutePool::add(const RoutePool& other) {
    for (const Route& route : other.routes_) add(other.customers(route), route.cost);
}

void RoutePool::index_anew(std::size_t slots) {
    slots_.assign(slots, -1);
    for (int index = 0; index < size(); ++index) {
        std::size_t slot = routes_[static_cast<std::size_t>(index)].key & (slots - 1);
        while (slots_[slot] >= 0) slot = (slot + 1) & (slots - 1);
        slots_[slot] = index;
    }
}

double RoutePool::reduced_cost(const Route& route) const {
    auto sum = static_cast<double>(route.cost);
    for (const Node customer : customers(route)) sum -= prices_[static_cast<std::size_t>(customer)];
    return sum;
}

Solution RoutePool::cheaper_solution(std::int64_t best_cost, const Stop& stop) {
    stop_ = stop;
    if (prices_.empty()) set_first_prices();
    raise_prices(best_cost, stop);
    if (stop.requested()) return {};
    const double gap = static_cast<double>(best_cost) - make_prices_a_bound();
    collect_candidates(gap);
    is_served_.assign(static_cast<std::size_t>(nodes_), 0);
    taken_.clear();
    found_.clear();
    bound_ = gap - 0.5;  // costs are whole numbers
    nodes_left_ = settings_.most_nodes;
    const std::vector<std::uint64_t> all(words_, ~std::uint64_t{0});
    leave_possible({}, 0, all.data(), possible_.data());
    search(0, nodes_ - 1);
    Solution solution;
    for (const int route : found_) solution.add_route(customers(routes_[static_cast<std::size_t>(route)]));
    return solution;
}

Solution RoutePool::shorter_solution(const Instance& instance, const Solution& best, const Stop& stop) {
    std::int64_t cost = 0;
    for (int index = 0; index < best.routes(); ++index) {
        if (best.route(index).empty()) continue;
        const std::int64_t of_route = route_cost(instance, best.route(index));
        add(best.route(index), of_route);
        cost += of_route;
    }
    return cheaper_solution(cost, stop);
}

/// Each customer's share of the route on which that is least: no reduced cost is below 0 then.
void RoutePool::set_first_prices() {
    prices_.assign(static_cast<std::size_t>(nodes_), std::numeric_limits<double>::max());
    prices_[0] = 0;
    for (const Route& route : routes_) {
        const double share = static_cast<double>(route.cost) / route.count;
        for (const Node customer : customers(route)) {
            double& price = prices_[static_cast<std::size_t>(customer)];
            price = std::min(price, share);
        }
    }
    for (double& price : prices_)
        if (price == std::numeric_limits<double>::max()) price = 0;  // on no route: there is no solution
}

/// Prices rise where no route that is cheaper than its prices has the customer, and fall where several do.
void RoutePool::raise_prices(std::int64_t best_cost, const Stop& stop) {
    const auto upper = static_cast<double>(best_cost);
    std::vector<double> best_prices = prices_, uncovered(prices_.size());
    std::vector<const Route*> cheap;
    double best = -std::numeric_limits<double>::max(), step = 1;
    int stale = 0;
    for (int round = 0; round < settings_.rounds && !stop.requested(); ++round) {
        if (round % settings_.rounds_over_cheap == 0) {
            prices_ = best_prices;  // whose bound may have been too good: a route that was not looked at
            best = -std::numeric_limits<double>::max();
            cheap.clear();
            for (const Route& route : routes_)
                if (reduced_cost(route) < settings_.cheap * upper) cheap.push_back(&route);
        }
        std::fill(uncovered.begin() + 1, uncovered.end(), 1.0);
        double bound = std::accumulate(prices_.begin(), prices_.end(), 0.0);
        for (const Route* route : cheap) {
            const double reduced = reduced_cost(*route);
            if (reduced >= 0) continue;
            bound += reduced;
            for (const Node customer : customers(*route)) uncovered[static_cast<std::size_t>(customer)] -= 1;
        }
        if (bound > best) {
            best = bound;
            best_prices = prices_;
            stale = 0;
        } else if (++stale == settings_.patience) {
            stale = 0;
            step *= settings_.shorter_step;
            prices_ = best_prices;
            if (step < settings_.shortest_step) break;
            continue;
        }
        const double norm = std::inner_product(uncovered.begin(), uncovered.end(), uncovered.begin(), 0.0);
        if (norm == 0) break;
        const double by = step * std::max(upper - bound, 1e-6 * upper) / norm;
        for (std::size_t i = 1; i < prices_.size(); ++i) prices_[i] += by * uncovered[i];
    }
    prices_ = best_prices;
}

double RoutePool::make_prices_a_bound() {
    std::vector<double> less(prices_.size());
    for (const Route& route : routes_) {
        const double share = reduced_cost(route) / route.count;
        if (share >= 0) continue;
        for (const Node customer : customers(route)) {
            double& of_customer = less[static_cast<std::size_t>(customer)];
            of_customer = std::min(of_customer, share);
        }
    }
    for (std::size_t i = 0; i < prices_.size(); ++i) prices_[i] += less[i];
    return std::accumulate(prices_.begin(), prices_.end(), 0.0);
}

void RoutePool::collect_candidates(double gap) {
    candidates_.clear();
    for (int index = 0; index < size(); ++index) {
        const double reduced = reduced_cost(routes_[static_cast<std::size_t>(index)]);
        if (reduced < gap) candidates_.push_back({reduced, index});
    }
    std::sort(candidates_.begin(), candidates_.end());
    if (candidates_.size() > static_cast<std::size_t>(settings_.most_searched))
        candidates_.resize(static_cast<std::size_t>(settings_.most_searched));
    words_ = (candidates_.size() + 63) / 64;
    serving_.assign(static_cast<std::size_t>(nodes_) * words_, 0);
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        for (const Node customer : customers(routes_[static_cast<std::size_t>(candidates_[i].route)]))
            serving(customer)[i / 64] |= std::uint64_t{1} << (i % 64);
    possible_.resize(static_cast<std::size_t>(nodes_) * words_);
}

/// What is possible once a route is taken: candidates that have none of its customers, and whose reduced cost
/// leaves the sum below the bound.
void RoutePool::leave_possible(std::span<const Node> taken, double sum, const std::uint64_t* before,
                               std::uint64_t* now) const {
    const auto dear = std::partition_point(candidates_.begin(), candidates_.end(),
                                           [&](const Candidate& c) { return sum + c.reduced_cost < bound_; });
    const auto cheap = static_cast<std::size_t>(dear - candidates_.begin());
    const std::size_t whole = cheap / 64;
    std::copy_n(before, words_, now);
    if (cheap % 64 != 0) now[whole] &= (std::uint64_t{1} << (cheap % 64)) - 1;
    std::fill(now + (cheap + 63) / 64, now + words_, 0);
    for (const Node customer : taken) {
        const std::uint64_t* const gone = serving(customer);
        for (std::size_t word = 0; word * 64 < cheap; ++word) now[word] &= ~gone[word];
    }
}

/// The customer that the fewest possible candidates serve; 0 where one is met that none does.
int RoutePool::hardest_customer(const std::uint64_t* possible) const {
    int hardest = 0;
    int fewest = std::numeric_limits<int>::max();
    std::size_t words = words_;
    while (words > 0 && possible[words - 1] == 0) --words;
    for (int customer = 1; customer < nodes_ && fewest > 1; ++customer) {
        if (is_served_[static_cast<std::size_t>(customer)] != 0) continue;
        const std::uint64_t* const of_customer = serving(customer);
        int count = 0;
        for (std::size_t word = 0; word < words && count < fewest; ++word)
            count += std::popcount(possible[word] & of_customer[word]);
        if (count == 0) return 0;
        if (count < fewest) {
            fewest = count;
            hardest = customer;
        }
    }
    return hardest;
}

/// `sum` is of the reduced costs of what is taken.
void RoutePool::search(double sum, int customers_left) {
    if (customers_left == 0) {
        bound_ = sum - 0.5;
        found_ = taken_;
        return;
    }
    if (nodes_left_ % nodes_between_stops == 0 && stop_.requested()) nodes_left_ = 0;
    if (nodes_left_ == 0) return;
    --nodes_left_;
    const std::uint64_t* const possible = possible_.data() + taken_.size() * words_;
    const int customer = hardest_customer(possible);
    if (customer == 0) return;
    for (std::size_t word = 0; word < words_; ++word)
        for (std::uint64_t left = possible[word] & serving(customer)[word]; left != 0; left &= left - 1) {
            const std::size_t index = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
            const auto [reduced, route] = candidates_[index];
            if (sum + reduced >= bound_ || nodes_left_ == 0) return;
            const auto own = customers(routes_[static_cast<std::size_t>(route)]);
            set_served(own, 1);
            taken_.push_back(route);
            leave_possible(own, sum + reduced, possible, possible_.data() + taken_.size() * words_);
            search(sum + reduced, customers_left - static_cast<int>(own.size()));
            taken_.pop_back();
            set_served(own, 0);
        }
}

void RoutePool::set_served(std::span<const Node> customers, char served) {
    for (const Node customer : customers) is_served_[static_cast<std::size_t>(customer)] = served;
}

void RoutePool::drop_worst_half() {
    if (prices_.empty()) set_first_prices();
    std::vector<Candidate> order;
    for (int index = 0; index < size(); ++index)
        order.push_back({reduced_cost(routes_[static_cast<std::size_t>(index)]), index});
    const auto middle = order.begin() + settings_.most_routes / 2;
    std::nth_element(order.begin(), middle, order.end());
    order.erase(middle, order.end());
    std::sort(order.begin(), order.end(),
              [](const Candidate& a, const Candidate& b) { return a.route < b.route; });
    std::vector<Route> routes;
    std::vector<Node> all;
    for (const Candidate& kept : order) {
        Route route = routes_[static_cast<std::size_t>(kept.route)];
        const auto own = customers(route);
        route.first = all.size();
        all.insert(all.end(), own.begin(), own.end());
        routes.push_back(route);
    }
    routes_.swap(routes);
    customers_.swap(all);
    index_anew(slots_.size());
}

}  // namespace l2r

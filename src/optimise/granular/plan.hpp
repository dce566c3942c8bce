#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "optimise/granular/linked_routes.hpp"
#include "optimise/granular/move.hpp"

namespace l2r::granular {

/// Between which two of a route's customers another may go; a depot is 0, and both are where the route is
/// empty.
struct Gap {
    Node before = 0, after = 0;
    std::int32_t route = 0;
};

/// A copy of a plan's routes, by their numbers.
class RouteCopies {
  public:
    std::vector<Node>& route(std::int32_t number) {
        const auto index = static_cast<std::size_t>(number);
        if (index >= routes_.size()) routes_.resize(index + 1);
        return routes_[index];
    }
    Solution solution() const {
        Solution result;
        for (const std::vector<Node>& customers : routes_)
            if (!customers.empty()) result.add_route(customers);
        return result;
    }

  private:
    std::vector<std::vector<Node>> routes_;
};

/// Routes under change: customers are removed and inserted, moves applied, and all of it can be taken back.
/// What that costs depends on the length of the routes that change, not on the size of the instance.
template <class Costs>
class Plan {
  public:
    /// The route of customers that are on none. No customer fits on it.
    static constexpr std::int32_t nowhere = 0;

    /// A customer among its neighbours on a route; the depot is both ends.
    struct Seat {
        Node before, after;
        std::int32_t route;
        std::int32_t cost_before, cost_after;  ///< of the edges from and to them
    };

    /// All customers are on no route.
    explicit Plan(const Instance& instance)
        : instance_(instance), linked_(instance, memory_), max_routes_(instance.max_routes()) {
        clear();
    }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    /// Takes on the routes of a solution, of which every customer may be on one at most; they are numbered as
    /// they come, from 1 on. Nothing can be taken back.
    void assign(const Solution& solution) {
        clear();
        for (int index = 0; index < solution.routes(); ++index) add_route(solution.route(index));
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (!is_served(customer)) linked_.leave_out(customer, nowhere);
        linked_.clear_fresh();
    }
    Solution solution() const { return linked_.solution(); }

    const Instance& instance() const { return instance_; }
    const LinkedRoutes<Costs>& linked() const { return linked_; }
    Seat seat(Node customer) const {
        const Visit& visit = linked_[customer];
        return {linked_.node_of(visit.link[backward]), linked_.node_of(visit.link[forward]), visit.route,
                visit.edge[backward], visit.edge[forward]};
    }
    /// The visit before a customer, the depot of its route where that is first.
    Node before(Node customer) const { return linked_[customer].link[backward]; }
    std::int32_t route_of(Node customer) const { return linked_[customer].route; }
    bool is_served(Node customer) const { return route_of(customer) != nowhere; }
    std::int32_t load(std::int32_t route) const { return linked_.route(route).load; }
    /// Customers on a route.
    int size(std::int32_t route) const { return linked_.route(route).customers; }
    /// What a route needs, where loads alone do not decide.
    const Segment& needs(std::int32_t route) const { return linked_.route_needs(route); }
    const Limits& limits() const { return linked_.limits(); }
    /// Routes that have customers.
    int used_routes() const { return used_routes_; }
    /// How many routes may have customers; at first what the instance says. Whoever opens one has to ask.
    int max_routes() const { return max_routes_; }
    void set_max_routes(int count) { max_routes_ = count; }
    bool may_open_route() const { return used_routes_ < max_routes_; }
    /// Routes are numbered 1 .. this - 1, empty ones among them.
    int route_numbers() const { return linked_.routes(); }
    /// Travel of all routes and what their overloads cost, in steps.
    std::int64_t cost() const { return cost_; }
    /// What routes carry above the capacity, in all.
    std::int64_t overload() const { return overload_; }
    /// As `Limits` has it, from now on. All has to be committed.
    void price_overload(std::int32_t most, std::int64_t price) {
        for (std::int32_t route = 1; route < route_numbers(); ++route) cost_ -= linked_.overload_cost(route);
        linked_.price_overload(most, price);
        for (std::int32_t route = 1; route < route_numbers(); ++route) cost_ += linked_.overload_cost(route);
        committed_cost_ = cost_;
    }

    /// The number of a route without customers.
    std::int32_t empty_route() {
        for (; !empty_.empty() && size(empty_.back()) > 0; empty_.pop_back())
            is_listed_empty_[static_cast<std::size_t>(empty_.back())] = 0;
        if (empty_.empty()) add_route({});
        return empty_.back();
    }

    /// Takes a customer off its route.
    void remove(Node customer) {
        const std::int32_t route = route_of(customer);
        touch(route);
        count_overload(route, -1);
        cost_ += linked_.take_out(customer, nowhere);
        count_overload(route, 1);
        if (size(route) == 0) {
            --used_routes_;
            list_empty(route);
        }
    }
    /// Puts a customer that is on no route where it may go; room is the caller's to see to.
    void insert(Node customer, const Gap& gap) {
        touch(gap.route);
        inserted_.push_back(customer);
        if (size(gap.route) == 0) ++used_routes_;
        count_overload(gap.route, -1);
        cost_ += linked_.put_behind(customer, gap.before == 0 ? linked_.depot_of(gap.route) : gap.before);
        count_overload(gap.route, 1);
    }
    /// Brings the touched routes in line with their links, for moves: after removals and insertions.
    void settle() {
        for (const std::int32_t route : touched_) linked_.update(route);
    }

    /// Makes a move that costs `delta`. All routes must be settled.
    template <class Move>
    void apply(const Move& move, std::int32_t delta) {
        const auto [a, b] = move.touched(linked_);
        touch(a);
        touch(b);
        cost_ += delta;
        overload_ -= overload_of(a, b);
        count_used(a, b, -1);
        move.apply(linked_);
        update(a);
        if (b != a) update(b);
        count_used(a, b, 1);
        overload_ += overload_of(a, b);
    }
    /// The visits to which the edge is new since they were last cleared, of settled routes.
    std::span<const Node> fresh() const { return linked_.fresh(); }
    void clear_fresh() { linked_.clear_fresh(); }
    /// Says when a route was changed last.
    void note_change(std::int32_t route, std::int64_t moment) { linked_.note_change(route, moment); }

    /// The routes that were touched since `commit`, in order.
    std::span<const std::int32_t> touched() const { return touched_; }
    /// Takes a route for changed.
    void touch(std::int32_t route) {
        if (is_touched_[static_cast<std::size_t>(route)] != 0) return;
        is_touched_[static_cast<std::size_t>(route)] = 1;
        touched_.push_back(route);
        if (before_.size() < touched_.size()) before_.emplace_back();
        Before& before = before_[touched_.size() - 1];
        before.changed = linked_.route(route).changed;
        copy(route, before.customers);
    }
    /// What was changed until now is there to stay.
    void commit() {
        for (const std::int32_t route : touched_) {
            is_touched_[static_cast<std::size_t>(route)] = 0;
            char& is_committed = is_committed_[static_cast<std::size_t>(route)];
            if (is_committed == 0) committed_.push_back(route);
            is_committed = 1;
        }
        touched_.clear();
        inserted_.clear();
        committed_cost_ = cost_;
        committed_overload_ = overload_;
    }
    /// Takes back what was changed since `commit`; the routes are settled then.
    void undo() {
        for (const std::int32_t route : touched_) used_routes_ -= size(route) > 0;
        for (const Node customer : inserted_) linked_.leave_out(customer, nowhere);
        for (std::size_t i = 0; i < touched_.size(); ++i) {
            const Node depot = linked_.depot_of(touched_[i]);
            Node at = depot;
            for (const Node customer : before_[i].customers) {
                linked_.set_next(at, customer);
                at = customer;
            }
            linked_.set_next(at, depot);
            update(touched_[i]);
            linked_.note_change(touched_[i], before_[i].changed);
            used_routes_ += size(touched_[i]) > 0;
            is_touched_[static_cast<std::size_t>(touched_[i])] = 0;
        }
        touched_.clear();
        inserted_.clear();
        linked_.clear_fresh();
        cost_ = committed_cost_;
        overload_ = committed_overload_;
    }

    /// Whether the cost is another than at `commit`.
    bool is_changed_in_cost() const { return cost_ != committed_cost_; }
    /// Whether all is as it was at `commit`, but for the numbers and the directions of routes.
    bool is_unchanged() const {
        if (is_changed_in_cost()) return false;
        for (std::size_t i = 0; i < touched_.size(); ++i) {
            const std::vector<Node>& customers = before_[i].customers;
            if (customers.size() == 1 && size(route_of(customers.front())) != 1) return false;
            Node last = 0;
            for (const Node customer : customers)
                if (!are_joined(customer, std::exchange(last, customer))) return false;
            if (last != 0 && !are_joined(last, 0)) return false;
        }
        return true;
    }

    /// Whether the routes that were touched since `commit` keep to their limits. Loads do anyhow; but where a
    /// detour may be shorter than the edge, a route may get longer by losing a customer.
    bool keeps_to_limits() const {
        return limits().only_capacity() ||
               std::all_of(touched_.begin(), touched_.end(),
                           [this](std::int32_t route) { return limits().allow(needs(route)); });
    }

    /// The customers of a route, in order.
    void copy(std::int32_t route, std::vector<Node>& customers) const {
        customers.clear();
        for_each_customer(route, [&](Node customer) { customers.push_back(customer); });
    }
    /// Makes `copies` equal to the committed plan, in time proportional to what was committed since the last
    /// call. They must be the same each time, and new when `assign` was last called.
    void bring_up_to_date(RouteCopies& copies) {
        for (const std::int32_t route : committed_) {
            copy(route, copies.route(route));
            is_committed_[static_cast<std::size_t>(route)] = 0;
        }
        committed_.clear();
    }

  private:
    /// A route as it was when it was touched.
    struct Before {
        std::int64_t changed;
        std::vector<Node> customers;
    };

    void clear() {
        linked_.clear();
        linked_.add_nowhere();
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            linked_.set_route(customer, nowhere);
        for (std::vector<char>* of_routes : {&is_listed_empty_, &is_touched_, &is_committed_})
            of_routes->assign(1, 0);
        for (std::vector<std::int32_t>* routes : {&empty_, &touched_, &committed_}) routes->clear();
        inserted_.clear();
        used_routes_ = 0;
        cost_ = committed_cost_ = 0;
        overload_ = committed_overload_ = 0;
    }

    void add_route(std::span<const Node> customers) {
        const std::int32_t route = linked_.add_route(customers, 0);
        is_touched_.push_back(0);
        is_listed_empty_.push_back(0);
        is_committed_.push_back(customers.empty() ? 0 : 1);
        if (customers.empty()) {
            list_empty(route);
            return;
        }
        committed_.push_back(route);
        ++used_routes_;
        committed_cost_ = cost_ += linked_.route_cost(route);
    }

    void update(std::int32_t route) {
        linked_.update(route);
        if (size(route) == 0) list_empty(route);
    }
    void list_empty(std::int32_t route) {
        char& is_listed = is_listed_empty_[static_cast<std::size_t>(route)];
        if (is_listed == 0) empty_.push_back(route);
        is_listed = 1;
    }
    void count_used(std::int32_t a, std::int32_t b, int sign) {
        used_routes_ += sign * ((size(a) > 0) + (b != a && size(b) > 0));
    }

    std::int64_t overload_of(std::int32_t route) const {
        return std::max(0, load(route) - limits().capacity());
    }
    std::int64_t overload_of(std::int32_t a, std::int32_t b) const {
        if (!limits().has_price()) return 0;
        return overload_of(a) + (b == a ? 0 : overload_of(b));
    }
    /// Adds the overload of a route, and what it costs, to the sums, or takes it off.
    void count_overload(std::int32_t route, int sign) {
        if (!limits().has_price()) return;
        overload_ += sign * overload_of(route);
        cost_ += sign * linked_.overload_cost(route);
    }

    template <class Visitor>
    void for_each_customer(std::int32_t route, Visitor visit) const {
        const Node depot = linked_.depot_of(route);
        for (Node at = linked_[depot].link[forward]; at != depot; at = linked_[at].link[forward]) visit(at);
    }
    /// Whether a customer is next to another node, 0 for the depot.
    bool are_joined(Node customer, Node other) const {
        const auto& link = linked_[customer].link;
        return linked_.node_of(link[forward]) == other || linked_.node_of(link[backward]) == other;
    }

    const Instance& instance_;
    LinkedMemory memory_;
    LinkedRoutes<Costs> linked_;
    std::vector<std::int32_t> empty_;    ///< routes that may be empty, each once: all that are, and some more
    std::vector<char> is_listed_empty_;  ///< by route
    int used_routes_ = 0, max_routes_;
    std::int64_t cost_ = 0, committed_cost_ = 0;
    std::int64_t overload_ = 0, committed_overload_ = 0;
    std::vector<std::int32_t> touched_;    ///< since the last commit
    std::vector<Before> before_;           ///< of each of these
    std::vector<Node> inserted_;           ///< since the last commit
    std::vector<std::int32_t> committed_;  ///< since the copies were last brought up to date
    std::vector<char> is_touched_, is_committed_;
};

}  // namespace l2r::granular

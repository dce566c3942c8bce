#include "optimise/plan.hpp"

#include <algorithm>

namespace l2r {

Plan::Plan(const Instance& instance)
    : instance_(&instance),
      visits_(static_cast<std::size_t>(instance.nodes())),
      routes_(1),
      loads_(1, std::numeric_limits<std::int32_t>::max()),
      is_listed_empty_(1),
      is_changed_customer_(static_cast<std::size_t>(instance.nodes())),
      is_changed_route_(1) {
    for (Node node = 1; node < instance.nodes(); ++node) at(node).demand = instance.demand(node);
}

void Plan::assign(const Solution& solution) {
    *this = Plan(*instance_);
    for (int index = 0; index < solution.routes(); ++index) {
        const auto customers = solution.route(index);
        if (customers.empty()) continue;
        const std::int32_t route = empty_route();
        Node before = 0;
        for (const Node customer : customers) {
            link(customer, {before, 0, route});
            before = customer;
        }
    }
}

Solution Plan::solution() const {
    Solution result;
    result.reserve(instance_->customers(), used_routes_);
    std::vector<Node> customers;
    for (const Route& route : routes_) {
        if (route.size == 0) continue;
        customers.clear();
        for (Node customer = route.first; customer != 0; customer = visit(customer).after)
            customers.push_back(customer);
        result.add_route(customers);
    }
    return result;
}

std::int32_t Plan::empty_route() {
    for (; !empty_.empty() && size(empty_.back()) > 0; empty_.pop_back())
        is_listed_empty_[static_cast<std::size_t>(empty_.back())] = 0;
    if (empty_.empty()) {
        routes_.emplace_back();
        loads_.push_back(0);
        is_listed_empty_.push_back(0);
        is_changed_route_.push_back(0);
        list_empty(route_numbers() - 1);
    }
    return empty_.back();
}

void Plan::list_empty(std::int32_t route) {
    char& is_listed = is_listed_empty_[static_cast<std::size_t>(route)];
    if (is_listed != 0) return;
    is_listed = 1;
    empty_.push_back(route);
}

void Plan::link(Node customer, const Place& place) {
    Visit& visit = at(customer);
    Route& route = routes_[static_cast<std::size_t>(place.route)];
    visit.before = place.before;
    visit.after = place.after;
    visit.route = place.route;
    visit.cost_before = instance_->cost(place.before, customer);
    visit.cost_after = instance_->cost(customer, place.after);
    std::int32_t added = visit.cost_before + visit.cost_after;
    if (place.after != 0) {
        Visit& after = at(place.after);
        added -= after.cost_before;
        after.before = customer;
        after.cost_before = visit.cost_after;
    } else if (place.before != 0) {
        added -= at(place.before).cost_after;
    }
    if (place.before != 0) {
        Visit& before = at(place.before);
        before.after = customer;
        before.cost_after = visit.cost_before;
    } else {
        route.first = customer;
    }
    cost_ += added;
    route.length += added + instance_->service(customer);
    loads_[static_cast<std::size_t>(place.route)] += visit.demand;
    if (route.size++ == 0) ++used_routes_;
}

void Plan::unlink(Node customer) {
    Visit& visit = at(customer);
    Route& route = routes_[static_cast<std::size_t>(visit.route)];
    const std::int32_t joined =
        visit.before == 0 && visit.after == 0 ? 0 : instance_->cost(visit.before, visit.after);
    if (visit.before != 0) {
        at(visit.before).after = visit.after;
        at(visit.before).cost_after = joined;
    } else {
        route.first = visit.after;
    }
    if (visit.after != 0) {
        at(visit.after).before = visit.before;
        at(visit.after).cost_before = joined;
    }
    const std::int32_t saved = visit.cost_before + visit.cost_after - joined;
    cost_ -= saved;
    route.length -= saved + instance_->service(customer);
    loads_[static_cast<std::size_t>(visit.route)] -= visit.demand;
    if (--route.size == 0) {
        --used_routes_;
        list_empty(visit.route);
    }
    visit.route = nowhere;
}

void Plan::remove(Node customer) {
    const Visit& visit = at(customer);
    steps_.push_back({customer, {visit.before, visit.after, visit.route}, false});
    unlink(customer);
}

void Plan::insert(Node customer, const Place& place) {
    steps_.push_back({customer, place, true});
    link(customer, place);
}

void Plan::undo() {
    for (; !steps_.empty(); steps_.pop_back()) {
        const Step& step = steps_.back();
        if (step.inserted)
            unlink(step.customer);
        else
            link(step.customer, step.place);
    }
}

void Plan::commit() {
    for (const Step& step : steps_) {
        note_change(step.customer);
        note_change(step.place.before);
        note_change(step.place.after);
        note_route(step.place.route);
    }
    steps_.clear();
}

std::int64_t Plan::longest_changed() const {
    std::int64_t longest = 0;
    for (const Step& step : steps_) longest = std::max(longest, length(step.place.route));
    return longest;
}

void Plan::note_change(Node customer) {
    char& is_changed = is_changed_customer_[static_cast<std::size_t>(customer)];
    if (is_changed != 0) return;
    is_changed = 1;
    changed_customers_.push_back(customer);
}

void Plan::note_route(std::int32_t route) {
    char& is_changed = is_changed_route_[static_cast<std::size_t>(route)];
    if (is_changed != 0) return;
    is_changed = 1;
    changed_routes_.push_back(route);
}

void Plan::bring_up_to_date(Plan& twin) {
    twin.routes_.resize(routes_.size());
    twin.loads_.resize(loads_.size());
    twin.is_listed_empty_.resize(routes_.size());
    twin.is_changed_route_.resize(routes_.size());
    for (const Node customer : changed_customers_) {
        twin.at(customer) = at(customer);
        is_changed_customer_[static_cast<std::size_t>(customer)] = 0;
    }
    for (const std::int32_t route : changed_routes_) {
        const auto index = static_cast<std::size_t>(route);
        twin.routes_[index] = routes_[index];
        twin.loads_[index] = loads_[index];
        if (routes_[index].size == 0) twin.list_empty(route);
        is_changed_route_[index] = 0;
    }
    changed_customers_.clear();
    changed_routes_.clear();
    twin.used_routes_ = used_routes_;
    twin.cost_ = cost_;
}

}  // namespace l2r

#include "optimise/ruin.hpp"

#include <algorithm>
#include <utility>

namespace l2r {
namespace {

/// A whole number from 1 to `most`, where the last counts by its fraction.
int draw_up_to(double most, Random& random) {
    return std::max(1, static_cast<int>(1 + most * random.uniform()));
}

}  // namespace

void Ruin::remove(Plan& plan, Node centre, Random& random, std::vector<Node>& removed) {
    ++ruin_;
    visited_.resize(static_cast<std::size_t>(plan.route_numbers()));
    const double mean_size = static_cast<double>(instance_.customers()) / std::max(1, plan.used_routes());
    const double longest = std::min<double>(settings_.longest_string, mean_size);
    int strings = draw_up_to(4 * settings_.mean_removed / (1 + longest) - 1, random);
    const auto take = [&](Node customer) {
        if (strings == 0 || !plan.is_served(customer) || !is_first_visit(plan.visit(customer).route)) return;
        remove_string(plan, customer, longest, random, removed);
        --strings;
    };
    take(centre);
    for (const Neighbours::Entry& entry : neighbours_.of(centre)) {
        if (strings == 0) break;
        take(entry.node);
    }
}

bool Ruin::is_first_visit(std::int32_t route) {
    std::uint32_t& last = visited_[static_cast<std::size_t>(route)];
    return std::exchange(last, ruin_) != ruin_;
}

/// The string covers `through` and is removed but for some that are kept in its midst.
void Ruin::remove_string(Plan& plan, Node through, double longest, Random& random,
                         std::vector<Node>& removed) {
    const int size = plan.size(plan.visit(through).route);
    const int count = std::min(size, draw_up_to(std::min<double>(size, longest), random));
    int kept = 0;
    if (count > 1 && count < size && random.uniform() < settings_.split) do
            ++kept;
        while (count + kept < size && random.uniform() < settings_.keep_another);
    const int span = count + kept;
    int before = 0, after = 0;  // neighbours that the string may reach
    for (Node at = plan.visit(through).before; at != 0 && before < span - 1; at = plan.visit(at).before)
        ++before;
    for (Node at = plan.visit(through).after; at != 0 && after < span - 1; at = plan.visit(at).after) ++after;
    const int least = std::max(0, span - 1 - after);
    int back = least + static_cast<int>(random.below(static_cast<std::uint32_t>(before - least + 1)));
    const int first_kept =
        kept == 0 ? span : 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(count - 1)));
    Node at = through;
    for (; back > 0; --back) at = plan.visit(at).before;
    for (int i = 0; i < span; ++i) {
        const Node next = plan.visit(at).after;
        if (i < first_kept || i >= first_kept + kept) {
            plan.remove(at);
            removed.push_back(at);
        }
        at = next;
    }
}

}  // namespace l2r

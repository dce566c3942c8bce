#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/granular/plan.hpp"
#include "problem/neighbours.hpp"

namespace l2r::anneal {

/// Takes strings of customers off neighbouring routes: the removal of SISR (Christiaens and Vanden Berghe,
/// 2020).
class StringRemoval {
  public:
    StringRemoval(const Instance& instance, const Neighbours& neighbours,
                  const StringRemovalSettings& settings)
        : instance_(instance), neighbours_(neighbours), settings_(settings) {}

    /// Removes customers near `centre`, which may itself be on no route, and adds them to `removed`.
    template <class Costs>
    void remove(granular::Plan<Costs>& plan, Node centre, Random& random, std::vector<Node>& removed) {
        ++removal_;
        visited_.resize(static_cast<std::size_t>(plan.route_numbers()));
        const double mean_size = static_cast<double>(instance_.customers()) / std::max(1, plan.used_routes());
        const double longest = std::min<double>(settings_.longest_string, mean_size);
        int strings = draw_up_to(4 * settings_.mean_removed / (1 + longest) - 1, random);
        const auto take = [&](Node customer) {
            if (strings == 0 || !plan.is_served(customer) || !is_first_visit(plan.route_of(customer))) return;
            remove_string(plan, customer, longest, random, removed);
            --strings;
        };
        take(centre);
        for (const Neighbours::Entry& entry : neighbours_.of(centre)) {
            if (strings == 0) break;
            take(entry.node);
        }
    }

  private:
    /// A whole number from 1 to `most`, where the last counts by its fraction.
    static int draw_up_to(double most, Random& random) {
        return std::max(1, static_cast<int>(1 + most * random.uniform()));
    }

    bool is_first_visit(std::int32_t route) {
        std::uint32_t& last = visited_[static_cast<std::size_t>(route)];
        return std::exchange(last, removal_) != removal_;
    }

    /// The string covers `through` and is removed but for some that are kept in its midst.
    template <class Costs>
    void remove_string(granular::Plan<Costs>& plan, Node through, double longest, Random& random,
                       std::vector<Node>& removed) {
        const int size = plan.size(plan.route_of(through));
        const int count = std::min(size, draw_up_to(std::min<double>(size, longest), random));
        int kept = 0;
        if (count > 1 && count < size && random.uniform() < settings_.split_rate) do
                ++kept;
            while (count + kept < size && random.uniform() < settings_.keep_rate);
        const int span = count + kept;
        int before = 0, after = 0;  // neighbours that the string may reach
        for (Node at = plan.seat(through).before; at != 0 && before < span - 1; at = plan.seat(at).before)
            ++before;
        for (Node at = plan.seat(through).after; at != 0 && after < span - 1; at = plan.seat(at).after)
            ++after;
        const int least = std::max(0, span - 1 - after);
        int back = least + static_cast<int>(random.below(static_cast<std::uint32_t>(before - least + 1)));
        const int first_kept =
            kept == 0 ? span : 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(count - 1)));
        Node at = through;
        for (; back > 0; --back) at = plan.seat(at).before;
        for (int i = 0; i < span; ++i) {
            const Node next = plan.seat(at).after;
            if (i < first_kept || i >= first_kept + kept) {
                plan.remove(at);
                removed.push_back(at);
            }
            at = next;
        }
    }

    const Instance& instance_;
    const Neighbours& neighbours_;
    StringRemovalSettings settings_;
    std::vector<std::uint32_t> visited_;  ///< by route: the last removal that took a string off it
    std::uint32_t removal_ = 0;
};

}  // namespace l2r::anneal

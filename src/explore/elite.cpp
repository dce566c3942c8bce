#include "explore/elite.hpp"

#include <algorithm>
#include <numeric>

#include "explore/shared_edges.hpp"

namespace l2r {
namespace {

/// Positions 0, 1, … in the order of `less`.
template <class Less>
std::vector<std::size_t> order_by(std::size_t count, Less less) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), less);
    return order;
}

}  // namespace

bool Elite::add(const Parent& solution) {
    const auto kept =
        std::make_shared<const Kept>(Kept{solution.solution, solution.length, edges_of(solution.solution)});
    Member newcomer{kept, {}};
    for (const Member& member : members_) {
        const double shared = std::min(shared_edges(kept->edges, member.kept->edges),
                                       shared_edges(member.kept->edges, kept->edges));
        if (shared == 1) return false;
        newcomer.distances.push_back(1 - shared);
    }
    for (std::size_t i = 0; i < members_.size(); ++i) members_[i].distances.push_back(newcomer.distances[i]);
    newcomer.distances.push_back(0);
    const bool is_shortest = std::all_of(members_.begin(), members_.end(), [&](const Member& member) {
        return is_shorter(kept->length, member.kept->length);
    });
    members_.push_back(std::move(newcomer));
    if (size() >= settings_.size + settings_.newcomers)
        while (size() > settings_.size) remove_least_worth();
    return is_shortest;
}

Parents Elite::parents() const {
    const std::vector<double> ranks = this->ranks();
    Parents parents;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const std::shared_ptr<const Kept>& kept = members_[i].kept;
        parents.add({{kept, &kept->solution}, {kept, &kept->edges}, ranks[i]});
    }
    return parents;
}

void Elite::remove_least_worth() {
    const std::vector<double> ranks = this->ranks();
    const auto shortest =
        std::min_element(members_.begin(), members_.end(),
                         [](const Member& a, const Member& b) { return a.kept->length < b.kept->length; }) -
        members_.begin();
    std::ptrdiff_t least = shortest == 0 ? 1 : 0;
    for (std::ptrdiff_t i = 0; i < std::ssize(members_); ++i)
        if (i != shortest && ranks[static_cast<std::size_t>(i)] > ranks[static_cast<std::size_t>(least)])
            least = i;
    members_.erase(members_.begin() + least);
    for (Member& member : members_) member.distances.erase(member.distances.begin() + least);
}

/// Length counts in full, diversity so much less that the best few stay whatever they share.
std::vector<double> Elite::ranks() const {
    const std::size_t count = members_.size();
    std::vector<double> apart;
    for (const Member& member : members_) apart.push_back(distance_to_nearest(member));
    const auto by_length = order_by(count, [&](std::size_t a, std::size_t b) {
        return members_[a].kept->length < members_[b].kept->length;
    });
    const auto by_distance =
        order_by(count, [&](std::size_t a, std::size_t b) { return apart[a] > apart[b]; });
    const double weight =
        std::max(0.0, 1 - static_cast<double>(settings_.sure_to_stay) / static_cast<double>(count));
    std::vector<double> result(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
        result[by_length[rank]] += static_cast<double>(rank);
        result[by_distance[rank]] += weight * static_cast<double>(rank);
    }
    return result;
}

double Elite::distance_to_nearest(const Member& member) const {
    std::vector<double> sorted = member.distances;  // its own, 0, is the first
    const auto near = std::min<std::ptrdiff_t>(settings_.near, std::ssize(sorted) - 1);
    if (near == 0) return 0;
    std::partial_sort(sorted.begin(), sorted.begin() + 1 + near, sorted.end());
    return std::accumulate(sorted.begin() + 1, sorted.begin() + 1 + near, 0.0) / static_cast<double>(near);
}

}  // namespace l2r

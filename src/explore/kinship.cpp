#include "explore/kinship.hpp"

#include <algorithm>

#include "explore/shared_edges.hpp"

namespace l2r {
namespace {

/// Of the edges of the one that has more; 1 only where both have the same.
double common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    return std::min(shared_edges(a, b), shared_edges(b, a));
}

}  // namespace

Kinship kinship(const Instance& instance, const Parents& elite, const Solution& first, const Solution& second,
                const Solution& recombined, double best) {
    const auto longer = [&](const Solution& solution) {
        return 100 * (length(instance, solution) / best - 1);
    };
    const std::vector<std::uint64_t> edges = edges_of(recombined), of_first = edges_of(first),
                                     of_second = edges_of(second);
    Kinship result;
    result.longer = longer(recombined);
    result.first_longer = longer(first);
    result.second_longer = longer(second);
    result.parents_share = shared_edges(of_first, of_second);
    result.first_share = shared_edges(edges, of_first);
    result.second_share = shared_edges(edges, of_second);
    for (const Parents::Member& member : elite.members())
        result.nearest_share = std::max(result.nearest_share, common(edges, *member.edges));
    return result;
}

}  // namespace l2r

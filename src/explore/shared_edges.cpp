#include "explore/shared_edges.hpp"

#include <algorithm>

namespace l2r {

std::vector<std::uint64_t> edges_of(const Solution& solution) {
    std::vector<std::uint64_t> edges;
    for (int r = 0; r < solution.routes(); ++r) {
        std::uint64_t from = 0;
        const auto go_to = [&](std::uint64_t to) {
            edges.push_back(std::min(from, to) << 32 | std::max(from, to));
            from = to;
        };
        for (const Node customer : solution.route(r)) go_to(static_cast<std::uint64_t>(customer));
        if (from != 0) go_to(0);
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

double shared_edges(const std::vector<std::uint64_t>& of, const std::vector<std::uint64_t>& others) {
    std::size_t shared = 0;
    for (auto a = of.begin(), b = others.begin(); a != of.end() && b != others.end();) {
        shared += *a == *b;
        const bool is_first = *a <= *b, is_second = *b <= *a;
        a += is_first;
        b += is_second;
    }
    return of.empty() ? 1 : static_cast<double>(shared) / static_cast<double>(of.size());
}

}  // namespace l2r

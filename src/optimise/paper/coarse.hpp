#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "problem/instance.hpp"

/// For the few lines that must melt into the loop around them to stay in registers.
#define L2R_INLINE [[gnu::always_inline]] inline

namespace l2r::paper {

/// Most pairs of routes have nothing to gain, so each pair is first looked at coarsely: costs and loads in 16
/// bits, sixteen changes at a time, added edges rounded down and removed ones up, capacities judged mildly.
/// What this look finds is never above the true best delta: where it finds no gain there is none, else an
/// exact search follows.
///
/// A coarse cost is at most 8191, so that sums of four fit 16 bits; a coarse load at most 8191, so that what
/// is `unfit` stays so when a load is added or taken away.
struct Coarse {
    explicit Coarse(const Instance& instance) {
        while (((instance.largest_cost() - 1) >> cost_shift) + 1 > 8191) ++cost_shift;
        while ((instance.capacity() >> load_shift) > 8191) ++load_shift;
    }
    std::int16_t cost_down(std::int32_t cost) const { return static_cast<std::int16_t>(cost >> cost_shift); }
    std::int16_t cost_up(std::int32_t cost) const {
        return static_cast<std::int16_t>(-(-cost >> cost_shift));
    }
    std::int16_t load(std::int32_t load) const { return static_cast<std::int16_t>(load >> load_shift); }
    /// Limits for sums and differences of two coarse loads that never refuse what the exact ones would allow.
    std::int16_t at_most(std::int32_t limit) const {
        return static_cast<std::int16_t>(load(limit) + (load_shift > 0));
    }
    std::int16_t at_least(std::int32_t limit) const {
        return static_cast<std::int16_t>(load(limit) - (load_shift > 0));
    }

    int cost_shift = 0;
    int load_shift = 0;
};

/// 16-bit numbers that the compiler keeps in a vector register, sixteen with AVX2 and eight without.
/// Comparisons give -1 and 0 per lane.
#ifdef __AVX2__
constexpr int lane_count = 16;
#else
constexpr int lane_count = 8;
#endif
using Lanes = std::int16_t __attribute__((vector_size(lane_count * sizeof(std::int16_t))));

#ifdef __AVX2__
constexpr Lanes first_lanes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
constexpr Lanes first_lanes{0, 1, 2, 3, 4, 5, 6, 7};
#endif

L2R_INLINE Lanes load(const std::int16_t* from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
L2R_INLINE Lanes all(std::int16_t value) {
    return value - Lanes{};
}
inline bool any_set(Lanes lanes) {
    std::uint64_t words[sizeof lanes / sizeof(std::uint64_t)];
    std::memcpy(words, &lanes, sizeof lanes);
    std::uint64_t joined = 0;
    for (const std::uint64_t word : words) joined |= word;
    return joined != 0;
}

/// The sums of a `Route` in 16 bits, padded to whole blocks of lanes with values that no move can use. All in
/// one piece of memory, because searches go from route to route.
class CoarseRoute {
  public:
    static constexpr std::int16_t unfit = 20000;

    int width() const { return width_; }
    const std::int16_t* edge() const { return sums_.data(); }                 ///< (0 .. p) rounded up
    const std::int16_t* head() const { return sums_.data() + width_; }        ///< (0 .. p) unfit past that
    const std::int16_t* demand() const { return sums_.data() + 2 * width_; }  ///< (1 .. p) unfit elsewhere
    const std::int16_t* around() const {
        return sums_.data() + 3 * width_;
    }  ///< (1 .. p) edge[i - 1] + edge[i]
    const std::int16_t* detour() const { return sums_.data() + 4 * width_; }  ///< (1 .. p) rounded up

    void update(std::span<const std::int32_t> edges, std::span<const std::int32_t> heads,
                std::span<const std::int32_t> detours, const Coarse& scale) {
        const std::size_t positions = edges.size();  // 0 .. p
        width_ = static_cast<int>((positions + 1 + lane_count - 1) / lane_count * lane_count);
        sums_.resize(5 * static_cast<std::size_t>(width_));
        std::int16_t* const edge = sums_.data();
        std::int16_t *const head = edge + width_, *const demand = head + width_,
                            *const around = demand + width_, *const detour = around + width_;
        std::fill_n(head + width_ - lane_count, lane_count, unfit);
        std::fill_n(demand + width_ - lane_count, lane_count, unfit);
        for (std::int16_t* const array : {edge, around, detour})
            std::fill_n(array + width_ - lane_count, lane_count, std::int16_t{0});
        head[0] = detour[0] = 0;
        demand[0] = unfit;
        edge[0] = scale.cost_up(edges[0]);
        for (std::size_t i = 1; i < positions; ++i) {
            edge[i] = scale.cost_up(edges[i]);
            head[i] = scale.load(heads[i]);
            demand[i] = scale.load(heads[i] - heads[i - 1]);
            around[i] = static_cast<std::int16_t>(edge[i - 1] + edge[i]);
            detour[i] = scale.cost_up(detours[i]);
        }
    }

  private:
    int width_ = 0;
    std::vector<std::int16_t> sums_;
};

/// The coarse costs, rounded down, from any node to all stops of one route, in the order of the route. Rows
/// are filled when first needed, and stay until the route changes.
class CoarseColumns {
  public:
    void reset(int nodes, int width) {
        width_ = static_cast<std::size_t>(width);
        const std::size_t rows = static_cast<std::size_t>(nodes);
        if (table_.size() < rows * width_ + 2 * lane_count) table_.resize(rows * width_ + 2 * lane_count);
        if (filled_.size() < rows) filled_.resize(rows, 0);
        if (++version_ != 0) return;
        std::fill(filled_.begin(), filled_.end(), 0);
        version_ = 1;
    }

    /// Makes sure of the rows for `nodes`; `stops` is the route whose columns these are.
    template <class CoarseCosts>
    void fill(std::span<const Node> nodes, std::span<const Node> stops, const CoarseCosts& costs) {
        for (const Node node : nodes) {
            if (filled_[node] == version_) continue;
            filled_[node] = version_;
            std::int16_t* out = table_.data() + lane_count + static_cast<std::size_t>(node) * width_;
            const auto from = costs.row(node);
            for (std::size_t j = 0; j < stops.size(); ++j) out[j] = from[stops[j]];
        }
    }

    /// cost(node, stop j) at [j] for j = 0 .. p + 1; a few entries on either side can be read too.
    const std::int16_t* row(Node node) const {
        return table_.data() + lane_count + static_cast<std::size_t>(node) * width_;
    }

  private:
    std::size_t width_ = 0;
    std::uint32_t version_ = 0;
    std::vector<std::int16_t> table_;
    std::vector<std::uint32_t> filled_;
};

}  // namespace l2r::paper

#include "value/batch.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace l2r {
namespace {

constexpr std::size_t stop_width = stop_features.size();
constexpr std::size_t start_width = start_features.size();

void turn(std::span<float> stops, Symmetry symmetry) {
    for (std::size_t row = 0; row < stops.size(); row += stop_width) {
        float &x = stops[row], &y = stops[row + 1];
        if ((symmetry & 1) != 0) x = -x;
        if ((symmetry & 2) != 0) y = -y;
        if ((symmetry & 4) != 0) std::swap(x, y);
    }
}

void scale(std::span<float> rows, const std::vector<float>& mean, const std::vector<float>& factor) {
    for (std::size_t row = 0; row < rows.size(); row += mean.size())
        for (std::size_t k = 0; k < mean.size(); ++k) rows[row + k] = (rows[row + k] - mean[k]) * factor[k];
}

}  // namespace

BatchBuilder::BatchBuilder(Scaling scaling, View view) : scaling_(std::move(scaling)), viewer_(view) {}

void BatchBuilder::clear() {
    batch_.starts = 0;
    batch_.routes.clear();
    batch_.summary.clear();
    stops_.clear();
    first_.clear();
    length_.clear();
}

void BatchBuilder::add(Features& features, const Instance& instance, const Start& start, Symmetry symmetry,
                       const StopPoll& stop) {
    const Solution& solution = viewer_.show(instance, start, stop);
    const std::size_t old_stops = stops_.size(), old_summary = batch_.summary.size(),
                      old_routes = length_.size();
    stops_.resize(old_stops + solution.customers().size() * stop_width);
    batch_.summary.resize(old_summary + start_width);
    const auto stops = std::span(stops_).subspan(old_stops);
    const auto summary = std::span(batch_.summary).subspan(old_summary);
    features.measure(solution, stops, summary, stop);
    turn(stops, symmetry);
    scale(stops, scaling_.stop_mean, scaling_.stop_scale);
    scale(summary, scaling_.start_mean, scaling_.start_scale);
    int row = static_cast<int>(old_stops / stop_width);
    for (int r = 0; r < solution.routes(); ++r) {
        const int length = static_cast<int>(solution.route(r).size());
        if (length == 0) continue;
        first_.push_back(row);
        length_.push_back(length);
        row += length;
    }
    batch_.routes.push_back(static_cast<int>(length_.size() - old_routes));
    ++batch_.starts;
}

const Batch& BatchBuilder::finish(const StopPoll& stop) {
    find_alike(stop);
    if (!stop.stopped()) pack(stop);
    return batch_;
}

std::span<const float> BatchBuilder::stops_of(std::size_t route) const {
    return std::span(stops_).subspan(static_cast<std::size_t>(first_[route]) * stop_width,
                                     static_cast<std::size_t>(length_[route]) * stop_width);
}

void BatchBuilder::find_alike(const StopPoll& stop) {
    const auto hash = [](std::span<const float> stops) {
        std::uint64_t sum = stops.size();
        for (const float value : stops)
            sum = (sum ^ std::bit_cast<std::uint32_t>(value)) * 0x9E3779B97F4A7C15u;  // 2^64 / golden ratio
        return sum;
    };
    std::unordered_multimap<std::uint64_t, std::size_t> seen;
    seen.reserve(length_.size());
    same_as_.resize(length_.size());
    for (std::size_t r = 0; r < length_.size(); ++r) {
        if (stop.stops_after(stops_of(r).size())) return;
        same_as_[r] = r;
        const std::uint64_t key = hash(stops_of(r));
        for (auto [at, end] = seen.equal_range(key); at != end; ++at)
            if (std::ranges::equal(stops_of(at->second), stops_of(r))) same_as_[r] = at->second;
        if (same_as_[r] == r) seen.emplace(key, r);
    }
}

/// Orders the routes by length, longest first, and lays their stops out step by step.
void BatchBuilder::pack(const StopPoll& stop) {
    const std::size_t routes = length_.size();
    const int longest = routes == 0 ? 0 : *std::max_element(length_.begin(), length_.end());
    Packing& packing = batch_.packing;
    packing.active.assign(static_cast<std::size_t>(longest), 0);
    for (std::size_t r = 0; r < routes; ++r)
        if (same_as_[r] == r) ++packing.active[static_cast<std::size_t>(length_[r] - 1)];
    for (int t = longest - 2; t >= 0; --t)
        packing.active[static_cast<std::size_t>(t)] += packing.active[static_cast<std::size_t>(t + 1)];
    packing.sequences = longest == 0 ? 0 : packing.active.front();
    packing.total = std::accumulate(packing.active.begin(), packing.active.end(), 0);
    std::vector<int> begin(static_cast<std::size_t>(longest) + 1, 0);
    for (int t = 0; t < longest; ++t)
        begin[static_cast<std::size_t>(t + 1)] =
            begin[static_cast<std::size_t>(t)] + packing.active[static_cast<std::size_t>(t)];
    // Routes of length l have the slots from active[l] (those longer) up to active[l - 1].
    std::vector<int> next(packing.active.begin(), packing.active.end());
    next.push_back(0);
    batch_.slot.resize(routes);
    batch_.forward.resize(static_cast<std::size_t>(packing.total) * stop_width);
    batch_.reverse.resize(batch_.forward.size());
    for (std::size_t r = 0; r < routes; ++r) {
        if (stop.stops_after(2 * stops_of(r).size())) return;
        if (same_as_[r] != r) {
            batch_.slot[r] = batch_.slot[same_as_[r]];
            continue;
        }
        const int length = length_[r], slot = next[static_cast<std::size_t>(length)]++;
        batch_.slot[r] = slot;
        for (int t = 0; t < length; ++t) {
            const auto to = static_cast<std::size_t>(begin[static_cast<std::size_t>(t)] + slot) * stop_width;
            const float* from = &stops_[static_cast<std::size_t>(first_[r] + t) * stop_width];
            std::copy_n(from, stop_width, &batch_.forward[to]);
            from = &stops_[static_cast<std::size_t>(first_[r] + length - 1 - t) * stop_width];
            std::copy_n(from, stop_width, &batch_.reverse[to]);
        }
    }
}

}  // namespace l2r

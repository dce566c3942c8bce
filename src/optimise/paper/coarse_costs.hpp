#pragma once

#include <cmath>
#include <vector>

#include "optimise/paper/coarse.hpp"
#include "problem/costs.hpp"

namespace l2r::paper {

/// Costs in coarse steps, rounded down, row(a)[b]; kept from run to run on the same instance.
struct CoarseTable {
    std::uint64_t instance = 0;
    std::vector<std::int16_t> costs;  ///< (nodes x nodes)
};

/// Costs in coarse steps beside those of kind `Costs`.
template <class Costs>
class CoarseCosts;

template <>
class CoarseCosts<TableCosts> {
  public:
    CoarseCosts(const Instance& instance, const Coarse& scale, CoarseTable& table)
        : table_(table), nodes_(static_cast<std::size_t>(instance.nodes())) {
        if (table.instance == instance.id()) return;
        table.costs.resize(nodes_ * nodes_);
        for (std::size_t i = 0; i < table.costs.size(); ++i)
            table.costs[i] = scale.cost_down(instance.cost_table()[i]);
        table.instance = instance.id();
    }
    const std::int16_t* row(Node a) const {
        return table_.costs.data() + static_cast<std::size_t>(a) * nodes_;
    }

  private:
    const CoarseTable& table_;
    std::size_t nodes_;
};

template <>
class CoarseCosts<ComputedCosts> {
  public:
    CoarseCosts(const Instance& instance, const Coarse& scale, CoarseTable&)
        : instance_(instance), scale_(scale), euclidean_(instance.metric() == Metric::euclidean) {}

    struct Row {
        ComputedCosts::Row exact;
        Coarse scale;
        Point from;
        double steps;  ///< in a unit of length; 0 where the metric is not Euclidean
        /// Rounding, to whole units or to steps, lowers a cost by at most one step: no need to do it here.
        std::int16_t operator[](Node b) const {
            if (steps == 0) return scale.cost_down(exact[b]);
            const Point to = exact.instance->place(b);
            const double dx = from.x - to.x, dy = from.y - to.y;
            return scale.cost_down(static_cast<std::int32_t>(std::sqrt(dx * dx + dy * dy) * steps) - 1);
        }
    };
    Row row(Node a) const {
        const ComputedCosts::Row exact{&instance_, a};
        if (!euclidean_) return {exact, scale_, {}, 0};
        return {exact, scale_, instance_.place(a), 1 / instance_.cost_step()};
    }

  private:
    const Instance& instance_;
    Coarse scale_;
    bool euclidean_;
};

}  // namespace l2r::paper

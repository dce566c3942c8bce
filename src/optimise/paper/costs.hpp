#pragma once

#include <cmath>
#include <vector>

#include "optimise/paper/coarse.hpp"
#include "problem/instance.hpp"

namespace l2r::paper {

/// Costs from the instance's dense table, row(a)[b], and the same in coarse steps.
class TableCosts {
  public:
    TableCosts(const Instance& instance, const std::vector<std::int16_t>& coarse)
        : table_(instance.cost_table()),
          coarse_(coarse.data()),
          nodes_(static_cast<std::size_t>(instance.nodes())) {}

    const std::int32_t* row(Node a) const { return table_ + static_cast<std::size_t>(a) * nodes_; }
    const std::int16_t* coarse_row(Node a) const { return coarse_ + static_cast<std::size_t>(a) * nodes_; }

    static std::vector<std::int16_t> coarse_table(const Instance& instance, const Coarse& scale) {
        const auto nodes = static_cast<std::size_t>(instance.nodes());
        std::vector<std::int16_t> table(nodes * nodes);
        for (std::size_t i = 0; i < table.size(); ++i) table[i] = scale.cost_down(instance.cost_table()[i]);
        return table;
    }

  private:
    const std::int32_t* table_;
    const std::int16_t* coarse_;
    std::size_t nodes_;
};

/// The same, computed from the places: for instances too large for a table.
class ComputedCosts {
  public:
    ComputedCosts(const Instance& instance, const Coarse& scale)
        : instance_(&instance), scale_(scale), euclidean_(instance.metric() == Metric::euclidean) {}

    struct Row {
        const Instance* instance;
        Node a;
        std::int32_t operator[](Node b) const { return instance->computed_cost(a, b); }
    };
    struct CoarseRow {
        Row row;
        Coarse scale;
        Point from;
        double steps;  ///< in a unit of length; 0 where the metric is not Euclidean
        /// Rounding, to whole units or to steps, lowers a cost by at most one step: no need to do it here.
        std::int16_t operator[](Node b) const {
            if (steps == 0) return scale.cost_down(row[b]);
            const Point to = row.instance->place(b);
            const double dx = from.x - to.x, dy = from.y - to.y;
            return scale.cost_down(static_cast<std::int32_t>(std::sqrt(dx * dx + dy * dy) * steps) - 1);
        }
    };
    Row row(Node a) const { return {instance_, a}; }
    CoarseRow coarse_row(Node a) const {
        if (!euclidean_) return {row(a), scale_, {}, 0};
        return {row(a), scale_, instance_->place(a), 1 / instance_->cost_step()};
    }

  private:
    const Instance* instance_;
    Coarse scale_;
    bool euclidean_;
};

}  // namespace l2r::paper

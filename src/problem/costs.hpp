#pragma once

#include "problem/instance.hpp"

namespace l2r {

/// Costs from the instance's table, row(a)[b].
class TableCosts {
  public:
    explicit TableCosts(const Instance& instance)
        : table_(instance.cost_table()), nodes_(static_cast<std::size_t>(instance.nodes())) {}
    const std::int32_t* row(Node a) const { return table_ + static_cast<std::size_t>(a) * nodes_; }

  private:
    const std::int32_t* table_;
    std::size_t nodes_;
};

/// The same, computed from the places: for instances too large for a table.
class ComputedCosts {
  public:
    explicit ComputedCosts(const Instance& instance) : instance_(&instance) {}
    struct Row {
        const Instance* instance;
        Node a;
        std::int32_t operator[](Node b) const { return instance->computed_cost(a, b); }
    };
    Row row(Node a) const { return {instance_, a}; }

  private:
    const Instance* instance_;
};

/// `task(costs)`, with the kind of costs that the instance has: asked once, so that inner loops need not.
template <class Task>
auto with_costs(const Instance& instance, Task task) {
    return instance.has_cost_table() ? task(TableCosts(instance)) : task(ComputedCosts(instance));
}

}  // namespace l2r

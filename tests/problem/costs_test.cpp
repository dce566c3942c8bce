#include "problem/costs.hpp"

#include <gtest/gtest.h>

#include "problem/generate.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

TEST(Costs, FromTheTableAndComputedAreThoseOfTheInstance) {
    for_many_instances(5, 1, 20, 31, [](const Instance& instance, Random&) {
        const TableCosts table(instance);
        const ComputedCosts computed(instance);
        for (Node a = 0; a < instance.nodes(); ++a)
            for (Node b = 0; b < instance.nodes(); ++b) {
                EXPECT_EQ(table.row(a)[b], instance.cost(a, b));
                EXPECT_EQ(computed.row(a)[b], instance.cost(a, b));
            }
    });
}

TEST(Costs, AreReadWhereThereIsATableAndComputedElsewhere) {
    for (const int nodes : {Instance::dense_limit, Instance::dense_limit + 1}) {
        const Instance instance = random_instance(nodes - 1, 32, 0);
        const bool read =
            with_costs(instance, []<class Costs>(const Costs&) { return std::is_same_v<Costs, TableCosts>; });
        EXPECT_EQ(read, instance.has_cost_table());
        EXPECT_EQ(read, nodes == Instance::dense_limit);
    }
}

}  // namespace
}  // namespace l2r

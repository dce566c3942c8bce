#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// The paper's capacities, 30, 40 and 50 at 20, 50 and 100 customers, and a straight line between and beyond
/// them.
std::int64_t paper_capacity(int customers);

/// The paper's random instance number `index` of a seed: depot and customers uniform in the unit square,
/// demands uniform over 1 .. 9. A capacity of 0 means the paper's.
Instance random_instance(int customers, std::uint64_t seed, std::uint64_t index, std::int64_t capacity = 0);

/// The same places without demands: one route past all of them.
Instance random_tsp(int customers, std::uint64_t seed, std::uint64_t index);

/// The problems that samples can be made of.
enum class Problem { cvrp, tsp };
std::string_view problem_name(Problem problem);
/// Throws InputError for another name.
Problem problem_named(std::string_view name);
/// `random_instance` or `random_tsp`; a TSP has no use for the capacity.
Instance random_instance_of(Problem problem, int customers, std::uint64_t seed, std::uint64_t index,
                            std::int64_t capacity);

/// Random instance number `index` of a seed, made like those of the set X (Uchoa et al., 2017): places on a
/// grid of 1,000 by 1,000, distances rounded to whole numbers. Drawn for each instance: where the depot is,
/// whether customers come in clusters, what they want, and how many of them fill a vehicle.
Instance x_instance(int customers, std::uint64_t seed, std::uint64_t index);

/// The first `count` of the 10,000 test instances that the field reports on (NumPy's generator, seed 1234),
/// bit for bit. Made for 20, 50 and 100 customers; other sizes follow the same recipe.
std::vector<Instance> test_set(int customers, int count);
/// The same without the tables that an `Instance` keeps.
std::vector<InstanceData> test_set_data(int customers, int count);

}  // namespace l2r

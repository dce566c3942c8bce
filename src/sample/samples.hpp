#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "optimise/cycles.hpp"
#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "start/start.hpp"

namespace l2r {

/// What a set of samples is made of. The same recipe gives the same samples, whoever makes them.
///
/// A group is what is compared: several starts of one instance and, for perturbed starts, of one parent.
struct SampleRecipe {
    Problem problem = Problem::cvrp;
    int customers = 0;
    std::int64_t capacity = 0;  ///< 0: the paper's
    std::uint64_t seed = 1;
    std::int64_t instances = 0;  ///< numbers 0 .. instances - 1 of the generator's seed
    int starts = 2;              ///< in each group, at least 2
    int perturbed_routes = 0;    ///< the paper's R, routes of a parent; 0: constructed starts
    Construction construction = Construction::random;  ///< of starts that are not perturbed
    int orders = 1;   ///< of its routes in which each start is run; lengths are means
    int parents = 1;  ///< groups an instance: its search's best after 1, 4, 16, ... runs
    std::string optimiser = "paper";
    bool operator==(const SampleRecipe&) const = default;

    /// By its number in the generator's count.
    Instance instance(std::int64_t number) const {
        return random_instance_of(problem, customers, seed, static_cast<std::uint64_t>(number), capacity);
    }

    /// Whether all but the number of instances agree: then the smaller set is a part of the larger.
    bool has_groups_of(SampleRecipe other) const {
        other.instances = instances;
        return *this == other;
    }
};

/// The search behind a parent is four times as long as that behind the one before it.
constexpr int most_parents = 10;

/// Lengths are kept after each of these first cycles and at the end.
constexpr int recorded_cycles = 5;

/// Labelled starts: those of a folder or of some of its files, rebuilt from their seeds when asked for.
class SampleSet {
  public:
    /// Reads files, or all the files of a folder. Throws InputError where one is damaged, is of another
    /// recipe than the first but for the number of instances, or is there twice.
    static SampleSet read(const std::vector<std::filesystem::path>& paths);

    const SampleRecipe& recipe() const { return recipe_; }
    std::int64_t groups() const { return static_cast<std::int64_t>(numbers_.size()); }
    int files() const { return files_; }

    /// The number of the instance that a group is of, in the generator's count. Groups of one instance follow
    /// one another.
    std::int64_t instance_number(std::int64_t group) const;
    Instance instance(std::int64_t group) const;
    /// All starts of a group; `instance` is that group's.
    std::vector<Start> starts(std::int64_t group, const Instance& instance) const;
    /// What the optimiser made of a start in at most `cycles` cycles, 1 .. recorded_cycles or
    /// until_converged.
    double length(std::int64_t group, int start, int cycles = until_converged) const;
    /// The mean variance of lengths between the orders of one start's routes; 0 where there was one order.
    double order_variance(int cycles = until_converged) const;
    /// The share of the variance between runs of one group that is between starts, not between orders of
    /// their routes. No scorer that ignores the order can explain more. 0 where there was one order.
    double order_free_share(int cycles = until_converged) const;
    /// The solution whose routes were perturbed, and its length. Perturbed starts only.
    Solution parent(std::int64_t group) const;
    double parent_length(std::int64_t group) const;

  private:
    SampleRecipe recipe_;
    int files_ = 0;
    std::vector<std::int64_t> numbers_;        ///< of each group in the whole set
    std::vector<float> lengths_;               ///< (groups, starts, recorded_cycles + 1), the last converged
    std::vector<float> order_variances_;       ///< (groups, recorded_cycles + 1); several orders only
    std::vector<Node> parent_customers_;       ///< (groups, customers); perturbed starts only
    std::vector<std::int32_t> parent_routes_;  ///< the route that each of these is on
    std::vector<float> parent_lengths_;
    std::vector<std::int32_t> parent_converged_;  ///< 1 or 0
};

}  // namespace l2r

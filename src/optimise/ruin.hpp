#pragma once

#include <vector>

#include "base/random.hpp"
#include "optimise/plan.hpp"
#include "problem/neighbours.hpp"

namespace l2r {

struct RuinSettings {
    double mean_removed = 10;   ///< customers that are removed at a time, about
    int longest_string = 10;    ///< at most so many customers of one route
    double split = 0.5;         ///< how often a string keeps some customers in its midst
    double keep_another = 0.8;  ///< how likely it keeps one more than it has
};

/// Takes strings of customers off neighbouring routes: the removal of SISR (Christiaens and Vanden Berghe,
/// 2020).
class Ruin {
  public:
    Ruin(const Instance& instance, const Neighbours& neighbours, const RuinSettings& settings)
        : instance_(instance), neighbours_(neighbours), settings_(settings) {}

    /// Removes customers on and near the place of `centre`, which may itself be on no route, and adds them to
    /// `removed`.
    void remove(Plan& plan, Node centre, Random& random, std::vector<Node>& removed);

  private:
    bool is_first_visit(std::int32_t route);
    void remove_string(Plan& plan, Node through, double longest, Random& random, std::vector<Node>& removed);

    const Instance& instance_;
    const Neighbours& neighbours_;
    RuinSettings settings_;
    std::vector<std::uint32_t> visited_;  ///< by route: the last ruin that took a string off it
    std::uint32_t ruin_ = 0;
};

}  // namespace l2r

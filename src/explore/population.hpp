#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "explore/runner.hpp"

namespace l2r {

/// Starts that wait for a run, best-scored first to go. Of equal scores the one that has waited longest is
/// first, so without a scorer all take turns.
class Population {
  public:
    /// Both must outlive it.
    Population(const ExploreSettings& settings, Runner& runner);

    /// As many constructions as the settings ask for; a warm start is one of them.
    void fill(Random& random);
    /// Runs the best-scored start, which leaves, and lets perturbations of the result join.
    Parent step(Random& random);

    std::size_t size() const { return members_.size(); }

  private:
    struct Member {
        Start start;
        double score = 0;
        std::vector<std::uint64_t> edges{};  ///< empty where nothing is kept apart
    };

    std::vector<Member> scored(std::vector<Start> starts);
    void score_again();
    void join(std::vector<Member> offspring);
    bool is_alike(const Member& newcomer) const;

    const ExploreSettings& settings_;
    Runner& runner_;
    std::vector<Member> members_;
    std::deque<std::vector<std::uint64_t>> tried_;  ///< the last that were run
};

}  // namespace l2r

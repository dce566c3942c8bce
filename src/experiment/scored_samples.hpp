#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/ranks.hpp"
#include "optimise/optimiser.hpp"
#include "sample/samples.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// The scores of samples, and the lengths that their runs ended with.
struct ScoredSamples {
    int starts = 0;                      ///< of each group
    std::vector<std::int64_t> instance;  ///< of each group: 0, 1, ... in order of appearance
    std::vector<double> outcomes;        ///< (groups, starts): lengths
    std::vector<double> improves;  ///< (groups, starts): 1 where that is shorter than the parent, or 0; empty
                                   ///< for random starts
    std::vector<std::vector<double>> scores;  ///< of each scorer, (groups, starts)
    /// Of each scorer: CPU time a start, or time by the clock in other processes.
    std::vector<double> score_seconds;
    /// Of the optimiser: CPU time a start, over the first groups, or time by the clock in other processes.
    double run_seconds = 0;

    std::size_t groups() const { return instance.size(); }
};

/// Scores the first `groups` groups of the samples (0: all), a group at a time, and runs the optimiser, if
/// there is one, from some of the starts to see what that costs. Everything but times is the same on any
/// number of threads. Ranks, for all of them to call this, divide the groups among themselves, and each has
/// the whole result. `finished` is called, by one thread at a time, with the number of groups that this rank
/// has done. Asked to stop, it returns soon, and not all is scored. Throws InputError where lengths are means
/// over several orders.
ScoredSamples score_samples(const SampleSet& samples, const std::vector<std::unique_ptr<Scorer>>& scorers,
                            const Optimiser* optimiser, int cycles, std::int64_t groups, int threads,
                            const std::function<void(std::int64_t done)>& finished = {},
                            Ranks* ranks = nullptr, const Stop& stop = Stop());

}  // namespace l2r

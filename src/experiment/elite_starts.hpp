#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "explore/kinship.hpp"

namespace l2r {

/// What is measured of the recombinations that the default search begins its short runs with.
struct EliteStartPlan {
    std::vector<std::int64_t> after{10, 100, 1000};  ///< recombinations: then the elite is looked at
    int starts = 24;                                 ///< recombinations of that elite
    int runs = 4;                                    ///< from each of them, at least 2
};

/// One of them.
struct EliteStart {
    std::size_t instance = 0;
    std::int64_t after = 0;
    Kinship kin;
    std::vector<double> outcomes;  ///< of each run, in % above the best of the search at that time
    std::vector<char> returned;    ///< whether the run ended in a solution of the elite
};

/// Searches an instance and runs recombinations of its elite, all those of one moment from the same elite.
/// The result depends on the arguments alone where the stop rule does not look at the clock. Throws
/// InputError where the search is not the restarts of an optimiser that fills its budget.
std::vector<EliteStart> sample_elite_starts(const Instance& instance, std::size_t number,
                                            const Optimiser& optimiser, const ExploreSettings& settings,
                                            const EliteStartPlan& plan);

/// Those whose likeness to the nearest member is in a range. From 1 to 1: they are that member.
struct LikenessBand {
    double least = 0, most = 1;  ///< `most` does not belong to it
    std::int64_t starts = 0;
    double improves = 0;  ///< of the runs: shorter than the best
    double returns = 0;   ///< to a solution of the elite
};

/// How often a run ends shorter than the best, where its start is chosen of so many.
struct ChoiceCeiling {
    int candidates = 1;
    std::int64_t choices = 0;
    double at_random = 0;  ///< the mean of all candidates
    double shortest = 0, least_alike = 0;
    double oracle = 0;  ///< the one whose other runs end shortest
};

struct EliteStartReport {
    std::int64_t starts = 0, groups = 0;  ///< a group: those of one moment of one search
    double between = 0, within = 0;       ///< deviations of outcomes, in %
    double start_share = 0;               ///< of the variance within groups, that the start decides
    std::vector<LikenessBand> bands;
    std::vector<ChoiceCeiling> ceilings;  ///< without those that are members of the elite
};

EliteStartReport report_elite_starts(const std::vector<EliteStart>& starts);

/// All of them as a table of text, a row each.
std::string elite_starts_csv(const std::vector<EliteStart>& starts);

}  // namespace l2r

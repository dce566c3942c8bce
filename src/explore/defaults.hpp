#pragma once

#include <optional>
#include <string>

#include "explore/explore_settings.hpp"

/// What to choose where nobody has said it, the same for every way to call l2r. What pays was measured:
/// experiments/equal-time.
namespace l2r {

/// From this many customers on, two random routes seldom touch.
constexpr int large = 200;
/// A race of perturbations of the last result pays at equal time at 100 customers, not at 50.
constexpr int large_enough_to_race = 75;

inline Pick default_pick(int customers) {
    return customers < large ? Pick::random : Pick::near;
}
/// Why an option has no place beside what was chosen: "belongs to ...; ... was chosen". Empty where it has
/// one, and for options that always do. `option` is the name of a setting, or routes, pick, population,
/// most_alike, cycles, candidates, keep_guidance, threads or fewest_vehicles; `scorer` may be null.
std::string why_refused(std::string_view option, const ExploreSettings& settings, const Optimiser& optimiser,
                        const Scorer* scorer);

/// The name of the scorer that saves more time than it costs; empty where none does.
std::string scorer_that_pays(Strategy strategy, const std::string& optimiser, int customers);

/// 1 without a scorer, 5 with one that moves candidates on, else the paper's 20.
int default_candidates(const Scorer* scorer);

/// Seconds by the clock.
struct GuidanceCost {
    double score = 0;  ///< of one start among several
    double run = 0;    ///< of the optimiser, from such a start
    double spent = 0;  ///< to find that out
};

/// What guidance costs on an instance: a few starts of the strategy are scored and run; medians, so that one
/// interruption does not decide. Streams of its own are drawn from, so an exploration is the same with and
/// without it. A run that `stop` ends counts for as long as it took till then; where it comes before the
/// first score, that is infinitely dear.
GuidanceCost measure_guidance_cost(const Instance& instance, const Optimiser& optimiser, const Scorer& scorer,
                                   const ExploreSettings& settings, const Stop& stop);

/// From how many starts to choose, 2 to 100. The best of K promises about c * e(K) deviations, where c is a
/// small correlation and e(K) grows with the root of log K; the same time in more runs promises log(1 + K *
/// score / run) / 3. For c from 0.1 to 0.3 the difference is largest where scoring takes 0.1 to 0.4 of a run:
/// K is where it takes `share`, by default 0.2.
int candidates_worth(const GuidanceCost& cost, double share = GuidanceSettings().score_share);

/// Sets the number of candidates by what they cost on this instance, and takes the time that this took off
/// the time limit. Nothing happens without a scorer; where the number of runs is limited, so that they
/// repeat; and where costs do not decide: in populations and for scorers that move candidates on.
std::optional<GuidanceCost> choose_candidates(const Instance& instance, const Optimiser& optimiser,
                                              const Scorer* scorer, ExploreSettings& settings);

}  // namespace l2r

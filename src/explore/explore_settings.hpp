#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "optimise/optimiser.hpp"
#include "start/construct.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// Where the next start comes from.
enum class Strategy {
    restart,       ///< a new construction each time; the paper's is a random permutation
    perturb,       ///< some routes of the last result, as in the paper
    perturb_best,  ///< some routes of the best result
    /// The paper's Algorithm 2: of a population of starts the best-scored is run and leaves; perturbations of
    /// its result join; the best-scored stay.
    population,
    /// The variant in the paper's supplement: the best-scored perturbation of the result takes the place of
    /// what was run.
    population_replace,
    /// As in STAGE: from the last result, the best-scored perturbations are followed as long as scores fall;
    /// where they do not at once, a new construction is run.
    climb,
    /// Destroy and repair: strings of customers leave neighbouring routes of one solution and go back, and a
    /// local search mends these, under simulated annealing over the time or the runs that there are. A run is
    /// `Restarts::iterations` of them. Has no use for an optimiser or a scorer; the only one that looks for
    /// fewer routes where the fleet is limited.
    ruin,
};

/// Which routes a perturbation takes apart.
enum class Pick {
    random,  ///< any, as in the paper
    near,    ///< some that are near one another
};

std::string_view pick_name(Pick pick);
const std::vector<Pick>& picks();

std::string_view strategy_name(Strategy strategy);
inline bool has_population(Strategy strategy) {
    return strategy == Strategy::population || strategy == Strategy::population_replace;
}
/// Whether its runs are those of an optimiser, from starts that a scorer may choose.
inline bool has_optimiser(Strategy strategy) {
    return strategy != Strategy::ruin;
}
const std::vector<Strategy>& strategies();

/// When to stop: whichever comes first.
struct StopRule {
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t runs = std::numeric_limits<std::int64_t>::max();  ///< of the optimiser
    double target = -std::numeric_limits<double>::infinity();      ///< a length that is short enough
    std::int64_t idle_runs =
        std::numeric_limits<std::int64_t>::max();  ///< runs in a row that improve nothing
    const std::atomic<bool>* flag = nullptr;       ///< raised from outside, by a signal say
};

enum class StopReason { time, runs, target, idle, flag };

std::string_view stop_reason_text(StopReason reason);

struct ExploreSettings {
    Strategy strategy = Strategy::perturb_best;
    /// The paper's R: how many routes a perturbation takes apart, drawn evenly between the two. The paper has
    /// 2; now and then 3 finds the way out where no two routes do.
    int least_routes = 2, most_routes = 3;
    Pick pick = Pick::random;
    /// The paper's K, or O: starts to choose from for each run; of populations, perturbations of a result.
    /// Above 1 a scorer is needed.
    int candidates = 1;
    /// Lets every eighth run go without the scorer, and all of them once the guided ones turn out not to be
    /// worth their time. For restart, perturb and perturb_best, with several candidates.
    bool watch_guidance = false;
    int population = 20;  ///< the paper's I: starts that a population holds
    /// Keeps a population diverse: a perturbation that has more than this share of its edges in common with a
    /// start that is there, or with one of the last that were run, only joins where others do not suffice. 1:
    /// any may join.
    double most_alike = 1;
    int cycles = Budget::unlimited;  ///< the paper's M: of the optimiser, in each run
    Construction construction =
        Construction::random;            ///< of the first start, and of every start of `restart`
    std::optional<Solution> warm_start;  ///< the first start, instead of a constructed one
    std::uint64_t seed = 1;
    std::uint64_t group = 0;  ///< run i draws from the stream (seed, group, i)
    /// For restart and perturb_best; the others are one chain and use one, as does all that learns on the
    /// way.
    int threads = 1;
    StopRule stop;
};

/// Throws InputError for settings that make no sense and for a warm start that is not feasible.
void check_settings(const Instance& instance, const Scorer* scorer, const ExploreSettings& settings);

}  // namespace l2r

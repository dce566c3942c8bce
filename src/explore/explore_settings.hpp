#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "base/settings.hpp"
#include "optimise/optimiser.hpp"
#include "optimise/route_pool.hpp"
#include "start/construct.hpp"
#include "start/recombine.hpp"
#include "value/scorer.hpp"

namespace l2r {

class Ranks;

/// Where the next start comes from.
enum class Strategy {
    /// A new construction each time; the paper's is a random permutation. Of an optimiser that fills its
    /// budget the first runs share the time, and recombinations of their results follow.
    restart,
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

/// A failure of a program outside is none of the rule's: `explore` throws it.
enum class StopReason { time, runs, target, idle, flag, failure };

std::string_view stop_reason_text(StopReason reason);

/// How the starts of perturb, perturb_best, climb and populations are made.
struct PerturbationSettings {
    /// The paper's R: how many routes a perturbation takes apart, drawn evenly between the two. The paper has
    /// 2; now and then 3 leads out where no two routes do.
    int least_routes = 2, most_routes = 3;
    Pick pick = Pick::random;
    int around = 40;
};

struct PopulationSettings {
    int size = 20;  ///< the paper's I: starts that wait for a run
    /// A perturbation that shares more than this of its edges with a start that is there, or with one of the
    /// last that were run, only joins where others do not suffice. 1: any may join.
    double most_alike = 1;
    int remembered = 100;
};

/// Of the strategy climb.
struct ClimbSettings {
    int most_steps = 100;
};

/// How the fewest vehicles are looked for, and when their limit may be forgotten.
struct FleetSettings {
    double share = 1.0 / 3;
    double iterations_in_vain = 500'000;
    double temperature = 0.1;
    double loose = 1.1;
};

/// How a scorer chooses.
struct GuidanceSettings {
    /// The paper's K, or O: starts to choose from for each run; of populations, perturbations of a result.
    /// Above 1 a scorer is needed.
    int candidates = 1;
    /// Lets some runs go without the scorer, and all of them once the guided ones turn out not to be worth
    /// their time. For restart, perturb and perturb_best, with several candidates.
    bool is_watched = false;
    int control_every = 8;
    int first_judgement = 128;
    double certainty = 1.645;
    double score_share = 0.2;
    double probe_share = 0.05;
    int probe_batches = 9;
};

/// How runs of an optimiser that fills its budget share the time. First come runs from constructions. Where
/// there is time for more, short runs from recombinations of their results follow.
struct RestartSettings {
    int most_runs = 25;
    double iterations_by_square = 0.2, iterations_by_customer = 50;
    int least_iterations = 150;
    int trial_iterations = 150;
    double combining_share = 0.95;
    int most_combined = 300;
    double patience_with_fleet = 0.25;
    int quick_first = 2'000;
    double recombining_runs = 4;
    int most_recombined = 2'000;
    double first_share = 0.5;
    double short_run = 0.5;
    double short_run_temperature = 0.1;
    double combine_by_square = 1;
    int abreast = 16;
    int patience = 1'000;
};

/// Of the good solutions that starts are recombined of: as many as there are first runs, but at least `size`.
struct EliteSettings {
    int size = 8;
    int newcomers = 8;
    int sure_to_stay = 4;
    int near = 5;
};

struct ExploreSettings {
    Strategy strategy = Strategy::restart;
    Construction construction = Construction::savings;  ///< of every start that is no perturbation
    ConstructionSettings constructions;
    RestartSettings restart;
    EliteSettings elite;                  ///< of restarts of an optimiser that fills its budget
    RecombinationSettings recombination;  ///< the same
    PerturbationSettings perturbation;
    PopulationSettings population;
    ClimbSettings climb;
    FleetSettings fleet;
    GuidanceSettings guidance;
    RoutePoolSettings pool;              ///< of restarts of an optimiser that fills its budget
    int cycles = until_converged;        ///< the paper's M: of the optimiser, in each run
    std::optional<Solution> warm_start;  ///< the first start, instead of a constructed one
    std::uint64_t seed = 1;
    std::uint64_t group = 0;  ///< run i draws from the stream (seed, group, i)
    /// For strategies that are no chain (see `is_chain`). 0: as many as pay. Those are all processors for
    /// restarts of an optimiser that fills its budget, and one for all else.
    int threads = 0;
    /// Processes that search together, for restarts of an optimiser that fills its budget; each has so many
    /// threads. Null: this one alone.
    Ranks* ranks = nullptr;
    StopRule stop;
};

/// Adds all numbers that users may set by name, but for those that have options of their own.
void list(ExploreSettings& settings, SettingList& list);

/// Whether each run depends on the one before, so that one thread is all that can be used: all but restart
/// and perturb_best. A scorer that learns on the way makes a chain of these too.
bool is_chain(Strategy strategy, const Scorer* scorer);

/// Whether guided and other runs can be compared: in restart, perturb and perturb_best. Restarts of
/// optimisers that fill their budget depend on one another by what they leave in the elite.
bool can_watch_guidance(Strategy strategy, const Optimiser& optimiser);

/// Throws InputError for settings that make no sense, for a warm start that is not feasible, and where the
/// optimiser or the scorer does not keep to the instance's times.
void check_settings(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
                    const ExploreSettings& settings);

}  // namespace l2r

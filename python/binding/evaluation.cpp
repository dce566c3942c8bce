#include "behind_python.hpp"
#include "binding.hpp"
#include "experiment/ranking.hpp"
#include "interrupts.hpp"
#include "trained_scorer.hpp"
#include "value/scorers.hpp"

namespace l2r::binding {
namespace {

using namespace py::literals;

struct Interrupted {};

/// Value, and both ends of its interval.
py::tuple as_tuple(const Interval& interval) {
    return py::make_tuple(interval.value, interval.low, interval.high);
}

py::tuple as_tuple(const Estimate& estimate) {
    return py::make_tuple(estimate.mean, estimate.mean - estimate.half_width,
                          estimate.mean + estimate.half_width);
}

py::list as_list(const std::vector<GainPoint>& gains, bool perturbed) {
    py::list points;
    for (const GainPoint& gain : gains)
        points.append(py::make_tuple(gain.candidates, as_tuple(gain.change),
                                     perturbed ? py::object(as_tuple(gain.improving)) : py::none()));
    return points;
}

py::dict as_dict(const Ranking& ranking, double score_seconds, bool perturbed) {
    py::list calibration;
    for (const CalibrationBin& bin : ranking.calibration)
        calibration.append(py::make_tuple(bin.predicted, bin.observed, bin.pairs));
    return py::dict("accuracy"_a = as_tuple(ranking.accuracy), "auc"_a = as_tuple(ranking.auc),
                    "accuracy_difference"_a = as_tuple(ranking.accuracy_difference),
                    "auc_difference"_a = as_tuple(ranking.auc_difference),
                    "calibration_error"_a = ranking.calibration_error, "calibration"_a = calibration,
                    "gains"_a = as_list(ranking.gains, perturbed), "score_seconds"_a = score_seconds);
}

/// Whether the scorer has learned from these very instances, and why else it does not fit; both where its
/// file says so.
std::pair<bool, std::string> doubts(const SampleSet& samples, const TrainedScorer& scorer) {
    if (!scorer.weights()) return {false, ""};
    const About about = read_about(*scorer.weights(), scorer.name());
    return {was_trained_on(about, samples.recipe()), mismatch(about, samples.recipe())};
}

py::dict evaluate(const SampleSet& samples, const std::vector<py::object>& objects,
                  const py::object& optimiser, std::optional<Whole<int>> cycles, Whole<std::int64_t> limit,
                  double margin, Whole<std::uint64_t> seed, Whole<int> threads) {
    const int predicted = checked_cycles(cycles);
    if (!(margin >= 0)) throw InputError("the margin must be 0 or more");
    if (limit < 0) throw InputError("the limit must be 0, for all groups, or more");
    Interrupts interrupts;
    std::atomic<bool> failed = false;  // apart, so that what failed is not taken for an interruption
    std::vector<std::unique_ptr<Scorer>> scorers;
    for (const py::object& object : objects) scorers.push_back(scorer_from(object, failed));
    const std::unique_ptr<Optimiser> runs = optimiser.is_none() ? nullptr : optimiser_from(optimiser, failed);
    RankingSettings settings;
    settings.margin = margin;
    settings.seed = seed;
    settings.threads = threads;
    const std::int64_t groups =
        limit == 0 ? samples.groups() : std::min<std::int64_t>(limit, samples.groups());
    check_number_of_pairs(groups, samples.recipe().starts);
    ScoredSamples scored;
    RankingReport report;
    try {
        const py::gil_scoped_release release;
        scored = score_samples(samples, scorers, runs.get(), predicted, groups, threads, {}, nullptr,
                               Stop(Stop::Clock::time_point::max(), &interrupts.flag()));
        if (interrupts.flag()) throw Interrupted();
        report = rank_starts(scored, settings);
    } catch (const Interrupted&) {
        Interrupts::check();
        throw OutsideError("interrupted");
    } catch (...) {
        Interrupts::check();
        throw;
    }
    const bool perturbed = samples.recipe().perturbed_routes > 0;
    py::list rankings;
    for (std::size_t k = 0; k < scorers.size(); ++k)
        rankings.append(as_dict(report.scorers[k], scored.score_seconds[k], perturbed));
    return py::dict("instances"_a = report.instances, "groups"_a = report.groups, "pairs"_a = report.pairs,
                    "run_seconds"_a = scored.run_seconds,
                    "oracle_gains"_a = as_list(report.oracle, perturbed), "rankings"_a = rankings);
}

}  // namespace

void add_evaluation(py::module_& module) {
    module.def("doubts", &doubts, "samples"_a, "scorer"_a);
    module.def("evaluate", &evaluate, "samples"_a, "scorers"_a, "optimiser"_a, "cycles"_a, "limit"_a,
               "margin"_a, "seed"_a, "threads"_a);
}

}  // namespace l2r::binding

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/ranks.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "experiment/ranking.hpp"
#include "optimiser_option.hpp"
#include "options.hpp"
#include "plot/chart.hpp"
#include "scorer_option.hpp"
#include "terminal.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

using Json = nlohmann::ordered_json;

struct EvaluateOptions {
    std::vector<std::filesystem::path> samples;
    std::vector<std::string> scorers;
    std::string cycles = "converged";
    std::int64_t limit = 0;
    RankingSettings ranking;
    std::string plot;  ///< how the charts' names begin
    OptimiserOption optimiser;
    bool in_sample = false;
    bool json = false;

    int number_of_cycles() const { return cycles_of(cycles); }
};

/// What was measured, and of whom.
struct Evaluation {
    const EvaluateOptions& options;
    const SampleRecipe& recipe;
    const ScoredSamples& scored;
    const RankingReport& report;
};

std::vector<std::unique_ptr<Scorer>> load_scorers(const EvaluateOptions& options,
                                                  const SampleRecipe& recipe) {
    std::vector<std::unique_ptr<Scorer>> scorers;
    for (const std::string& what : options.scorers) {
        const std::string file = scorer_file(what, recipe.customers);
        scorers.push_back(load_scorer(file, options.number_of_cycles()));
        const std::optional<About> about = about_scorer(file);
        if (!about) continue;
        if (was_trained_on(*about, recipe)) {
            const std::string reason =
                fmt::format("{} was trained on instances like these, {} customers of seed {}", what,
                            recipe.customers, recipe.seed);
            if (!options.in_sample)
                throw InputError(reason +
                                 ": make samples with another --seed, or look at them all the same with "
                                 "--in-sample");
            tell("l2r: warning: {}: how good it is elsewhere is not seen here", reason);
        }
        warn_of_mismatch(what, mismatch(*about, recipe));
    }
    return scorers;
}

Json json_of(const Interval& interval) {
    return {{"value", interval.value}, {"interval_95", {interval.low, interval.high}}};
}

Json json_of(const Estimate& estimate) {
    return {{"value", estimate.mean},
            {"interval_95", {estimate.mean - estimate.half_width, estimate.mean + estimate.half_width}}};
}

Json json_of(const std::vector<GainPoint>& gains, bool perturbed) {
    Json points = Json::array();
    for (const GainPoint& gain : gains)
        points.push_back({{"candidates", gain.candidates},
                          {"change_percent", json_of(gain.change)},
                          {"improving_percent", perturbed ? json_of(gain.improving) : Json()}});
    return points;
}

Json json_of(const std::vector<CalibrationBin>& bins) {
    Json all = Json::array();
    for (const CalibrationBin& bin : bins)
        all.push_back({{"predicted", bin.predicted}, {"observed", bin.observed}, {"pairs", bin.pairs}});
    return all;
}

void print_as_json(const Evaluation& evaluation) {
    const bool perturbed = evaluation.recipe.perturbed_routes > 0;
    const bool timed = evaluation.scored.run_seconds > 0;
    Json scorers = Json::array();
    for (std::size_t k = 0; k < evaluation.report.scorers.size(); ++k) {
        const Ranking& ranking = evaluation.report.scorers[k];
        scorers.push_back(
            {{"scorer", evaluation.options.scorers[k]},
             {"accuracy", json_of(ranking.accuracy)},
             {"auc", json_of(ranking.auc)},
             {"accuracy_difference", k == 0 ? Json() : json_of(ranking.accuracy_difference)},
             {"auc_difference", k == 0 ? Json() : json_of(ranking.auc_difference)},
             {"calibration_error", ranking.calibration_error},
             {"calibration", json_of(ranking.calibration)},
             {"gains", json_of(ranking.gains, perturbed)},
             {"score_seconds", evaluation.scored.score_seconds[k]},
             {"score_to_run",
              timed ? Json(evaluation.scored.score_seconds[k] / evaluation.scored.run_seconds) : Json()}});
    }
    print_json({{"customers", evaluation.recipe.customers},
                {"seed", evaluation.recipe.seed},
                {"cycles", evaluation.options.cycles},
                {"margin", evaluation.options.ranking.margin},
                {"instances", evaluation.report.instances},
                {"groups", evaluation.report.groups},
                {"pairs", evaluation.report.pairs},
                {"run_seconds", timed ? Json(evaluation.scored.run_seconds) : Json()},
                {"oracle_gains", json_of(evaluation.report.oracle, perturbed)},
                {"scorers", scorers}});
}

/// A difference to the first scorer.
std::string difference_text(const Interval& interval, double unit, int digits) {
    return fmt::format("{:+.{}f} [{:+.{}f}, {:+.{}f}]", unit * interval.value, digits, unit * interval.low,
                       digits, unit * interval.high, digits);
}

std::string plus_minus(double value, double half_width, int digits) {
    return fmt::format("{:.{}f} ± {:.{}f}", value, digits, half_width, digits);
}

std::string length_of_runs(const std::string& cycles) {
    if (cycles == "converged") return "optimised to the end";
    return "after " + cycles + (cycles == "1" ? " cycle" : " cycles");
}

void print_table(const Evaluation& evaluation, std::size_t width) {
    const auto& [options, recipe, scored, report] = evaluation;
    const bool perturbed = recipe.perturbed_routes > 0;
    fmt::print("{:<{}}  {:>12}  {:>15}  {:>11}  {:>14}", "scorer", width, "accuracy, %", "AUC", "calibration",
               fmt::format("best of {}, %", scored.starts));
    if (perturbed) fmt::print("  {:>12}", "improving, %");
    fmt::print("  {:>9}  {:>9}\n", "score, us", "score/run");
    for (std::size_t k = 0; k < report.scorers.size(); ++k) {
        const Ranking& ranking = report.scorers[k];
        const auto& [candidates, change, improving] = ranking.gains.back();
        fmt::print("{:<{}}  {:>12}  {:>15}  {:>11.4f}  {:>14}", options.scorers[k], width,
                   plus_minus(100 * ranking.accuracy.value, 100 * ranking.accuracy.half_width(), 2),
                   plus_minus(ranking.auc.value, ranking.auc.half_width(), 4), ranking.calibration_error,
                   plus_minus(change.mean, change.half_width, 3));
        if (perturbed) fmt::print("  {:>12}", plus_minus(improving.mean, improving.half_width, 2));
        fmt::print("  {:>9.2f}  {:>9}\n", 1e6 * scored.score_seconds[k],
                   scored.run_seconds > 0
                       ? fmt::format("{:.3f}", scored.score_seconds[k] / scored.run_seconds)
                       : "-");
    }
}

void print_as_text(const Evaluation& evaluation) {
    const auto& [options, recipe, scored, report] = evaluation;
    fmt::print("{} pairs from {} instances of {} customers, {}; intervals of 95 %\n\n", report.pairs,
               report.instances, recipe.customers, length_of_runs(options.cycles));
    std::size_t width = 6;
    for (const std::string& name : options.scorers) width = std::max(width, name.size());
    print_table(evaluation, width);
    fmt::print("\n");
    if (scored.run_seconds > 0) fmt::print("A run costs {:.2f} us. ", 1e6 * scored.run_seconds);
    fmt::print("Knowing all outcomes would change the best of {} by {:.3f} %.\n", scored.starts,
               report.oracle.back().change.mean);
    if (!(scored.run_seconds > 0))
        fmt::print("What a run of '{}' costs is measured where --optimiser names it.\n", recipe.optimiser);
    if (recipe.perturbed_routes > 0)
        fmt::print("Of all runs, {:.2f} % end shorter than the parent.\n",
                   report.oracle.front().improving.mean);
    if (report.scorers.size() > 1) fmt::print("\nAgainst {}:\n", options.scorers.front());
    for (std::size_t k = 1; k < report.scorers.size(); ++k)
        fmt::print("{:<{}}  accuracy {} points, AUC {}\n", options.scorers[k], width,
                   difference_text(report.scorers[k].accuracy_difference, 100, 2),
                   difference_text(report.scorers[k].auc_difference, 1, 4));
}

ChartSeries gain_series(const std::string& name, const std::vector<GainPoint>& gains) {
    ChartSeries series{name, {}};
    for (const GainPoint& gain : gains)
        series.points.push_back(
            {static_cast<double>(gain.candidates), gain.change.mean, gain.change.half_width});
    return series;
}

void plot(const Evaluation& evaluation) {
    const auto& [options, recipe, scored, report] = evaluation;
    LineChart gain{fmt::format("Best of K starts, {} customers", recipe.customers),
                   "K, starts to choose from",
                   "length against K = 1, %",
                   {},
                   {{"random", 0}},
                   true};
    LineChart calibration{fmt::format("Calibration, {} customers", recipe.customers),
                          "predicted, %",
                          "observed, %: the first of two ends shorter",
                          {},
                          {},
                          false};
    double low = 50, high = 50;
    for (std::size_t k = 0; k < report.scorers.size(); ++k) {
        gain.series.push_back(gain_series(options.scorers[k], report.scorers[k].gains));
        ChartSeries& bins = calibration.series.emplace_back(ChartSeries{options.scorers[k], {}});
        for (const CalibrationBin& bin : report.scorers[k].calibration) {
            bins.points.push_back({100 * bin.predicted, 100 * bin.observed, 0});
            low = std::min(low, 100 * bin.predicted);
            high = std::max(high, 100 * bin.predicted);
        }
    }
    calibration.series.push_back({"exact", {{low, low, 0}, {high, high, 0}}});  // scorers keep their colours
    write_file(options.plot + "-gain.svg", line_chart(gain));
    write_file(options.plot + "-calibration.svg", line_chart(calibration));
}

/// Ranks divide the scoring; rank 0 does the rest.
void evaluate(const EvaluateOptions& options) {
    const std::unique_ptr<Ranks> ranks = join_ranks();
    if (!options.plot.empty()) check_writable(options.plot + "-gain.svg");
    const SampleSet samples = SampleSet::read(options.samples);
    const std::vector<std::unique_ptr<Scorer>> scorers = load_scorers(options, samples.recipe());
    const std::int64_t groups =
        options.limit == 0 ? samples.groups() : std::min(options.limit, samples.groups());
    check_number_of_pairs(groups, samples.recipe().starts);
    // A file of samples says which program made them; that is no reason to run it.
    const bool is_ours = samples.recipe().optimiser == "paper";
    std::unique_ptr<Optimiser> optimiser;
    if (is_ours || options.optimiser.name != "paper") optimiser = options.optimiser.make();
    ProgressLine line;
    const ScoredSamples scored = score_samples(
        samples, scorers, optimiser.get(), options.number_of_cycles(), groups, options.ranking.threads,
        [&](std::int64_t done) {
            if (ranks->rank() == 0 && line.due())
                line.show(
                    fmt::format("scored {} of {} groups", std::min(groups, done * ranks->size()), groups));
        },
        ranks.get());
    if (ranks->rank() > 0) return;
    line.show("resampling");
    const RankingReport report = rank_starts(scored, options.ranking);
    line.clear();
    const Evaluation evaluation{options, samples.recipe(), scored, report};
    if (options.json)
        print_as_json(evaluation);
    else
        print_as_text(evaluation);
    if (!options.plot.empty()) plot(evaluation);
}

void add_options(CLI::App& command, EvaluateOptions& options) {
    command
        .add_option("samples", options.samples,
                    "Folders or files of 'l2r generate samples', not seen in training")
        ->required()
        ->type_name("SAMPLES");
    command
        .add_option(
            "--scorer", options.scorers,
            fmt::format("What to measure: {}; or a file. Give it several times to compare: the first is what "
                        "the others are held against",
                        scorers_by_name()))
        ->required()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("NAME|FILE|exec:COMMAND");
    command
        .add_option("--cycles", options.cycles,
                    "What is to be predicted: the length after 1 to 5 cycles, or converged")
        ->check(one_of({"1", "2", "3", "4", "5", "converged"}))
        ->type_name("M")
        ->capture_default_str();
    command.add_option("--margin", options.ranking.margin, "Pairs whose lengths differ by less are left out")
        ->check(real_number(0, 1e9))
        ->type_name("E")
        ->capture_default_str();
    command.add_option("--limit", options.limit, "Only the first so many groups; 0: all")
        ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()))
        ->type_name("N")
        ->capture_default_str();
    options.optimiser.add_to(command);
    command.add_flag("--in-sample", options.in_sample, "Accept samples that a scorer was trained on");
    command.add_option("--plot", options.plot, "Draw PREFIX-gain.svg and PREFIX-calibration.svg")
        ->type_name("PREFIX");
    add_seed_option(command, options.ranking.seed);
    add_threads_option(command, options.ranking.threads,
                       "How many threads work at once; only times depend on it");
    add_json_option(command, options.json);
}

}  // namespace

void add_evaluate(CLI::App& program, int&) {
    const auto options = std::make_shared<EvaluateOptions>();
    CLI::App& command =
        add_command(program, "evaluate", "Measure how well scorers tell good starts from bad ones",
                    "l2r evaluate test-50 --scorer linear-50.safetensors --scorer net-50.safetensors");
    command.footer("Under mpirun the ranks share the scoring.\n\n" + command.get_footer());
    add_options(command, *options);
    command.callback([options] { evaluate(*options); });
}

}  // namespace l2r

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/ranks.hpp"
#include "base/sha256.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "experiment/report.hpp"
#include "optimiser_option.hpp"
#include "options.hpp"
#include "scorer_option.hpp"
#include "shipped.hpp"
#include "terminal.hpp"
#include "value/adaptive.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

struct PaperOptions {
    std::string scale = "quick";
    std::vector<int> sizes{20, 50, 100};
    std::vector<std::string> figures;
    int instances = 0, runs = 0;  ///< 0: as the scale says
    std::vector<int> candidates{1, 5, 10, 20};
    std::vector<std::string> scorers;
    OptimiserOption optimiser;
    bool adapt = false;
    double most_alike = 1;
    std::uint64_t seed = 2020;
    int threads = 1;
    fs::path folder;
    bool json = false;

    bool full() const { return scale == "full"; }
    int instances_of(int size) const {
        if (instances > 0) return instances;
        if (full()) return 10'000;
        return size <= 20 ? 200 : size <= 50 ? 100 : 50;
    }
    int runs_of() const { return runs > 0 ? runs : full() ? 100 : 30; }
};

/// Refuses one that has learned from the very instances that it is to be measured on.
void check_scorer(const PaperOptions& options, const std::string& file, int size) {
    const std::optional<About> about = about_scorer(file);
    if (!about) return;
    SampleRecipe recipe;
    recipe.customers = size;
    recipe.seed = options.seed;
    if (was_trained_on(*about, recipe))
        throw InputError(file + " was trained on instances of seed " + std::to_string(options.seed) +
                         "; choose another seed (--seed)");
    warn_of_mismatch(file, mismatch(*about, size, options.optimiser.make()->name()));
}

GuidedBy guided_by(const PaperOptions& options, const std::string& name, const std::string& file, int size,
                   std::vector<int> candidates) {
    check_scorer(options, file, size);
    GuidedBy guide{name, load_scorer(file), "", std::move(candidates), 1};
    const std::string bytes = about_scorer(file) ? read_file(file) : file;
    guide.digest = sha256_hex(std::as_bytes(std::span(bytes)));
    return guide;
}

/// Of the scorers that were asked for, those for this size; all where there are none.
std::vector<std::string> scorers_for(const PaperOptions& options, int size) {
    std::vector<std::string> fitting;
    for (const std::string& name : options.scorers) {
        const std::optional<About> about = about_scorer(scorer_file(name, size));
        if (!about || about->customers == size) fitting.push_back(name);
    }
    return fitting.empty() ? options.scorers : fitting;
}

/// Without folder and ending, where no other has that name.
std::string name_of(const std::string& scorer, const std::vector<GuidedBy>& others) {
    const std::string stem = fs::path(scorer).stem().string();
    const bool taken =
        std::any_of(others.begin(), others.end(), [&](const GuidedBy& other) { return other.name == stem; });
    return taken ? scorer : stem;
}

/// The same, but learning on the way, or in a population that is kept diverse.
void add_variants(const PaperOptions& options, std::vector<GuidedBy>& guides) {
    const std::size_t count = guides.size();
    for (std::size_t i = 0; i < count; ++i) {
        const GuidedBy plain = guides[i];
        const std::vector<int> most{plain.candidates.back()};
        if (options.adapt)
            guides.push_back({plain.name + " adapted",
                              std::make_shared<AdaptiveScorer>(plain.scorer->clone(), AdaptSettings()),
                              plain.digest, most, 1});
        if (options.most_alike < 1)
            guides.push_back({plain.name + " diverse", plain.scorer, plain.digest, most, options.most_alike});
    }
}

/// The paper's network, or what was asked for instead, and a linear scorer to compare with.
std::vector<GuidedBy> guides_for(const PaperOptions& options, int size) {
    std::vector<int> candidates = options.candidates;
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    std::erase(candidates, 1);  // the unguided arm, which is always there
    if (candidates.empty()) return {};
    std::vector<GuidedBy> guides;
    for (const std::string& name : scorers_for(options, size))
        guides.push_back(
            guided_by(options, name_of(name, guides), scorer_file(name, size), size, candidates));
    if (guides.empty())
        guides.push_back(guided_by(options, "network", shipped_scorer("network", size), size, candidates));
    if (std::find(options.scorers.begin(), options.scorers.end(), "linear") == options.scorers.end())
        guides.push_back(
            guided_by(options, "linear", shipped_scorer("linear", size), size, {candidates.back()}));
    add_variants(options, guides);
    return guides;
}

std::vector<FigurePlan> plans_for(const PaperOptions& options) {
    std::map<int, std::vector<GuidedBy>> guides;
    for (const int size : options.sizes) guides.emplace(size, guides_for(options, size));
    const std::shared_ptr<const Optimiser> optimiser = options.optimiser.make();
    std::vector<FigurePlan> plans;
    for (const PaperFigure& figure : paper_figures()) {
        const auto& wanted = options.figures;
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), figure.name) == wanted.end()) continue;
        for (const auto& [size, of_size] : guides) {
            FigurePlan& plan = plans.emplace_back();
            plan.figure = figure;
            plan.customers = size;
            plan.instances = options.instances_of(size);
            plan.runs = options.runs_of();
            plan.seed = options.seed;
            plan.optimiser = optimiser;
            add_arms(plan, of_size);
        }
    }
    return plans;
}

std::string factor_text(const Interval& factor, double limit) {
    const auto number = [limit](double value) {
        return std::isinf(value) ? fmt::format(">{:.2g}", limit) : fmt::format("{:.2f}", value);
    };
    return fmt::format("{} [{}, {}]", number(factor.value), number(factor.low), number(factor.high));
}

std::string p_text(double p) {
    return p < 0.001 ? "<0.001" : fmt::format("{:.3f}", p);
}

/// Of each scorer with several numbers of candidates.
void print_steps(const FigureResult& result) {
    for (std::size_t i = 1; i < result.steps.size(); ++i) {
        const std::string& guide = result.steps[i].guide;
        const bool second = result.steps[i - 1].guide == guide && result.steps[i - 1].from == 1;
        if (second)
            fmt::print("{}: {}\n", guide,
                       result.falls_with_candidates(guide) ? "each larger K ends shorter"
                                                           : "a larger K does not always end shorter");
    }
}

void print_table(const FigureResult& result) {
    const FigurePlan& plan = result.plan;
    fmt::print("\n{}, {} customers ({} instances, {} runs)\n", plan.figure.title, plan.customers,
               plan.instances, plan.runs);
    const bool has_early = result.early_runs() < plan.runs;
    fmt::print("{:<22}{:>9}{:>9}{:>21}{:>8}{:>21}{:>8}{:>22}{:>22}{:>10}{:>22}\n", "", "a run", "best",
               "a run - unguided", "p", "best - unguided", "p",
               has_early ? fmt::format("runs x, at {}", result.early_runs()) : "",
               fmt::format("runs x, at {}", plan.runs), "ms", "time x");
    for (const ArmResult& arm : result.arms) {
        const auto last = static_cast<std::size_t>(plan.runs - 1);
        fmt::print("{:<22}{:>9.4f}{:>9.4f}", arm.name, arm.mean_length.mean, arm.curve.best[last].plain.mean);
        const std::string milliseconds = fmt::format("{:.3g}", 1'000 * arm.curve.seconds[last]);
        if (arm.comparison) {
            const auto& [length, best, early_runs, runs, time] = *arm.comparison;
            const auto difference = [](const PairedDifference& paired) {
                const auto [mean, half_width] = paired.difference;
                return fmt::format("{:+.4f} ± {:.4f}", mean, half_width);
            };
            fmt::print("{:>21}{:>8}{:>21}{:>8}{:>22}{:>22}{:>10}{:>22}\n", difference(length),
                       p_text(length.p), difference(best), p_text(best.p),
                       has_early ? factor_text(early_runs, result.limit_of_early_runs()) : "",
                       factor_text(runs, result.limit_of_runs()), milliseconds,
                       factor_text(time, result.limit_of_time(arm)));
        } else {
            fmt::print("{:>112}\n", milliseconds);
        }
    }
    print_steps(result);
}

void write_figure(const FigureResult& result, const fs::path& folder) {
    const std::string name = result.plan.name();
    write_file(folder / (name + ".csv"), runs_csv(result));
    write_file(folder / (name + "-time.csv"), times_csv(result));
    write_file(folder / (name + "-length.svg"), length_chart(result));
    write_file(folder / (name + "-best.svg"), best_chart(result));
    write_file(folder / (name + "-time.svg"), time_chart(result));
}

void report(const PaperOptions& options, const std::vector<FigurePlan>& plans) {
    std::vector<FigureResult> results;
    for (const FigurePlan& plan : plans) {
        results.push_back(evaluate(plan, read_traces(plan, options.folder), options.threads));
        write_figure(results.back(), options.folder);
    }
    const std::string summary = summary_json(results);
    write_file(options.folder / "summary.json", summary + "\n");
    write_file(options.folder / "report.html", report_page(results, options.threads));
    if (options.json) return print_json(nlohmann::ordered_json::parse(summary));
    fmt::print(
        "Each arm against the unguided one on the same instances, with 95 % intervals. runs x: unguided runs "
        "that do as well\nas one of the arm; time x: unguided time that does as well as the arm's, above 1 "
        "where "
        "guidance pays.\nTimes are of CPU, and by the clock of what an optimiser does in other processes.\n");
    for (const FigureResult& result : results) print_table(result);
    fmt::print("\nAll figures: {}\n", (options.folder / "report.html").string());
}

void run_paper(const PaperOptions& options) {
    const std::unique_ptr<Ranks> ranks = join_ranks();
    PaperJob job{plans_for(options), options.folder,  ranks->rank(),
                 ranks->size(),      options.threads, &interrupted()};
    ProgressLine line;
    const bool finished = make_traces(job, [&](const PaperProgress& progress) {
        if (ranks->rank() == 0 && line.due())
            line.show(fmt::format(
                "{}: {} of {} instances ({:.0f} %)", progress.figure, progress.instances, progress.planned,
                100 * static_cast<double>(progress.instances) / static_cast<double>(progress.planned)));
    });
    line.clear();
    if (!finished) throw OutsideError("interrupted; the same command goes on from what is there");
    ranks->barrier();
    if (ranks->rank() == 0) report(options, job.plans);
    if (!job.plans.empty()) tell_failures(*job.plans.front().optimiser);
}

void add_what(CLI::App& command, PaperOptions& options) {
    std::vector<std::string> names;
    for (const PaperFigure& figure : paper_figures()) names.push_back(figure.name);
    command
        .add_option("--scale", options.scale,
                    "quick: some minutes on two cores; full: 10,000 instances and 100 runs, as the paper has")
        ->check(one_of({"quick", "full"}))
        ->capture_default_str()
        ->type_name("WHICH");
    command.add_option("--sizes", options.sizes, "Numbers of customers")
        ->delimiter(',')
        ->check(whole_number(1, 1'000))
        ->type_name("N,N,...");
    command
        .add_option("--figures", options.figures,
                    "Some of restart, perturb, population, population-replace; default: all")
        ->delimiter(',')
        ->check(one_of(names))
        ->type_name("NAME,...");
    command.add_option("--instances", options.instances, "How many at each size, instead of the scale's")
        ->check(whole_number(2, 1'000'000))
        ->type_name("C");
    command.add_option("--runs", options.runs, "Of the optimiser, for each instance, instead of the scale's")
        ->check(whole_number(1, 100'000))
        ->type_name("T");
    command.add_option("--candidates", options.candidates, "The paper's K; 1, unguided, is always there")
        ->delimiter(',')
        ->check(whole_number(1, 100'000))
        ->type_name("K,K,...");
}

}  // namespace

void add_experiment_paper(CLI::App& experiment) {
    const auto options = std::make_shared<PaperOptions>();
    CLI::App& command = *experiment.add_subcommand(
        "paper", "The figures of the paper and its supplement, with intervals and at equal time");
    command.group("Commands");
    command.footer(
        "Run it again to go on after an interruption; what is there is not done again.\n\n"
        "Example:\n  l2r experiment paper --threads 2 -o paper");
    add_what(command, *options);
    command
        .add_option("--scorer", options->scorers,
                    fmt::format("What to guide by: {}; or a file, at the size that it was trained on. May be "
                                "repeated. Default: network",
                                scorers_by_name()))
        ->type_name("NAME|FILE|exec:COMMAND");
    options->optimiser.add_to(command);
    command.add_flag("--adapt", options->adapt,
                     "Adds arms whose scorers learn from each instance's own runs");
    command
        .add_option(
            "--most-alike", options->most_alike,
            "Adds arms whose populations are kept diverse: at most so large a share of edges in common")
        ->check(real_number(0, 1))
        ->type_name("SHARE");
    add_seed_option(command, options->seed);
    add_threads_option(command, options->threads,
                       "How many instances are worked on at once, each by one thread");
    command
        .add_option("-o,--output", options->folder,
                    "Folder for the report, tables and charts; made if absent")
        ->required()
        ->type_name("DIR");
    add_json_option(command, options->json);
    command.callback([options] { run_paper(*options); });
}

}  // namespace l2r

#include "sample/generate_samples.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "optimiser_option.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

struct SamplesOptions {
    SampleJob job;
    OptimiserOption optimiser;
    bool json = false;
};

/// `0/4`.
void read_shard(const std::string& text, int& share, int& shares) {
    const char* const end = text.data() + text.size();
    auto read = std::from_chars(text.data(), end, share);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '/')
        read = std::from_chars(read.ptr + 1, end, shares);
    else
        read.ec = std::errc::invalid_argument;
    if (read.ec != std::errc() || read.ptr != end || share < 0 || share >= shares)
        throw CLI::ValidationError("--shard", "'" + text + "' is not one of 0/n, 1/n, ... to n-1/n");
}

std::string duration(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min", (whole + 30) / 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

void show(ProgressLine& line, const SampleProgress& progress) {
    if (!line.due()) return;
    if (progress.planned == 0) return line.show("looking through the files that are there");
    const auto done = static_cast<double>(progress.instances),
               planned = static_cast<double>(progress.planned);
    const double left = done > 0 ? progress.seconds / done * (planned - done) : 0;
    line.show(fmt::format("{} of {} instances ({:.0f} %), {} left", progress.instances, progress.planned,
                          100 * done / planned, duration(left)));
}

/// What all ranks did together, on rank 0.
SampleReport sum_over(Ranks& ranks, const SampleReport& own) {
    std::array<double, 9> sums{static_cast<double>(own.files),  static_cast<double>(own.there),
                               static_cast<double>(own.made),   static_cast<double>(own.remade),
                               static_cast<double>(own.groups), static_cast<double>(own.starts),
                               own.optimiser_seconds,           own.thread_seconds,
                               static_cast<double>(own.failed)};
    ranks.sum(std::span<double>(sums));
    SampleReport all = own;
    std::int64_t* const counts[] = {&all.files, &all.there, &all.made, &all.remade, &all.groups, &all.starts};
    for (std::size_t i = 0; i < std::size(counts); ++i) *counts[i] = std::llround(sums[i]);
    all.optimiser_seconds = sums[6];
    all.thread_seconds = sums[7];
    all.failed = std::llround(sums[8]);
    return all;
}

void report(const SamplesOptions& options, const SampleReport& done) {
    const double speed = done.seconds > 0 ? static_cast<double>(done.starts) / done.seconds : 0;
    const double share = done.thread_seconds > 0 ? done.optimiser_seconds / done.thread_seconds : 0;
    tell("l2r: made {} file{} with {} starts in {:.1f} s; {} {} there already", done.made,
         done.made == 1 ? "" : "s", done.starts, done.seconds, done.there, done.there == 1 ? "was" : "were");
    if (done.remade > 0)
        tell("l2r: {} of them had been damaged and {} made again", done.remade,
             done.remade == 1 ? "was" : "were");
    if (done.failed > 0)
        tell(
            "l2r: the optimiser made nothing of {} run{}: where these were of samples, the start's own "
            "length is what is learned from",
            done.failed, done.failed == 1 ? "" : "s");
    if (!options.json) return;
    print_json({{"folder", options.job.folder.string()},
                {"files", done.files},
                {"files_there", done.there},
                {"files_made", done.made},
                {"groups_made", done.groups},
                {"starts_made", done.starts},
                {"failed_runs", done.failed},
                {"seconds", done.seconds},
                {"starts_per_second", speed},
                {"optimiser_share", done.made > 0 ? nlohmann::ordered_json(share) : nullptr}});
}

void run_samples(SamplesOptions options) {
    SampleJob& job = options.job;
    const std::unique_ptr<Optimiser> optimiser = options.optimiser.make();
    job.flag = &interrupted();
    job.recipe.optimiser = optimiser->name();
    if (job.per_file == 0) job.per_file = default_per_file(job.recipe);
    const std::unique_ptr<Ranks> ranks = join_ranks();
    job.share = job.share * ranks->size() + ranks->rank();  // each shard is divided once more
    job.shares *= ranks->size();
    ProgressLine line;
    const SampleReport own = generate_samples(job, *optimiser, [&](const SampleProgress& progress) {
        if (ranks->rank() == 0) show(line, progress);
    });
    line.clear();
    const std::int64_t whole = own.there + own.made;
    if (!own.finished() && whole == 0)
        throw OutsideError(
            "interrupted before the first file was whole, so nothing is left; the same command begins anew "
            "(with a smaller --per-file, less is lost)");
    if (!own.finished())
        throw OutsideError(fmt::format(
            "interrupted with {} of {} files whole; the same command makes the others", whole, own.files));
    const SampleReport all = sum_over(*ranks, own);
    if (ranks->rank() == 0) report(options, all);
}

void add_construction_option(CLI::App& command, SampleRecipe& recipe) {
    std::vector<std::string> names;
    for (const Construction construction : constructions())
        names.emplace_back(construction_name(construction));
    command
        .add_option_function<std::string>(
            "--construction",
            [&recipe](const std::string& name) { recipe.construction = construction_named(name); },
            "How starts that are no perturbations are made")
        ->check(one_of(names))
        ->default_str("random")
        ->type_name("NAME");
}

void add_recipe_options(CLI::App& command, SampleRecipe& recipe) {
    command
        .add_option_function<std::string>(
            "--problem", [&recipe](const std::string& name) { recipe.problem = problem_named(name); },
            "cvrp, as in the paper; tsp: one route past the same places")
        ->check(one_of({"cvrp", "tsp"}))
        ->default_str("cvrp")
        ->type_name("NAME");
    command.add_option("--size", recipe.customers, "Customers in each instance")
        ->required()
        ->check(whole_number(1, Instance::node_limit - 1))
        ->type_name("N");
    command.add_option("--count", recipe.instances, "How many random instances")
        ->required()
        ->check(whole_number(1, std::uint64_t{1} << 40))
        ->type_name("C");
    command.add_option("--starts", recipe.starts, "How many starts of each, to be compared with one another")
        ->check(whole_number(2, 1'000'000))
        ->capture_default_str()
        ->type_name("S");
    add_seed_option(command, recipe.seed);
    command
        .add_option(
            "--orders", recipe.orders,
            "Run each start in so many orders of its routes and keep the mean length: dearer, with less "
            "noise in what is learned. Sets to evaluate on need 1")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str()
        ->type_name("N");
    add_construction_option(command, recipe);
    CLI::Option* perturb =
        command
            .add_option("--perturb", recipe.perturbed_routes,
                        "Perturb so many routes of a good solution, the parent; default: new starts")
            ->check(whole_number(1, 1'000'000))
            ->type_name("R");
    command
        .add_option("--parents", recipe.parents,
                    "So many parents of each instance: the best after 1, 4, 16, ... runs of a search")
        ->check(whole_number(1, most_parents))
        ->needs(perturb)
        ->capture_default_str()
        ->type_name("P");
    command.add_option("--capacity", recipe.capacity, "Of each vehicle; by default as in the paper")
        ->check(whole_number(9, Instance::capacity_limit))
        ->type_name("Q");
}

}  // namespace

void add_generate_samples(CLI::App& generate) {
    const auto options = std::make_shared<SamplesOptions>();
    SampleJob& job = options->job;
    CLI::App& command = *generate.add_subcommand(
        "samples", "Starts of random instances and what the optimiser makes of them, to train on");
    command.group("Commands");
    command.footer(
        "Run it again to go on after an interruption; files that are there are left alone.\n\n"
        "Example:\n  l2r generate samples --size 50 --count 100000 --starts 2 --seed 1 -o samples-50");
    add_recipe_options(command, job.recipe);
    options->optimiser.add_to(command);
    command
        .add_option("--per-file", job.per_file,
                    "Instances in each file; default: what takes a minute or so. A set must be gone on with "
                    "as it was begun")
        ->check(whole_number(1, std::uint64_t{1} << 40))
        ->type_name("C");
    command
        .add_option_function<std::string>(
            "--shard", [&job](const std::string& text) { read_shard(text, job.share, job.shares); },
            "Only every n-th file, from number i on: i is 0 to n-1, one for each job of an array")
        ->type_name("i/n");
    add_threads_option(command, job.threads, "How many threads work at once");
    command.add_option("-o,--output", job.folder, "Folder for the files; made if it is not there")
        ->required()
        ->type_name("DIR");
    add_json_option(command, options->json);
    command.callback([options] { run_samples(*options); });
}

}  // namespace l2r

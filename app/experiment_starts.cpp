#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "experiment/elite_starts.hpp"
#include "explore_options.hpp"
#include "options.hpp"
#include "problem/generate.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

using Json = nlohmann::ordered_json;

struct StartsOptions {
    int size = 200;
    int count = 4;
    std::uint64_t generate = 1;
    std::string like = "x";
    EliteStartPlan plan;
    ExploreOptions explore;
    std::filesystem::path csv;
    bool json = false;
};

void print_as_json(const EliteStartReport& report) {
    Json bands = Json::array(), ceilings = Json::array();
    for (const LikenessBand& band : report.bands)
        bands.push_back({{"least", band.least},
                         {"most", band.most},
                         {"starts", band.starts},
                         {"improves", band.improves},
                         {"returns", band.returns}});
    for (const ChoiceCeiling& ceiling : report.ceilings)
        ceilings.push_back({{"candidates", ceiling.candidates},
                            {"choices", ceiling.choices},
                            {"at_random", ceiling.at_random},
                            {"shortest", ceiling.shortest},
                            {"least_alike", ceiling.least_alike},
                            {"oracle", ceiling.oracle}});
    print_json({{"starts", report.starts},
                {"groups", report.groups},
                {"between_percent", report.between},
                {"within_percent", report.within},
                {"start_share", report.start_share},
                {"likeness", bands},
                {"choices", ceilings}});
}

void print_as_text(const EliteStartReport& report) {
    fmt::print("{} starts in {} groups; outcomes deviate by {:.3f} % between starts, {:.3f} % within one\n",
               report.starts, report.groups, report.between, report.within);
    fmt::print("the start decides {:.0f} % of the variance within a group\n\n", 100 * report.start_share);
    fmt::print("edges shared with the nearest member   starts   shorter than the best   returns\n");
    for (const LikenessBand& band : report.bands) {
        const std::string range = band.least == 1 ? "all: it is that member"
                                                  : fmt::format("{:.2f} to {:.2f}", band.least, band.most);
        fmt::print("{:<36} {:>8} {:>21.2f} % {:>7.0f} %\n", range, band.starts, 100 * band.improves,
                   100 * band.returns);
    }
    fmt::print("\nshorter than the best, of new starts, chosen of\n");
    fmt::print("candidates   at random   shortest   least alike   by an oracle   choices\n");
    for (const ChoiceCeiling& ceiling : report.ceilings)
        fmt::print("{:>10} {:>9.2f} % {:>8.2f} % {:>11.2f} % {:>12.2f} % {:>9}\n", ceiling.candidates,
                   100 * ceiling.at_random, 100 * ceiling.shortest, 100 * ceiling.least_alike,
                   100 * ceiling.oracle, ceiling.choices);
}

void run_starts(const StartsOptions& options) {
    if (!options.csv.empty()) check_writable(options.csv);
    ExploreOptions::Choice choice = options.explore.choose(options.size);
    if (choice.scorer)
        throw InputError(
            "--scorer has no place here: starts are drawn without one, to see what one could gain");
    choice.settings.stop.flag = &interrupted();
    ProgressLine line;
    std::vector<EliteStart> starts;
    int done = 0;
    for (int i = 0; i < options.count && !interrupted(); ++i) {
        line.show(fmt::format("{} of {} instances", i, options.count));
        const auto index = static_cast<std::uint64_t>(i);
        const Instance instance = options.like == "x"
                                      ? x_instance(options.size, options.generate, index)
                                      : random_instance(options.size, options.generate, index);
        const std::vector<EliteStart> some = sample_elite_starts(
            instance, static_cast<std::size_t>(i), *choice.optimiser, choice.settings, options.plan);
        if (interrupted()) break;
        ++done;
        starts.insert(starts.end(), some.begin(), some.end());
    }
    line.clear();
    if (done == 0) throw OutsideError("interrupted before the first instance was finished");
    if (starts.empty())
        throw OutsideError(
            "no search came as far as so many recombinations: give it more --time or --runs, or look "
            "earlier with --after");
    const EliteStartReport report = report_elite_starts(starts);
    options.json ? print_as_json(report) : print_as_text(report);
    if (!options.csv.empty()) write_file(options.csv, elite_starts_csv(starts));
    if (done < options.count)
        throw OutsideError(fmt::format("interrupted after {} of {} instances", done, options.count));
}

}  // namespace

void add_experiment_starts(CLI::App& experiment) {
    const auto options = std::make_shared<StartsOptions>();
    CLI::App& command = *experiment.add_subcommand(
        "starts", "What the start of a run decides in the default search, and what a scorer could gain");
    command.group("Commands");
    command.footer(
        "Searches generated instances, looks at the elite after so many recombinations, and runs other "
        "recombinations of it several times each.\n\nExample:\n  l2r experiment starts --size 200 --count 8 "
        "--time 10 --csv starts.csv");
    command.add_option("--size", options->size, "Customers in each instance")
        ->check(whole_number(2, 2'000))
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--count", options->count, "How many instances")
        ->check(whole_number(1, 10'000))
        ->capture_default_str()
        ->type_name("C");
    command.add_option("--generate", options->generate, "The generator's seed")
        ->check(whole_number(0))
        ->capture_default_str()
        ->type_name("SEED");
    command.add_option("--like", options->like, "Kind of instances, as in `generate instances`")
        ->check(one_of({"paper", "x"}))
        ->capture_default_str()
        ->type_name("SET");
    command.add_option("--after", options->plan.after, "Recombinations after which the elite is looked at")
        ->delimiter(',')
        ->check(whole_number(1))
        ->capture_default_str()
        ->type_name("N,...");
    command.add_option("--starts", options->plan.starts, "Recombinations of each such elite")
        ->check(whole_number(2, 100'000))
        ->capture_default_str()
        ->type_name("S");
    command.add_option("--repeats", options->plan.runs, "Runs from each of them")
        ->check(whole_number(2, 1'000))
        ->capture_default_str()
        ->type_name("R");
    command
        .add_option("--csv", options->csv, "Writes every run with what its start has to do with the elite")
        ->type_name("FILE");
    options->explore.add_to(command, 10);
    add_json_option(command, options->json);
    command.callback([options] { run_starts(*options); });
}

}  // namespace l2r

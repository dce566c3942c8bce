#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "commands.hpp"
#include "explore/solve.hpp"
#include "optimise/paper/local_search.hpp"
#include "optimise/paper/plain_search.hpp"
#include "options.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "terminal.hpp"
#include "trainer_program.hpp"

namespace l2r {
namespace {

constexpr std::uint64_t bench_seed = 2020;

/// Starts of one instance, for the fast and the plain optimiser alike.
struct Work {
    Instance instance;
    std::vector<Start> starts;
};

std::vector<Work> random_starts(int customers, int instances, int starts) {
    std::vector<Work> all;
    for (int i = 0; i < instances; ++i) {
        Work work{random_instance(customers, bench_seed, static_cast<std::uint64_t>(i)), {}};
        Random random(bench_seed, static_cast<std::uint64_t>(i), 1);
        for (int k = 0; k < starts; ++k)
            work.starts.push_back({construct(Construction::random, work.instance, random), 0});
        all.push_back(std::move(work));
    }
    return all;
}

/// Perturbations of what a search has found after a thousand runs.
std::vector<Work> perturbed_starts(int customers, int instances, int starts) {
    std::vector<Work> all = random_starts(customers, instances, starts);
    for (std::size_t i = 0; i < all.size(); ++i) {
        ExploreSettings settings;
        settings.stop.runs = 1'000;
        settings.group = i;
        const Exploration parent = explore(all[i].instance, paper::LocalSearch(), nullptr, settings);
        Random random(bench_seed, i, 2);
        for (Start& start : all[i].starts) perturb(all[i].instance, parent.best, 2, random, start);
    }
    return all;
}

/// Runs of the optimiser from all starts: microseconds of CPU a run, and the results.
double time_runs(Optimiser& optimiser, const std::vector<Work>& all, std::vector<Outcome>& outcomes) {
    outcomes.clear();
    Random random(0);
    const double begun = thread_cpu_seconds();
    for (const Work& work : all)
        for (const Start& start : work.starts)
            outcomes.push_back(optimiser.improve(work.instance, start, {}, random));
    return (thread_cpu_seconds() - begun) / static_cast<double>(outcomes.size()) * 1e6;
}

struct TwinComparison {
    std::string name;
    double fast = 0, plain = 0;  ///< microseconds a run, medians
    double ratio = 0;            ///< median of the repetitions' ratios
    bool identical = true;       ///< both reached the same solutions in the same number of cycles
};

TwinComparison compare(const std::string& name, const std::vector<Work>& all, int repetitions) {
    TwinComparison result{name};
    paper::LocalSearch fast;
    paper::PlainSearch plain;
    std::vector<Outcome> of_fast, of_plain;
    std::vector<double> fast_times, plain_times, ratios;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        fast_times.push_back(time_runs(fast, all, of_fast));
        plain_times.push_back(time_runs(plain, all, of_plain));
        ratios.push_back(plain_times.back() / fast_times.back());
        for (std::size_t i = 0; i < of_fast.size(); ++i)
            result.identical &=
                of_fast[i].solution == of_plain[i].solution && of_fast[i].cycles == of_plain[i].cycles;
    }
    const auto median = [](std::vector<double>& values) {
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                         values.end());
        return values[values.size() / 2];
    };
    result.fast = median(fast_times), result.plain = median(plain_times), result.ratio = median(ratios);
    return result;
}

/// One number out of everything that explorations did. It changes only if the search behaves differently.
class Signature {
  public:
    void add(const Exploration& result) {
        for (const Improvement& step : result.history) add(step.run);
        for (int r = 0; r < result.best.routes(); ++r) {
            for (const Node customer : result.best.route(r)) add(customer);
            add(-1);
        }
    }
    std::string text() const { return fmt::format("{:016x}", hash_); }

  private:
    void add(std::int64_t value) {
        for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (value >> (8 * byte) & 255)) * 1099511628211u;
    }

    std::uint64_t hash_ = 14695981039346656037u;
};

constexpr std::array signature_sizes{20, 50, 100, 300};

/// Of the paper's optimiser in every strategy, from every construction.
std::string signature_of_paper() {
    Signature signature;
    for (const int customers : signature_sizes) {
        const Instance instance = random_instance(customers, bench_seed, 0);
        for (const Strategy strategy : strategies())
            for (const Construction construction : constructions()) {
                ExploreSettings settings;
                settings.strategy = strategy;
                settings.construction = construction;
                settings.stop.runs = 50;
                signature.add(explore(instance, paper::LocalSearch(), nullptr, settings));
            }
    }
    return signature.text();
}

/// Of what `l2r solve` does by default.
std::string signature_of_default() {
    Signature signature;
    for (const int customers : signature_sizes) {
        StopRule stop;
        stop.runs = 2;
        signature.add(solve(random_instance(customers, bench_seed, 0), stop));
    }
    return signature.text();
}

/// Exit code 1 where the twins disagree.
int bench(bool json) {
    ProgressLine line;
    std::vector<TwinComparison> comparisons;
    const auto add = [&](const std::string& name, const std::vector<Work>& work) {
        line.show("measuring: " + name);
        comparisons.push_back(compare(name, work, 9));
    };
    add("20 customers, random starts", random_starts(20, 10, 200));
    add("50 customers, random starts", random_starts(50, 10, 60));
    add("100 customers, random starts", random_starts(100, 10, 20));
    add("20 customers, 2 routes perturbed", perturbed_starts(20, 10, 200));
    add("50 customers, 2 routes perturbed", perturbed_starts(50, 10, 100));
    add("100 customers, 2 routes perturbed", perturbed_starts(100, 10, 60));
    line.show("signatures");
    const std::string of_paper = signature_of_paper(), of_default = signature_of_default();
    line.clear();
    const bool identical = std::all_of(comparisons.begin(), comparisons.end(),
                                       [](const TwinComparison& row) { return row.identical; });
    const int exit_code = identical ? 0 : 1;
    if (json) {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        for (const TwinComparison& row : comparisons)
            rows.push_back({{"name", row.name},
                            {"fast_us", row.fast},
                            {"plain_us", row.plain},
                            {"ratio", row.ratio},
                            {"identical", row.identical}});
        print_json({{"comparisons", rows}, {"signature", of_paper}, {"default_signature", of_default}});
        return exit_code;
    }
    fmt::print("{:36}{:>10}{:>10}{:>8}\n", "one run of the optimiser, CPU time", "fast", "plain", "ratio");
    for (const TwinComparison& row : comparisons)
        fmt::print("{:36}{:>7.1f} us{:>7.1f} us{:>8.2f}{}\n", row.name, row.fast, row.plain, row.ratio,
                   row.identical ? "" : "   RESULTS DIFFER");
    fmt::print("signature {} (default solver: {})\n", of_paper, of_default);
    return exit_code;
}

}  // namespace

void add_bench(CLI::App& program, int& exit_code) {
    struct Options {
        bool training = false, json = false;
    };
    const auto options = std::make_shared<Options>();
    CLI::App& command = add_command(
        program, "bench",
        "Measure the optimiser against its plain twin, as ratios, and print the search's signatures",
        "l2r bench");
    command.add_flag(
        "--training", options->training,
        "Measure the value network instead, training and scoring, against libtorch's own operators");
    add_json_option(command, options->json);
    command.callback([options, &exit_code] {
        if (!options->training)
            exit_code = bench(options->json);
        else if (is_only_checked())
            return;
        else
            become_trainer("bench",
                           options->json ? std::vector<std::string>{"--json"} : std::vector<std::string>{});
    });
}

}  // namespace l2r

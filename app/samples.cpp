#include "sample/samples.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "commands.hpp"
#include "options.hpp"
#include "sample/learning.hpp"

namespace l2r {
namespace {

/// Two starts of a group are told apart where their lengths differ by so much, as in the paper.
constexpr double apart = 0.01;

struct Summary {
    std::array<double, recorded_cycles + 1> mean_lengths{};  ///< after cycle 1, 2, ... and at the end
    double share_apart = 0;  ///< of all pairs of starts of one group, at the end
    double mean_parent = 0;
    double share_improving = 0;  ///< of all perturbed starts: they end shorter than their parent
};

/// Sorted first: groups may be of a million starts.
double share_apart(const SampleSet& set) {
    double apart_so_far = 0;
    std::vector<double> lengths(static_cast<std::size_t>(set.recipe().starts));
    for (std::int64_t group = 0; group < set.groups(); ++group) {
        for (std::size_t s = 0; s < lengths.size(); ++s) lengths[s] = set.length(group, static_cast<int>(s));
        std::sort(lengths.begin(), lengths.end());
        std::size_t below = 0;  // so many are shorter by enough
        for (const double length : lengths) {
            while (length - lengths[below] >= apart) ++below;
            apart_so_far += static_cast<double>(below);
        }
    }
    const auto starts = static_cast<double>(lengths.size());
    return apart_so_far / (static_cast<double>(set.groups()) * starts * (starts - 1) / 2);
}

Summary summarise(const SampleSet& set) {
    Summary sum;
    const int starts = set.recipe().starts;
    const auto count = static_cast<double>(set.groups()), all = count * starts;
    for (std::int64_t group = 0; group < set.groups(); ++group)
        for (int s = 0; s < starts; ++s) {
            for (int cycle = 1; cycle <= recorded_cycles; ++cycle)
                sum.mean_lengths[static_cast<std::size_t>(cycle) - 1] += set.length(group, s, cycle) / all;
            sum.mean_lengths.back() += set.length(group, s) / all;
        }
    sum.share_apart = share_apart(set);
    if (set.recipe().perturbed_routes == 0) return sum;
    for (std::int64_t group = 0; group < set.groups(); ++group) {
        sum.mean_parent += set.parent_length(group) / count;
        for (int s = 0; s < starts; ++s)
            sum.share_improving += improves_on_parent(set, group, s, until_converged) / all;
    }
    return sum;
}

/// The share of pairs that the best scorer would put right that does not look at the order of routes, if
/// lengths were normally distributed.
double best_accuracy(double order_free_share) {
    return 0.5 + std::asin(std::sqrt(order_free_share)) / std::numbers::pi;
}

void print_as_json(const SampleSet& set, const Summary& sum) {
    const SampleRecipe& recipe = set.recipe();
    const auto number_if = [](bool known, double value) {
        return known ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
    };
    const bool perturbed = recipe.perturbed_routes > 0, ordered = recipe.orders > 1;
    print_json({{"problem", problem_name(recipe.problem)},
                {"customers", recipe.customers},
                {"capacity", recipe.capacity},
                {"seed", recipe.seed},
                {"instances", recipe.instances},
                {"starts", recipe.starts},
                {"perturbed_routes", recipe.perturbed_routes},
                {"construction", construction_name(recipe.construction)},
                {"parents", recipe.parents},
                {"orders", recipe.orders},
                {"optimiser", recipe.optimiser},
                {"files", set.files()},
                {"groups", set.groups()},
                {"groups_of_set", recipe.instances * recipe.parents},
                {"intact", true},
                {"mean_lengths", sum.mean_lengths},
                {"share_of_pairs_apart", sum.share_apart},
                {"order_free_share", number_if(ordered, set.order_free_share())},
                {"best_order_free_accuracy", number_if(ordered, best_accuracy(set.order_free_share()))},
                {"mean_parent_length", number_if(perturbed, sum.mean_parent)},
                {"share_improving_on_parent", number_if(perturbed, sum.share_improving)}});
}

void print_as_text(const SampleSet& set, const Summary& sum) {
    const SampleRecipe& recipe = set.recipe();
    fmt::print("problem     {}\n", problem_name(recipe.problem));
    fmt::print("customers   {}\n", recipe.customers);
    if (recipe.problem == Problem::cvrp)
        fmt::print("capacity    {}\n",
                   recipe.capacity == 0 ? "as in the paper" : std::to_string(recipe.capacity));
    fmt::print("seed        {}\n", recipe.seed);
    fmt::print("instances   {}\n", recipe.instances);
    if (recipe.perturbed_routes == 0)
        fmt::print("starts      {} of each, {}\n", recipe.starts, construction_name(recipe.construction));
    else
        fmt::print("starts      {} of each of {} parent{}, {} route{} perturbed\n", recipe.starts,
                   recipe.parents, recipe.parents == 1 ? "" : "s", recipe.perturbed_routes,
                   recipe.perturbed_routes == 1 ? "" : "s");
    if (recipe.orders > 1)
        fmt::print(
            "orders      {} of each start's routes; of the variance between single runs {:.1f} % is not due "
            "to\n"
            "            the order: a scorer that does not see it puts at most about {:.1f} % of pairs "
            "right\n",
            recipe.orders, 100 * set.order_free_share(), 100 * best_accuracy(set.order_free_share()));
    fmt::print("optimiser   {}\n", recipe.optimiser);
    fmt::print("here        {} of {} groups in {} file{}, all intact\n", set.groups(),
               recipe.instances * recipe.parents, set.files(), set.files() == 1 ? "" : "s");
    fmt::print("mean length after 1, 2, ... {} cycles and at the end\n           ", recorded_cycles);
    for (const double mean : sum.mean_lengths) fmt::print(" {:.4f}", mean);
    fmt::print("\npairs       {:.1f} % end at least {} apart\n", 100 * sum.share_apart, apart);
    if (recipe.perturbed_routes > 0)
        fmt::print("parents     mean length {:.4f}; {:.2f} % of the starts end shorter than their parent\n",
                   sum.mean_parent, 100 * sum.share_improving);
}

void add_info(CLI::App& samples) {
    struct InfoOptions {
        std::vector<std::filesystem::path> paths;
        bool json = false;
    };
    const auto options = std::make_shared<InfoOptions>();
    CLI::App& command = *samples.add_subcommand("info", "Check files of samples, and say what is in them");
    command.group("Commands");
    command.footer("Example:\n  l2r samples info samples-50");
    command.add_option("samples", options->paths, "Files, or folders of files, of one set")
        ->required()
        ->type_name("FILE|DIR");
    add_json_option(command, options->json);
    command.callback([options] {
        const SampleSet set = SampleSet::read(options->paths);
        if (options->json)
            print_as_json(set, summarise(set));
        else
            print_as_text(set, summarise(set));
    });
}

}  // namespace

void add_samples(CLI::App& program, int&) {
    CLI::App& command =
        add_command(program, "samples", "Look at samples to train on", "l2r samples info samples-50");
    command.require_subcommand(1);
    add_info(command);
}

}  // namespace l2r

#include "problem/generate.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/error.hpp"
#include "base/file.hpp"
#include "commands.hpp"
#include "diagnostics.hpp"
#include "options.hpp"
#include "problem/vrp_file.hpp"

namespace l2r {
namespace {

struct InstancesOptions {
    int size = 0;
    int count = 1;
    std::uint64_t seed = 1;
    std::int64_t capacity = 0;
    bool test_set = false;
    std::string like = "paper";
    std::filesystem::path folder;
};

void create_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw OutsideError(folder.string() + ": cannot create the folder: " + error.message());
}

void write_instance(const Instance& instance, const std::filesystem::path& folder,
                    const std::string& comment) {
    write_file(folder / (instance.name() + ".vrp"), format_vrp(instance, comment));
}

Instance random_one(const InstancesOptions& options, std::uint64_t index) {
    if (options.like == "x") return x_instance(options.size, options.seed, index);
    if (options.like == "tsp") return random_tsp(options.size, options.seed, index);
    return random_instance(options.size, options.seed, index, options.capacity);
}

void generate_instances(const InstancesOptions& options) {
    const auto made_by = [&](int index, const std::string& how) {
        return fmt::format("number {} of: l2r generate instances --size {} {}", index, options.size, how);
    };
    if (options.test_set) {
        std::vector<InstanceData> set = test_set_data(options.size, options.count);
        create_folder(options.folder);
        for (int i = 0; i < options.count; ++i)
            write_instance(Instance(std::move(set[static_cast<std::size_t>(i)])), options.folder,
                           made_by(i, "--testset"));
    } else {
        for (int i = 0; i < options.count; ++i) {
            const auto index = static_cast<std::uint64_t>(i);
            const Instance instance = random_one(options, index);
            if (i == 0) create_folder(options.folder);
            const std::string like = options.like == "paper" ? "" : "--like " + options.like + ' ';
            write_instance(instance, options.folder,
                           made_by(i, fmt::format("{}--seed {}", like, options.seed)));
        }
    }
    tell("l2r: wrote {} instance{} to {}", options.count, options.count == 1 ? "" : "s",
         options.folder.string());
}

void add_instances(CLI::App& generate) {
    const auto options = std::make_shared<InstancesOptions>();
    CLI::App& command = *generate.add_subcommand("instances", "Random instances, as .vrp files");
    command.group("Commands");
    command.footer("Example:\n  l2r generate instances --size 100 --count 10 --seed 1 -o instances");
    command.add_option("--size", options->size, "Customers in each")
        ->required()
        ->check(whole_number(1, Instance::node_limit - 1))
        ->type_name("N");
    command.add_option("--count", options->count, "How many instances")
        ->check(whole_number(1, 10'000'000))
        ->type_name("C")
        ->capture_default_str();
    CLI::Option* seed = add_seed_option(command, options->seed);
    CLI::Option* capacity =
        command.add_option("--capacity", options->capacity, "Of each vehicle; by default as in the paper")
            ->check(whole_number(1, Instance::capacity_limit))
            ->type_name("Q");
    CLI::Option* like =
        command
            .add_option(
                "--like", options->like,
                "paper: places uniform in the unit square, demands 1 to 9; x: as in CVRPLIB's set X, with "
                "clusters, seven kinds of demand, long and short routes; tsp: one route past places uniform "
                "in the unit square")
            ->check(one_of({"paper", "x", "tsp"}))
            ->excludes(capacity)
            ->type_name("SET")
            ->capture_default_str();
    command.add_flag("--testset", options->test_set, "The first C of the test set that the field reports on")
        ->excludes(seed)
        ->excludes(capacity)
        ->excludes(like);
    command.add_option("-o,--output", options->folder, "Folder for the files; made if it is not there")
        ->required()
        ->type_name("DIR");
    command.callback([options] { generate_instances(*options); });
}

}  // namespace

void add_generate(CLI::App& program, int&) {
    CLI::App& command = add_command(program, "generate", "Make random instances, and samples to train on",
                                    "l2r generate instances --size 100 --count 10 --seed 1 -o instances");
    command.require_subcommand(1);
    add_instances(command);
    add_generate_samples(command);
}

}  // namespace l2r

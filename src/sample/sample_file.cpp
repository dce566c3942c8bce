#include "sample/sample_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/digest_front.hpp"
#include "base/error.hpp"
#include "base/hdf5.hpp"

namespace l2r {
namespace {

/// Version 2 has the construction of starts, where that is not random; version 3 says which parents have
/// converged, where not all have; version 4 has the construction and the problem, where that is not the CVRP.
/// All other files are of version 1.
constexpr std::int64_t newest_version = 4;
constexpr std::string_view opening = "l2r samples, sha256 ";

constexpr std::int64_t file_limit = 100'000;
/// Numbers in the arrays of one file: 1 GB.
constexpr std::int64_t value_limit = std::int64_t{1} << 28;
/// The largest demand of the generator.
constexpr std::int64_t largest_demand = 9;

std::int64_t values_a_group(const SampleRecipe& recipe) {
    const std::int64_t lengths = std::int64_t{recipe.starts} * (recorded_cycles + 1);
    return lengths + (recipe.orders > 1 ? recorded_cycles + 1 : 0) +
           (recipe.perturbed_routes > 0 ? 2 * std::int64_t{recipe.customers} + 1 : 0);
}

void require_range(const char* what, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value < least || value > most)
        throw InputError(std::string("the number of ") + what + " must be from " + std::to_string(least) +
                         " to " + std::to_string(most));
}

bool is_length(float value) {
    return std::isfinite(value) && value >= 0;
}

/// Whether each customer is there once, and route numbers start at 0 and leave none out.
bool is_giant_tour(std::span<const std::int32_t> customers, std::span<const std::int32_t> routes) {
    std::vector<bool> seen(customers.size(), false);
    std::int32_t previous = -1;
    for (std::size_t i = 0; i < customers.size(); ++i) {
        const std::int32_t customer = customers[i];
        if (customer < 1 || static_cast<std::size_t>(customer) > customers.size()) return false;
        if (seen[static_cast<std::size_t>(customer) - 1]) return false;
        seen[static_cast<std::size_t>(customer) - 1] = true;
        if (routes[i] != previous && (routes[i] != previous + 1)) return false;
        previous = routes[i];
    }
    return customers.empty() || routes.front() == 0;
}

bool has_open_parents(const SampleFile& samples) {
    return std::ranges::find(samples.parent_converged, 0) != samples.parent_converged.end();
}

std::int64_t version_of(const SampleFile& samples) {
    if (samples.recipe.problem != Problem::cvrp) return 4;
    if (has_open_parents(samples)) return 3;
    return samples.recipe.construction == Construction::random ? 1 : 2;
}

void write_recipe(hdf5::Writer& writer, const SampleFile& samples) {
    const SampleRecipe& recipe = samples.recipe;
    const auto number = [&](const char* name, std::int64_t value) { writer.number(name, value); };
    number("format_version", version_of(samples));
    number("customers", recipe.customers);
    number("capacity", recipe.capacity);
    writer.number("seed", recipe.seed);
    number("instances", recipe.instances);
    number("starts", recipe.starts);
    number("perturbed_routes", recipe.perturbed_routes);
    number("orders", recipe.orders);
    number("parents", recipe.parents);
    writer.text("optimiser", recipe.optimiser);
    if (recipe.problem != Problem::cvrp)
        writer.text("problem", std::string(problem_name(recipe.problem)));
    if (recipe.construction != Construction::random || recipe.problem != Problem::cvrp)
        writer.text("construction", std::string(construction_name(recipe.construction)));
    number("instances_per_file", samples.per_file);
    number("file", samples.number);
    number("first_group", samples.first_group());
    number("groups", samples.groups());
}

int read_int(const hdf5::Reader& reader, const char* name) {
    const std::int64_t value = reader.number(name);
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp<std::int64_t>(value, -1, most));
}

SampleFile read_recipe(const hdf5::Reader& reader, std::int64_t version) {
    SampleFile samples;
    SampleRecipe& recipe = samples.recipe;
    recipe.customers = read_int(reader, "customers");
    recipe.capacity = reader.number("capacity");
    recipe.seed = reader.unsigned_number("seed");
    recipe.instances = reader.number("instances");
    recipe.starts = read_int(reader, "starts");
    recipe.perturbed_routes = read_int(reader, "perturbed_routes");
    recipe.orders = read_int(reader, "orders");
    recipe.parents = read_int(reader, "parents");
    recipe.optimiser = reader.text("optimiser");
    if (version == 2 || version == 4) recipe.construction = construction_named(reader.text("construction"));
    if (version == 4) recipe.problem = problem_named(reader.text("problem"));
    samples.per_file = reader.number("instances_per_file");
    samples.number = reader.number("file");
    check(recipe, samples.per_file);
    if (samples.number < 0 || samples.number >= file_count(recipe, samples.per_file))
        throw InputError("its number is not one of the set's");
    if (reader.number("first_group") != samples.first_group() || reader.number("groups") != samples.groups())
        throw InputError("its groups are not those of its number");
    return samples;
}

void read_arrays(const hdf5::Reader& reader, std::int64_t version, SampleFile& samples) {
    const SampleRecipe& recipe = samples.recipe;
    const std::int64_t groups = samples.groups(), customers = recipe.customers;
    reader.array("lengths", {groups, recipe.starts, recorded_cycles + 1}, samples.lengths);
    if (!std::all_of(samples.lengths.begin(), samples.lengths.end(), is_length))
        throw InputError("a length is not a number from 0 on");
    if (recipe.orders > 1) {
        reader.array("order_variances", {groups, recorded_cycles + 1}, samples.order_variances);
        if (!std::all_of(samples.order_variances.begin(), samples.order_variances.end(), is_length))
            throw InputError("a variance is not a number from 0 on");
    }
    if (recipe.perturbed_routes == 0) return;
    reader.array("parent_customers", {groups, customers}, samples.parent_customers);
    reader.array("parent_routes", {groups, customers}, samples.parent_routes);
    reader.array("parent_lengths", {groups}, samples.parent_lengths);
    samples.parent_converged.assign(static_cast<std::size_t>(groups), 1);
    if (version == 3) reader.array("parent_converged", {groups}, samples.parent_converged);
    if (std::ranges::any_of(samples.parent_converged,
                            [](std::int32_t value) { return value != 0 && value != 1; }))
        throw InputError("whether a parent has converged is not said by 0 or 1");
    if (!std::all_of(samples.parent_lengths.begin(), samples.parent_lengths.end(), is_length))
        throw InputError("the length of a parent is not a number from 0 on");
    const auto width = static_cast<std::size_t>(customers);
    for (std::size_t at = 0; at < samples.parent_customers.size(); at += width)
        if (!is_giant_tour(std::span(samples.parent_customers).subspan(at, width),
                           std::span(samples.parent_routes).subspan(at, width)))
            throw InputError("a parent is not a solution");
}

void check_digest(std::string_view bytes, const std::string& file) {
    if (!looks_like_samples(bytes)) throw InputError(file, 0, "is not a file of samples");
    if (bytes.size() <= digest_front_size) throw InputError(file, 0, "is damaged: it is cut short");
    if (!is_intact(bytes))
        throw InputError(file, 0, "is damaged: its content does not fit its SHA-256; make it again");
}

}  // namespace

std::int64_t SampleFile::instances() const {
    return std::min(per_file, recipe.instances - first_instance());
}

void SampleFile::allocate() {
    const auto count = static_cast<std::size_t>(groups());
    lengths.resize(count * static_cast<std::size_t>(recipe.starts) * (recorded_cycles + 1));
    if (recipe.orders > 1) order_variances.resize(count * (recorded_cycles + 1));
    if (recipe.perturbed_routes == 0) return;
    parent_customers.resize(count * static_cast<std::size_t>(recipe.customers));
    parent_routes.resize(parent_customers.size());
    parent_lengths.resize(count);
    parent_converged.resize(count, 1);
}

std::int64_t file_count(const SampleRecipe& recipe, std::int64_t per_file) {
    return (recipe.instances - 1) / per_file + 1;
}

std::string sample_file_name(std::int64_t number) {
    const std::string digits = std::to_string(number);
    return "part-" + std::string(5 - std::min<std::size_t>(5, digits.size()), '0') + digits + ".h5";
}

std::int64_t sample_file_number(std::string_view name) {
    constexpr std::size_t before = 5, digits = 5;  // part-, 00042
    std::int64_t number = -1;
    if (name.size() == sample_file_name(0).size())
        std::from_chars(name.data() + before, name.data() + before + digits, number);
    return number >= 0 && name == sample_file_name(number) ? number : -1;
}

void check(const SampleRecipe& recipe, std::int64_t per_file) {
    constexpr int most = 1'000'000;
    require_range("customers", recipe.customers, 1, Instance::node_limit - 1);
    if (recipe.capacity != 0 &&
        (recipe.capacity < largest_demand || recipe.capacity > Instance::capacity_limit))
        throw InputError("the capacity must be from " + std::to_string(largest_demand) +
                         ", the largest demand, to " + std::to_string(Instance::capacity_limit));
    if (recipe.problem == Problem::tsp && (recipe.capacity != 0 || recipe.perturbed_routes > 0))
        throw InputError("a TSP has one route: no capacity, and no routes to perturb");
    require_range("instances", recipe.instances, 1, std::int64_t{1} << 40);
    require_range("starts", recipe.starts, 2, most);
    require_range("routes to perturb", recipe.perturbed_routes, 0, most);
    require_range("orders of the routes", recipe.orders, 1, most);
    require_range("parents", recipe.parents, 1, most_parents);
    if (recipe.parents > 1 && recipe.perturbed_routes == 0)
        throw InputError("only perturbed starts have parents; say how many routes to perturb");
    if (recipe.construction != Construction::random && recipe.perturbed_routes > 0)
        throw InputError(
            "starts are either constructed or perturbed; the search for parents begins at random");
    if (recipe.optimiser.empty()) throw InputError("the optimiser has no name");
    require_range("instances in a file", per_file, 1, std::int64_t{1} << 40);
    if (file_count(recipe, per_file) > file_limit)
        throw InputError("the set would have more than " + std::to_string(file_limit) +
                         " files; put more instances into each");
    const std::int64_t instances = std::min(per_file, recipe.instances);
    if (instances > value_limit / (values_a_group(recipe) * recipe.parents))
        throw InputError("a file would be larger than 1 GB; put fewer instances into each");
}

bool looks_like_samples(std::string_view bytes) {
    return bytes.starts_with(opening);
}

bool is_intact(std::string_view bytes) {
    return has_digest_front(opening, bytes);
}

std::string format_samples(const SampleFile& samples) {
    const SampleRecipe& recipe = samples.recipe;
    hdf5::Writer writer(digest_front_size);
    write_recipe(writer, samples);
    const std::int64_t groups = samples.groups(), customers = recipe.customers;
    writer.array("lengths", {groups, recipe.starts, recorded_cycles + 1}, std::span(samples.lengths));
    if (recipe.orders > 1)
        writer.array("order_variances", {groups, recorded_cycles + 1}, std::span(samples.order_variances));
    if (recipe.perturbed_routes > 0) {
        writer.array("parent_customers", {groups, customers}, std::span(samples.parent_customers));
        writer.array("parent_routes", {groups, customers}, std::span(samples.parent_routes));
        writer.array("parent_lengths", {groups}, std::span(samples.parent_lengths));
        if (has_open_parents(samples))
            writer.array("parent_converged", {groups}, std::span(samples.parent_converged));
    }
    const std::string rest = writer.finish();
    return digest_front(opening, rest) + rest;
}

SampleFile parse_samples(std::string_view bytes, const std::string& file) {
    check_digest(bytes, file);
    const hdf5::Reader reader(bytes, file);
    const std::int64_t version = reader.number("format_version");
    if (version < 1 || version > newest_version)
        throw InputError(file, 0,
                         "has format version " + std::to_string(version) + "; this l2r reads versions 1 to " +
                             std::to_string(newest_version));
    try {
        SampleFile samples = read_recipe(reader, version);
        read_arrays(reader, version, samples);
        return samples;
    } catch (const InputError& error) {
        if (std::string_view(error.what()).starts_with(file + ":")) throw;
        throw InputError(file, 0, std::string("makes no sense: ") + error.what());
    }
}

}  // namespace l2r

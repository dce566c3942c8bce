#include "sample/samples.hpp"

#include "behind_python.hpp"
#include "binding.hpp"
#include "interrupts.hpp"
#include "sample/generate_samples.hpp"

namespace l2r::binding {
namespace {

py::dict as_dict(const SampleRecipe& recipe) {
    using namespace py::literals;
    return py::dict("size"_a = recipe.customers, "capacity"_a = recipe.capacity, "seed"_a = recipe.seed,
                    "count"_a = recipe.instances, "starts"_a = recipe.starts,
                    "perturb"_a = recipe.perturbed_routes, "orders"_a = recipe.orders,
                    "parents"_a = recipe.parents, "construction"_a = construction_name(recipe.construction),
                    "optimiser"_a = recipe.optimiser);
}

std::int64_t checked_group(const SampleSet& samples, std::int64_t group) {
    if (group < 0 || group >= samples.groups())
        throw py::index_error("groups go from 0 to " + std::to_string(samples.groups() - 1));
    return group;
}

py::array_t<double> lengths_of(const SampleSet& samples, std::optional<Whole<int>> cycles) {
    const int after = checked_cycles(cycles);
    std::vector<double> lengths;
    for (std::int64_t group = 0; group < samples.groups(); ++group)
        for (int start = 0; start < samples.recipe().starts; ++start)
            lengths.push_back(samples.length(group, start, after));
    return array_of(lengths, {samples.groups(), samples.recipe().starts});
}

std::vector<Solution> starts_of(const SampleSet& samples, Whole<std::int64_t> group) {
    std::vector<Solution> solutions;
    const Instance instance = samples.instance(checked_group(samples, group));
    for (Start& start : samples.starts(group, instance)) solutions.push_back(std::move(start.solution));
    return solutions;
}

Solution parent_of(const SampleSet& samples, Whole<std::int64_t> group) {
    if (samples.recipe().perturbed_routes == 0) throw InputError("only perturbed starts have parents");
    return samples.parent(checked_group(samples, group));
}

/// How many runs failed. Raises KeyboardInterrupt where Ctrl-C ended it.
std::int64_t generate(const py::object& optimiser, SampleRecipe recipe, const std::filesystem::path& folder,
                      Whole<std::int64_t> per_file, Whole<int> threads, const py::object& progress) {
    if (per_file < 0) throw InputError("the number of instances in each file must not be negative");
    Interrupts interrupts;
    const std::unique_ptr<Optimiser> improves = optimiser_from(optimiser, interrupts.flag());
    recipe.optimiser = improves->name();
    const SampleJob job{recipe,
                        per_file > 0 ? per_file : default_per_file(recipe),
                        folder,
                        0,
                        1,
                        threads,
                        &interrupts.flag()};
    const auto tell = [&](const SampleProgress& now) {
        const py::gil_scoped_acquire gil;
        progress(now.instances, now.planned);
    };
    SampleReport report;
    {
        const py::gil_scoped_release release;
        report = generate_samples(job, *improves,
                                  progress.is_none() ? std::function<void(const SampleProgress&)>() : tell);
    }
    Interrupts::check();
    if (!report.finished()) throw OutsideError("interrupted; the same call goes on");
    return report.failed;
}

void add_sample_set(py::module_& module) {
    using namespace py::literals;
    py::class_<SampleSet>(module, "Samples",
                          R"(Starts, and the lengths that an optimiser's runs from them ended with.

A group is several starts of one instance, to be compared with one another. Instances and starts are made again
from their seeds when asked for.)")
        .def_property_readonly("groups", &SampleSet::groups, "How many groups there are.")
        .def_property_readonly(
            "recipe", [](const SampleSet& s) { return as_dict(s.recipe()); },
            "What the samples are made of, by the names of `generate_samples`.")
        .def("lengths", &lengths_of, "cycles"_a = py::none(),
             "Lengths (groups, starts) at the end or, of 'paper', after 1 to 5 cycles.")
        .def(
            "instance",
            [](const SampleSet& s, Whole<std::int64_t> g) { return s.instance(checked_group(s, g)); },
            "group"_a, "The instance of a group.")
        .def("starts", &starts_of, "group"_a, "The starts of a group, solutions.")
        .def("parent", &parent_of, "group"_a, "The solution whose routes were perturbed.")
        .def("__len__", &SampleSet::groups)
        .def("__repr__", [](const SampleSet& samples) {
            return "<l2r.Samples: " + std::to_string(samples.groups()) + " groups of " +
                   std::to_string(samples.recipe().starts) + " starts, " +
                   std::to_string(samples.recipe().customers) + " customers>";
        });
}

}  // namespace

int checked_cycles(std::optional<Whole<int>> cycles) {
    if (!cycles) return until_converged;
    if (*cycles < 1 || *cycles > recorded_cycles)
        throw InputError("lengths are kept after 1 to " + std::to_string(recorded_cycles) +
                         " cycles, and at the end");
    return *cycles;
}

void add_samples(py::module_& module) {
    using namespace py::literals;
    using Recipe = SampleRecipe;
    add_sample_set(module);
    py::class_<Recipe> type(module, "SampleRecipe");
    type.def(py::init<>())
        .def_property(
            "construction", [](const Recipe& r) { return construction_name(r.construction); },
            [](Recipe& r, const std::string& name) { r.construction = construction_named(name); });
    add_whole(type, "customers", [](Recipe& r) -> auto& { return r.customers; });
    add_whole(type, "capacity", [](Recipe& r) -> auto& { return r.capacity; });
    add_whole(type, "seed", [](Recipe& r) -> auto& { return r.seed; });
    add_whole(type, "instances", [](Recipe& r) -> auto& { return r.instances; });
    add_whole(type, "starts", [](Recipe& r) -> auto& { return r.starts; });
    add_whole(type, "perturbed_routes", [](Recipe& r) -> auto& { return r.perturbed_routes; });
    add_whole(type, "orders", [](Recipe& r) -> auto& { return r.orders; });
    add_whole(type, "parents", [](Recipe& r) -> auto& { return r.parents; });
    module.def("read_sample_files", &SampleSet::read, "paths"_a, py::call_guard<py::gil_scoped_release>());
    module.def("generate_sample_files", &generate, "optimiser"_a, "recipe"_a, "folder"_a, "per_file"_a,
               "threads"_a, "progress"_a);
}

}  // namespace l2r::binding

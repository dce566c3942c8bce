#include "explore/optimisers.hpp"

#include <optional>

#include "binding.hpp"
#include "interrupts.hpp"
#include "optimise/paper/local_search.hpp"

namespace l2r::binding {
namespace {

Solution improve(const Optimiser& optimiser, const Instance& instance, const py::object& start,
                 Whole<std::uint64_t> seed, std::optional<Whole<int>> cycles,
                 std::optional<Whole<std::int64_t>> iterations) {
    const Solution from = solution_from(start);
    if (const auto wrong = faults(instance, from); !wrong.empty())
        throw InputError("the solution to start from is not feasible: " + wrong.front());
    if (cycles && *cycles < 1) throw InputError("the number of cycles must be at least 1");
    if (cycles && !optimiser.traits().has_cycles)
        throw InputError("cycles belongs to optimisers that work in cycles; the optimiser is " +
                         optimiser.name());
    if (iterations && !optimiser.traits().fills_budget)
        throw InputError("iterations belongs to optimisers that anneal; the optimiser is " +
                         optimiser.name());
    if (iterations && *iterations < 1) throw InputError("the number of iterations must be at least 1");
    Interrupts interrupts;
    Outcome outcome;
    {
        const py::gil_scoped_release release;
        Budget budget{cycles ? *cycles : until_converged,
                      Stop(Stop::Clock::time_point::max(), &interrupts.flag())};
        budget.iterations = iterations.value_or(Whole<std::int64_t>());
        Random random(seed);
        outcome = optimiser.clone()->improve(instance, {from, 0}, budget, random);
    }
    Interrupts::check();
    if (!outcome.failure.empty()) throw OutsideError(outcome.failure);
    return outcome.solution;
}

}  // namespace

void add_optimisers(py::module_& module) {
    using namespace py::literals;
    py::class_<Optimiser>(module, "NativeOptimiser", "An optimiser of the C++ library's.")
        .def_property_readonly("name", &Optimiser::name)
        .def("improve", &improve, "instance"_a, "start"_a, "seed"_a = 0, py::kw_only(),
             "cycles"_a = py::none(), "iterations"_a = py::none(),
             R"(A solution at least as short as `start`.

Parameters
----------
instance : Instance
start : Solution or routes
seed : int
    For optimisers that draw random numbers.
cycles : int, optional
    Rounds of all moves at most, of optimisers that work in cycles; by default until nothing improves.
iterations : int, optional
    Over how many iterations an optimiser that anneals cools down; by default as its settings say.)");
    py::class_<paper::LocalSearch, Optimiser>(module, "LocalSearch", R"(The paper's optimiser, 'paper'.

2-opt and relocate within a route, then cross, exchange and relocate between two routes, in cycles until one
gains nothing.)")
        .def(py::init<>());
    module.def(
        "make_optimiser",
        [](const std::string& name, double run_seconds, const std::map<std::string, double>& settings) {
            OptimiserSettings own;
            own.outside.seconds = run_seconds;
            SettingList all;
            list(name, own, all);
            for (const auto& [setting, value] : settings) all.set(setting, value);
            return make_optimiser(name, own);
        },
        "name"_a, "run_seconds"_a, "settings"_a);
    module.def(
        "settings_of",
        [](const std::string& optimiser) {
            OptimiserSettings of_optimiser;
            SettingList all;
            list(optimiser, of_optimiser, all);
            return described(all);
        },
        "optimiser"_a);
}

}  // namespace l2r::binding

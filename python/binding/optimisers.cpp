#include "explore/optimisers.hpp"

#include <optional>

#include "binding.hpp"
#include "interrupts.hpp"
#include "optimise/paper/local_search.hpp"

namespace l2r::binding {
namespace {

Solution improve(const Optimiser& optimiser, const Instance& instance, const py::object& start,
                 std::uint64_t seed, std::optional<int> cycles) {
    const Solution from = solution_from(start);
    if (const auto wrong = faults(instance, from); !wrong.empty())
        throw InputError("the solution to start from is not feasible: " + wrong.front());
    if (cycles && *cycles < 1) throw InputError("the number of cycles must be at least 1");
    Interrupts interrupts;
    Outcome outcome;
    {
        const py::gil_scoped_release release;
        const Budget budget{cycles.value_or(until_converged),
                            Stop(Stop::Clock::time_point::max(), &interrupts.flag())};
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
             "cycles"_a = py::none(),
             R"(A solution at least as short as `start`.

Parameters
----------
instance : Instance
start : Solution or routes
seed : int
    For optimisers that draw random numbers.
cycles : int, optional
    At most so many rounds of all moves; by default until nothing improves.)");
    py::class_<paper::LocalSearch, Optimiser>(module, "paper::LocalSearch", R"(The paper's optimiser, 'paper'.

2-opt and relocate within a route, then cross, exchange and relocate between two routes, in cycles until one
gains nothing.)")
        .def(py::init<>());
    module.def(
        "make_optimiser",
        [](const std::string& name, double run_seconds) {
            OutsideSettings outside;
            outside.seconds = run_seconds;
            return make_optimiser(name, outside);
        },
        "name"_a, "run_seconds"_a);
}

}  // namespace l2r::binding

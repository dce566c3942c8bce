#include "behind_python.hpp"

#include <cmath>

#include "trained_scorer.hpp"

namespace l2r::binding {
namespace {

/// What users call it: its `name`, or that of the function or class.
std::string name_of(const py::object& object) {
    for (const char* attribute : {"name", "__name__"})
        if (py::hasattr(object, attribute)) return py::str(object.attr(attribute));
    return py::str(py::type::of(object).attr("__name__"));
}

/// `object.method` or, where there is none, `object` itself.
py::object callable_of(const py::object& object, const char* method, const std::string& what) {
    py::object function = py::hasattr(object, method) ? py::object(object.attr(method)) : object;
    if (PyCallable_Check(function.ptr()) == 0)
        throw py::type_error("the " + what + " must be a name, an object with a method '" + method +
                             "' or a function, not " + std::string(py::repr(object)));
    return function;
}

std::vector<double> scores_from(const py::object& given, std::size_t count, const std::string& name) {
    const py::array_t<double, py::array::c_style> array =
        py::module_::import("numpy").attr("ascontiguousarray")(given, "float64");
    if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != count)
        throw py::value_error("the scorer '" + name + "' was asked for " + std::to_string(count) +
                              " scores and gave an array of shape " +
                              std::string(py::str(array.attr("shape"))));
    const std::vector<double> scores(array.data(), array.data() + array.size());
    for (const double score : scores)
        if (std::isnan(score))
            throw py::value_error("the scorer '" + name + "' gave a score that is no number");
    return scores;
}

}  // namespace

InstanceInPython::~InstanceInPython() {
    if (!object_) return;
    const py::gil_scoped_acquire gil;
    object_ = py::object();
}

py::object InstanceInPython::of(const Instance& instance) {
    if (id_ != instance.id() || !object_) object_ = py::cast(instance, py::return_value_policy::copy);
    id_ = instance.id();
    return object_;
}

Outcome PythonOptimiser::improve(const Instance& instance, const Start& start, const Budget&,
                                 Random& random) {
    const std::uint64_t seed = random.next() >> 32;  // 32 bits: NumPy's older generators take no more
    Outcome outcome{start.solution, 0, converges_};
    const Solution found = call_.run(
        [&](py::handle function) {
            const py::object answer = function(instance_.of(instance), py::cast(start.solution), seed);
            try {
                return solution_from(answer);
            } catch (const py::type_error& error) {
                throw py::type_error("the optimiser '" + call_.name() +
                                     "' gave a wrong answer: " + error.what());
            } catch (const InputError& error) {
                throw OutsideError("the optimiser '" + call_.name() +
                                   "' gave a wrong answer: " + error.what());
            }
        },
        start.solution);
    if (const auto wrong = faults(instance, found); !wrong.empty())
        throw OutsideError("the optimiser '" + call_.name() +
                           "' returned a solution that is not feasible: " + wrong.front());
    if (length(instance, found) <= length(instance, start.solution)) outcome.solution = found;
    return outcome;
}

std::vector<double> PythonScorer::score(const Instance& instance, std::span<Start> candidates, const Stop&) {
    const auto ask = [&](py::handle function) {
        py::list solutions;
        for (const Start& start : candidates) solutions.append(py::cast(start.solution));
        return scores_from(function(instance_.of(instance), solutions), candidates.size(), call_.name());
    };
    return call_.run(ask, std::vector<double>(candidates.size(), unread));
}

std::unique_ptr<Optimiser> optimiser_from(const py::object& object, std::atomic<bool>& failed) {
    if (py::isinstance<Optimiser>(object)) return object.cast<const Optimiser&>().clone();
    const bool converges = py::hasattr(object, "converges") && object.attr("converges").cast<bool>();
    return std::make_unique<PythonOptimiser>(
        PythonCall(callable_of(object, "improve", "optimiser"), name_of(object), failed), converges);
}

std::unique_ptr<Scorer> scorer_from(const py::object& object, std::atomic<bool>& failed) {
    if (object.is_none()) return nullptr;
    if (py::isinstance<TrainedScorer>(object)) return object.cast<const TrainedScorer&>().clone();
    return std::make_unique<PythonScorer>(
        PythonCall(callable_of(object, "score", "scorer"), name_of(object), failed));
}

}  // namespace l2r::binding

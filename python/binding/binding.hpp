#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/settings.hpp"
#include "problem/solution.hpp"
#include "whole.hpp"

/// The Python module. It says what the library says in Python's words; defaults and conveniences are
/// Python's.
namespace l2r::binding {

namespace py = pybind11;

void add_problem(py::module_& module);
void add_solution(py::module_& module);
void add_optimisers(py::module_& module);
void add_scorers(py::module_& module);
void add_explore(py::module_& module);
void add_samples(py::module_& module);
void add_evaluation(py::module_& module);

/// A `Solution`, or any iterable of routes that are iterables of customer numbers. Raises TypeError for
/// anything else, InputError for numbers that no node has; whether it is feasible is for `faults` to tell.
Solution solution_from(py::handle routes);

/// Throws InputError where a customer is not one of the instance's.
double checked_length(const Instance& instance, const Solution& solution);

/// What SampleSet takes for `cycles`, by default until_converged. Throws InputError where no lengths are kept
/// after so many.
int checked_cycles(std::optional<Whole<int>> cycles);

/// The one of `values` that is called `text`. Throws InputError where there is none.
template <class Values, class Name>
auto named(const Values& values, Name name, std::string_view text, const std::string& what) {
    std::string known;
    for (const auto value : values) {
        if (name(value) == text) return value;
        known += (known.empty() ? "" : ", ") + std::string(name(value));
    }
    throw InputError("there is no " + what + " '" + std::string(text) + "'; there is " + known);
}

/// A property of Python's for a whole number, which `place` finds in an object.
template <class Object, class Place>
void add_whole(py::class_<Object>& type, const char* name, Place place) {
    using Number = std::remove_cvref_t<decltype(place(std::declval<Object&>()))>;
    type.def_property(
        name, [place](Object& object) { return place(object); },
        [place](Object& object, Whole<Number> value) { place(object) = value; });
}

/// Name, default, least, most and reason of each setting.
inline std::vector<std::tuple<std::string, double, double, double, std::string>> described(
    const SettingList& list) {
    std::vector<std::tuple<std::string, double, double, double, std::string>> result;
    for (const Setting& setting : list.all())
        result.emplace_back(setting.name, setting.get(), setting.least, setting.most, setting.reason);
    return result;
}

/// An array of Python's own with these values.
template <class T>
py::array_t<T> array_of(const std::vector<T>& values, std::vector<py::ssize_t> shape = {}) {
    if (shape.empty()) shape = {static_cast<py::ssize_t>(values.size())};
    return py::array_t<T>(std::move(shape), values.data());
}

}  // namespace l2r::binding

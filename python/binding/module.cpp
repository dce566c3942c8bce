#include "binding.hpp"

namespace {

namespace py = pybind11;

/// Exceptions are shown, and pickled, under the name that users know.
template <class Error>
void add_error(py::module_& module, const char* name, PyObject* base, const char* doc) {
    py::object error = py::register_exception<Error>(module, name, base);
    error.attr("__module__") = "l2r";
    error.attr("__doc__") = doc;
}

}  // namespace

PYBIND11_MODULE(_l2r, module) {
    module.doc() = "The C++ library behind the package l2r.";
    module.attr("__version__") = L2R_VERSION;
    add_error<l2r::InputError>(module, "InputError", PyExc_ValueError,
                               "The input is wrong: a file, a value, a combination of settings.");
    add_error<l2r::OutsideError>(module, "OutsideError", PyExc_RuntimeError,
                                 "Something outside failed: a disk, another program, an optimiser.");
    l2r::binding::add_problem(module);
    l2r::binding::add_optimisers(module);
    l2r::binding::add_scorers(module);
    l2r::binding::add_explore(module);
    l2r::binding::add_samples(module);
    l2r::binding::add_evaluation(module);
}

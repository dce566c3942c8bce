#include "whole.hpp"

#include <string>

#include "base/error.hpp"

namespace l2r::binding {

namespace py = pybind11;

py::int_ whole(py::handle number, const py::int_& least, const py::int_& most) {
    const auto text = [](py::handle object) { return std::string(py::str(object)); };
    const bool is_int = PyIndex_Check(number.ptr()) != 0;
    const auto value = py::reinterpret_steal<py::object>(is_int ? PyNumber_Index(number.ptr())
                                                                : PyNumber_Long(number.ptr()));
    if (!value) {
        const py::error_already_set error;
        if (error.matches(PyExc_TypeError)) throw error;
    }
    if (!value || !value.equal(number)) throw InputError(text(number) + " is not a whole number");
    if (value < least || value > most)
        throw InputError(text(value) + " is outside " + text(least) + " .. " + text(most));
    return py::int_(value);
}

}  // namespace l2r::binding

#pragma once

#include <pybind11/pybind11.h>

#include <limits>

namespace l2r::binding {

/// A whole number that comes from Python: an int, or another number of the same value, such as NumPy's 30.0.
/// What has another value raises InputError and never becomes a number of ours: pybind11 by itself would cut
/// off the digits of NumPy's 30.7.
template <class T>
struct Whole {
    T value{};
    operator T() const { return value; }
};

/// Throws InputError where `number` is not whole, or is outside the range. Raises TypeError where it is none.
pybind11::int_ whole(pybind11::handle number, const pybind11::int_& least, const pybind11::int_& most);

template <class T>
T whole(pybind11::handle number) {
    using Limits = std::numeric_limits<T>;
    return whole(number, pybind11::int_(Limits::min()), pybind11::int_(Limits::max())).template cast<T>();
}

}  // namespace l2r::binding

template <class T>
struct pybind11::detail::type_caster<l2r::binding::Whole<T>> {
    PYBIND11_TYPE_CASTER(l2r::binding::Whole<T>, const_name("int"));

    bool load(handle source, bool) {
        if (!source || PyNumber_Check(source.ptr()) == 0) return false;
        value.value = l2r::binding::whole<T>(source);
        return true;
    }
};

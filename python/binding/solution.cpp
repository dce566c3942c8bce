#include "problem/solution.hpp"

#include "binding.hpp"
#include "plot/map_checks.hpp"
#include "plot/map_layout.hpp"
#include "plot/route_map.hpp"

namespace l2r::binding {
namespace {

std::vector<Node> route_of(const Solution& solution, int index) {
    const auto route = solution.route(index);
    return {route.begin(), route.end()};
}

std::vector<std::vector<Node>> routes_of(const Solution& solution) {
    std::vector<std::vector<Node>> routes;
    for (int r = 0; r < solution.routes(); ++r) routes.push_back(route_of(solution, r));
    return routes;
}

std::vector<Node> route_at(const Solution& solution, Whole<std::int64_t> index) {
    const std::int64_t count = solution.routes();
    if (index < -count || index >= count) throw py::index_error("there is no such route");
    return route_of(solution, static_cast<int>(index < 0 ? index + count : index));
}

}  // namespace

Solution solution_from(py::handle routes) {
    if (py::isinstance<Solution>(routes)) return routes.cast<const Solution&>();
    const auto require = [](bool holds, py::handle given) {
        if (!holds)
            throw py::type_error(
                "a solution is routes, each of customer numbers, such as [[1, 2], [3]]; not " +
                std::string(py::repr(given)));
    };
    const auto iterable = [](py::handle object) {
        return py::isinstance<py::iterable>(object) && !py::isinstance<py::str>(object);
    };
    Solution solution;
    std::vector<Node> customers;
    require(iterable(routes), routes);
    for (const py::handle route : py::iter(routes)) {
        require(iterable(route), routes);
        customers.clear();
        for (const py::handle customer : py::iter(route)) {
            require(PyIndex_Check(customer.ptr()) != 0, routes);
            customers.push_back(whole<Node>(customer));
        }
        solution.add_route(customers);
    }
    return solution;
}

double checked_length(const Instance& instance, const Solution& solution) {
    for (const Node customer : solution.customers())
        if (customer < 1 || customer >= instance.nodes())
            throw InputError("there is no customer " + std::to_string(customer) + "; they go from 1 to " +
                             std::to_string(instance.customers()));
    return length(instance, solution);
}

void add_solution(py::module_& module) {
    using namespace py::literals;
    py::class_<Solution>(module, "Solution", R"(Routes of customers, without the depot at their ends.

Iterable; `solution[0]` is the first route, a list. Wherever l2r takes a solution it takes lists of lists too.

Parameters
----------
routes : iterable of iterables of int)")
        .def(py::init(&solution_from), "routes"_a)
        .def_property_readonly("routes", &routes_of, "The routes as lists.")
        .def(
            "length", [](const Solution& s, const Instance& i) { return checked_length(i, s); }, "instance"_a,
            "The exact length, in the unit of the instance.")
        .def(
            "cost", [](const Solution& s, const Instance& i) { return checked_length(i, s); }, "instance"_a,
            "The same as `length`.")
        .def(
            "faults", [](const Solution& s, const Instance& i) { return faults(i, s); }, "instance"_a,
            "What keeps it from being feasible, a sentence each.")
        .def(
            "is_feasible", [](const Solution& s, const Instance& i) { return faults(i, s).empty(); },
            "instance"_a)
        .def("__len__", &Solution::routes)
        .def("__getitem__", &route_at, "index"_a)
        .def("__iter__", [](const Solution& solution) { return py::iter(py::cast(routes_of(solution))); })
        .def(
            "__eq__", [](const Solution& a, const Solution& b) { return a == b; }, py::is_operator())
        .def("__repr__",
             [](const Solution& s) {
                 return "l2r.Solution(" + std::string(py::repr(py::cast(routes_of(s)))) + ")";
             })
        .def(py::pickle([](const Solution& s) { return py::make_tuple(routes_of(s)); },
                        [](const py::tuple& state) { return solution_from(state[0]); }))
        .attr("__hash__") = py::none();
    module.def("route_colours", [](const Instance& instance, py::handle routes) {
        const Solution solution = solution_from(routes);
        check_map(instance, solution);
        return route_colours(instance, solution);
    });
    module.def("map_facts", [](const Instance& instance, py::handle routes) {
        return map_facts(instance, solution_from(routes));
    });
}

}  // namespace l2r::binding

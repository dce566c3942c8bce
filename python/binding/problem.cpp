#include <array>
#include <cmath>
#include <optional>

#include "base/file.hpp"
#include "binding.hpp"
#include "plot/map_places.hpp"
#include "problem/generate.hpp"
#include "problem/instance_file.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"
#include "problem/warnings.hpp"

namespace l2r::binding {
namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

constexpr std::array metrics{Metric::euclidean,    Metric::manhattan, Metric::maximum, Metric::geographic,
                             Metric::great_circle, Metric::att,       Metric::matrix};
constexpr std::array metric_names{"euclidean",    "manhattan", "maximum", "geographic",
                                  "great_circle", "att",       "matrix"};
constexpr std::array roundings{Rounding::none, Rounding::nearest, Rounding::ceil, Rounding::trunc,
                               Rounding::tenths};
constexpr std::array rounding_names{"none", "nearest", "ceil", "trunc", "tenths"};

std::string_view metric_name(Metric metric) {
    return metric_names[static_cast<std::size_t>(metric)];
}

std::string_view rounding_name(Rounding rounding) {
    return rounding_names[static_cast<std::size_t>(rounding)];
}

std::optional<Rounding> rounding_from(const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    return named(roundings, rounding_name, *name, "rounding");
}

void require_shape(const py::array& array, const std::vector<py::ssize_t>& shape, const std::string& what) {
    const std::vector<py::ssize_t> given(array.shape(), array.shape() + array.ndim());
    bool fits = given.size() == shape.size();
    for (std::size_t k = 0; fits && k < shape.size(); ++k) fits = shape[k] < 0 || shape[k] == given[k];
    if (!fits)
        throw InputError(what + ", not an array of shape " + std::string(py::str(array.attr("shape"))));
}

/// The depot's comes first, whether it was given or not.
std::vector<std::int64_t> demands_from(const Doubles& given, py::ssize_t nodes) {
    require_shape(given, {-1}, "demands must be one for each customer");
    std::vector<std::int64_t> demands;
    if (given.size() == nodes - 1) {
        if (given.size() > 0 && given.at(0) == 0)
            throw InputError("of " + std::to_string(nodes) + " nodes " + std::to_string(nodes - 1) +
                             " have a demand, and the first is 0: the depot's, or a customer's? Give " +
                             std::to_string(nodes) + ", the depot's 0 first");
        demands.push_back(0);
    }
    for (py::ssize_t i = 0; i < given.size(); ++i) {
        const double demand = given.at(i);
        if (demand != std::floor(demand) || std::abs(demand) > 1e15)
            throw InputError("demands must be whole numbers, not " +
                             std::string(py::str(py::float_(demand))));
        demands.push_back(static_cast<std::int64_t>(demand));
    }
    return demands;
}

/// Passes on what is hardly meant, in Python's own way.
void warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings)
        if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
}

Instance read(const std::filesystem::path& path, const std::optional<std::string>& rounding,
              const std::optional<Whole<std::int64_t>>& capacity, const std::optional<std::string>& depot,
              const std::optional<std::filesystem::path>& matrix) {
    if (capacity && *capacity < 1) throw InputError("the capacity must be at least 1");
    InstanceFile file = read_instance_file(path, {rounding_from(rounding),
                                                  {capacity ? std::int64_t{*capacity} : 0, depot.value_or(""),
                                                   matrix.value_or(std::filesystem::path())}});
    warn(file.warnings);
    return std::move(file.instance);
}

/// What `Instance` is made from; see its docstring.
Instance instance_from(const std::optional<Doubles>& places, const std::optional<Doubles>& demands,
                       const std::optional<Whole<std::int64_t>>& capacity,
                       const std::optional<Doubles>& matrix, const std::string& metric,
                       const std::string& rounding, const std::string& name,
                       const std::optional<double>& route_limit, double service,
                       const std::optional<Whole<int>>& vehicles,
                       const std::optional<std::vector<std::string>>& names,
                       const std::optional<std::vector<std::string>>& ids, bool tsp,
                       const std::optional<Doubles>& services, const std::optional<Doubles>& windows,
                       const std::vector<std::string>& vehicle_ids) {
    InstanceData data;
    data.vehicle_ids = vehicle_ids;
    data.tsp = tsp;
    data.name = name;
    data.names = names.value_or(data.names);
    data.ids = ids.value_or(data.ids);
    data.route_limit = route_limit.value_or(data.route_limit);
    data.service = service;
    if (vehicles && *vehicles < 1) throw InputError("there must be at least one vehicle");
    data.vehicles = vehicles.value_or(Whole<int>());
    if (tsp && (demands || capacity)) throw InputError("a TSP has no demands and no capacity");
    if (!tsp && !(demands && capacity))
        throw InputError("demands and capacity are missing; only a TSP (tsp=True) has none");
    data.capacity = capacity ? std::int64_t{*capacity} : 1;
    data.metric = matrix ? Metric::matrix : named(metrics, metric_name, metric, "metric");
    data.rounding = named(roundings, rounding_name, rounding, "rounding");
    if (!places && !matrix) throw InputError("an instance needs places, or a matrix of distances");
    if (places) {
        require_shape(*places, {-1, 2},
                      "places must have a row for each node, depot first, with its x and y");
        for (py::ssize_t i = 0; i < places->shape(0); ++i)
            data.places.push_back({places->at(i, 0), places->at(i, 1)});
    }
    const py::ssize_t nodes = places ? places->shape(0) : matrix->ndim() > 0 ? matrix->shape(0) : 0;
    if (matrix) {
        require_shape(*matrix, {nodes, nodes}, "the matrix must have a row and a column for each node");
        data.matrix.assign(matrix->data(), matrix->data() + matrix->size());
    }
    if (demands) data.demands = demands_from(*demands, nodes);
    if (services) {
        require_shape(*services, {nodes}, "services must have a number for each node, depot first");
        data.services.assign(services->data(), services->data() + services->size());
    }
    if (windows) {
        require_shape(*windows, {nodes, 2},
                      "windows must have a row for each node, depot first, with when it opens and closes");
        for (py::ssize_t i = 0; i < nodes; ++i)
            data.windows.push_back({windows->at(i, 0), windows->at(i, 1)});
    }
    Instance instance(std::move(data));
    warn(warnings(instance));
    return instance;
}

py::array_t<double> array_of_points(const std::vector<Point>& points) {
    std::vector<double> values;
    for (const Point point : points) {
        values.push_back(point.x);
        values.push_back(point.y);
    }
    return array_of(values, {static_cast<py::ssize_t>(points.size()), 2});
}

py::object places_of(const Instance& instance) {
    if (!instance.has_places()) return py::none();
    std::vector<Point> places;
    for (Node node = 0; node < instance.nodes(); ++node) places.push_back(instance.place(node));
    return array_of_points(places);
}

py::object map_places_of(const Instance& instance) {
    return instance.has_places() ? py::object(array_of_points(map_places(instance))) : py::none();
}

py::array_t<std::int64_t> demands_of(const Instance& instance) {
    std::vector<std::int64_t> values;
    for (Node node = 0; node < instance.nodes(); ++node) values.push_back(instance.demand(node));
    return array_of(values);
}

py::array_t<double> distances_of(const Instance& instance) {
    const Node nodes = instance.nodes();
    py::array_t<double> distances({nodes, nodes});
    auto entry = distances.mutable_unchecked<2>();
    for (Node a = 0; a < nodes; ++a)
        for (Node b = 0; b < nodes; ++b) entry(a, b) = instance.distance(a, b);
    return distances;
}

Node checked_node(const Instance& instance, std::int64_t node) {
    if (node < 0 || node >= instance.nodes())
        throw py::index_error("nodes go from 0, the depot, to " + std::to_string(instance.customers()));
    return static_cast<Node>(node);
}

std::optional<double> route_limit_of(const Instance& instance) {
    return instance.has_route_limit() ? std::optional(instance.exact_route_limit()) : std::nullopt;
}

std::optional<int> vehicles_of(const Instance& instance) {
    return instance.has_fleet_limit() ? std::optional(instance.max_routes()) : std::nullopt;
}

std::optional<std::vector<std::string>> names_of(const Instance& instance) {
    if (!instance.has_names()) return std::nullopt;
    std::vector<std::string> names;
    for (Node node = 0; node < instance.nodes(); ++node) names.push_back(instance.stop_name(node));
    return names;
}

py::object services_of(const Instance& instance) {
    if (!instance.has_own_services()) return py::none();
    std::vector<double> values;
    for (Node node = 0; node < instance.nodes(); ++node) values.push_back(instance.exact_service(node));
    return array_of(values);
}

py::object windows_of(const Instance& instance) {
    if (!instance.has_windows()) return py::none();
    std::vector<double> values;
    for (Node node = 0; node < instance.nodes(); ++node) {
        values.push_back(instance.window(node).opens);
        values.push_back(instance.window(node).closes);
    }
    return array_of(values, {static_cast<py::ssize_t>(instance.nodes()), 2});
}

std::optional<std::vector<std::string>> ids_of(const Instance& instance) {
    if (!instance.has_ids()) return std::nullopt;
    std::vector<std::string> ids;
    for (Node node = 0; node < instance.nodes(); ++node) ids.push_back(instance.stop_id(node));
    return ids;
}

std::string about(const Instance& instance) {
    return "<l2r.Instance '" + instance.name() + "': " + std::to_string(instance.customers()) +
           " customers, " +
           (instance.is_tsp() ? "one route" : "capacity " + std::to_string(instance.capacity())) + ">";
}

py::tuple pickled(const Instance& instance) {
    const bool has_matrix = instance.metric() == Metric::matrix;
    const bool tsp = instance.is_tsp();
    return py::make_tuple(
        places_of(instance), tsp ? py::object(py::none()) : py::object(demands_of(instance)),
        tsp ? py::object(py::none()) : py::object(py::int_(instance.capacity())),
        has_matrix ? py::object(distances_of(instance)) : py::none(), metric_name(instance.metric()),
        rounding_name(instance.rounding()), instance.name(), route_limit_of(instance),
        instance.exact_service(), vehicles_of(instance), names_of(instance), ids_of(instance), tsp,
        services_of(instance), windows_of(instance), instance.vehicle_ids());
}

Instance unpickled(const py::tuple& state) {
    return instance_from(
        state[0].cast<std::optional<Doubles>>(), state[1].cast<std::optional<Doubles>>(),
        state[2].cast<std::optional<Whole<std::int64_t>>>(), state[3].cast<std::optional<Doubles>>(),
        state[4].cast<std::string>(), state[5].cast<std::string>(), state[6].cast<std::string>(),
        state[7].cast<std::optional<double>>(), state[8].cast<double>(),
        state[9].cast<std::optional<Whole<int>>>(), state[10].cast<std::optional<std::vector<std::string>>>(),
        state[11].cast<std::optional<std::vector<std::string>>>(), state[12].cast<bool>(),
        state[13].cast<std::optional<Doubles>>(), state[14].cast<std::optional<Doubles>>(),
        state[15].cast<std::vector<std::string>>());
}

void add_instance(py::module_& module) {
    using namespace py::literals;
    py::class_<Instance>(module, "Instance", R"(A capacitated vehicle routing problem: immutable, and valid.

Nodes are numbered: 0 is the depot, 1 to n are the customers.

Parameters
----------
places : array (n + 1, 2), optional
    Coordinates, depot first. May be left out where there is a `matrix`.
demands : array of int (n,) or (n + 1,)
    One for each customer; with n + 1, the first is the depot's and 0. Where the first customer's is 0, n + 1.
capacity : int
    Of each vehicle.
matrix : array (n + 1, n + 1), optional
    Distances, symmetric, in place of those between `places`.
metric : str
    'euclidean', 'manhattan', 'maximum', 'geographic', 'great_circle' or 'att'. Geographic places are latitude and
    longitude in degrees and minutes, DDD.MM. Great-circle distances are metres between places that are longitude
    and latitude in decimal degrees.
rounding : str
    What happens to each distance: 'none', 'nearest', 'ceil', 'trunc', or 'tenths', truncated to one decimal.
name : str
route_limit : float, optional
    What travel and service of a route may take together. Lengths of solutions are travel alone.
service : float
    At every customer, in the unit of distances; counts for `route_limit` and `windows`, not for lengths.
vehicles : int, optional
    Routes at most; as many as it takes where this is left out.
names : list of str (n + 1,), optional
    What people call the stops, depot first.
ids : list of str (n + 1,), optional
    What their file calls them, depot first.
tsp : bool
    A travelling salesman problem: one route past all customers, without `demands` and `capacity`.
services : array (n + 1,), optional
    Of each node, depot first and 0, in place of `service`, where they differ.
windows : array (n + 1, 2), optional
    Time windows: when service may begin, first and last; who comes earlier waits. The depot's are departure and
    return. Travel times are distances. Infinity for one that does not close.
vehicle_ids : list of str, optional
    What their file calls the vehicles, at least as many as a solution may have routes.

Raises
------
InputError
    With the first thing that is wrong.)")
        .def(py::init(&instance_from), "places"_a = py::none(), "demands"_a = py::none(),
             "capacity"_a = py::none(), py::kw_only(), "matrix"_a = py::none(), "metric"_a = "euclidean",
             "rounding"_a = "none", "name"_a = "", "route_limit"_a = py::none(), "service"_a = 0.0,
             "vehicles"_a = py::none(), "names"_a = py::none(), "ids"_a = py::none(), "tsp"_a = false,
             "services"_a = py::none(), "windows"_a = py::none(),
             "vehicle_ids"_a = std::vector<std::string>())
        .def_property_readonly("name", &Instance::name)
        .def_property_readonly("customers", &Instance::customers, "How many customers there are, n.")
        .def_property_readonly("capacity", &Instance::capacity, "Of each vehicle.")
        .def_property_readonly("places", &places_of, "Coordinates (n + 1, 2), depot first, or None.")
        .def_property_readonly("names", &names_of, "What people call the stops, depot first, or None.")
        .def_property_readonly("ids", &ids_of, "What their file calls them, depot first, or None.")
        .def_property_readonly("vehicle_ids", &Instance::vehicle_ids,
                               "What their file calls the vehicles; empty where it does not.")
        .def_property_readonly("demands", &demands_of, "Demands (n + 1,), the depot's 0 first.")
        .def_property_readonly("metric", [](const Instance& i) { return metric_name(i.metric()); })
        .def_property_readonly("rounding", [](const Instance& i) { return rounding_name(i.rounding()); })
        .def_property_readonly("route_limit", &route_limit_of,
                               "Travel and service of a route at most, or None.")
        .def_property_readonly(
            "service", [](const Instance& i) { return i.exact_service(); },
            "At every customer, where `services` is None.")
        .def_property_readonly("services", &services_of, "Of each node (n + 1,), where they differ, or None.")
        .def_property_readonly("windows", &windows_of, "Time windows (n + 1, 2), depot first, or None.")
        .def_property_readonly("vehicles", &vehicles_of, "Routes at most, or None.")
        .def_property_readonly("tsp", &Instance::is_tsp, "Whether one route past all customers is asked for.")
        .def_property_readonly("min_routes", &Instance::min_routes, "Routes that any solution needs.")
        .def(
            "distance",
            [](const Instance& instance, Whole<std::int64_t> a, Whole<std::int64_t> b) {
                return instance.distance(checked_node(instance, a), checked_node(instance, b));
            },
            "a"_a, "b"_a, "Between two nodes, rounded as the instance says.")
        .def("distances", &distances_of, "All distances, an array (n + 1, n + 1) made anew with each call.")
        .def(
            "write",
            [](const Instance& instance, const std::filesystem::path& path, const std::string& comment) {
                write_file(path, format_vrp(instance, comment));
            },
            "path"_a, "comment"_a = "",
            "Write a .vrp file that reads back as the same instance, but without names of stops. "
            "Great-circle "
            "distances are written as a matrix.")
        .def("__repr__", &about)
        .def(py::pickle(&pickled, &unpickled));
}

/// Instances that are made when asked for: 10,000 tables of distances would fill the memory.
class TestSet {
  public:
    TestSet(int customers, int count) : data_(test_set_data(customers, count)) {}
    std::size_t size() const { return data_.size(); }
    Instance at(Whole<std::int64_t> index) const {
        const auto count = static_cast<std::int64_t>(data_.size());
        if (index < -count || index >= count) throw py::index_error("there is no such instance");
        return Instance(data_[static_cast<std::size_t>(index < 0 ? index + count : index)]);
    }
    std::vector<Instance> slice(const py::slice& wanted) const {
        std::size_t start = 0, stop = 0, step = 0, length = 0;
        if (!wanted.compute(data_.size(), &start, &stop, &step, &length)) throw py::error_already_set();
        std::vector<Instance> instances;
        for (std::size_t k = 0; k < length; ++k, start += step) instances.emplace_back(data_[start]);
        return instances;
    }

  private:
    std::vector<InstanceData> data_;
};

void add_test_set(py::module_& module) {
    using namespace py::literals;
    py::class_<TestSet>(module, "TestSet", "A sequence of instances, each made when it is asked for.")
        .def("__len__", &TestSet::size)
        .def("__getitem__", &TestSet::at, "index"_a)
        .def("__getitem__", &TestSet::slice, "index"_a);
}

void add_files(py::module_& module) {
    using namespace py::literals;
    module.def(
        "read", &read, "path"_a, "rounding"_a = py::none(), py::kw_only(), "capacity"_a = py::none(),
        "depot"_a = py::none(), "matrix"_a = py::none(),
        R"(Read an instance: a file of CVRPLIB, TSPLIB or Solomon, a table of stops (CSV) or a problem of VROOM (JSON).

Parameters
----------
path : path
    What is in it decides, not its name. A table has a row for each stop. Its columns are found by name: 'demand', and
    'lon' and 'lat', or 'x' and 'y'; if you like 'id', 'name' and 'capacity'.
rounding : str, optional
    'none', 'nearest', 'ceil', 'trunc' or 'tenths', whatever the file says.
capacity : int, optional
    Of each vehicle, for tables of stops that do not say it.
depot : str, optional
    The id of the depot in a table of stops; the first row without it.
matrix : path, optional
    Distances between the stops, a table (CSV) or an array of NumPy (.npy), in place of those between their places.

Raises
------
InputError
    `file:line: reason`, for anything malformed and every constraint that is not supported.)");
    module.def(
        "read_solution", [](const std::filesystem::path& path) { return read_sol(path).solution; }, "path"_a,
        R"(Read the routes of a .sol file, or the tour of a .tour file of TSPLIB.

Whether they are feasible for an instance is for `Solution.faults` to tell.)");
    module.def(
        "write_solution",
        [](const std::filesystem::path& path, const Instance& instance, const py::object& solution) {
            const Solution routes = solution_from(solution);
            write_file(path, format_sol(routes, checked_length(instance, routes)));
        },
        "path"_a, "instance"_a, "solution"_a,
        "Write a .sol file with the routes and their length, which is computed from the instance.");
}

void add_generators(py::module_& module) {
    using namespace py::literals;
    module.def(
        "generate",
        [](Whole<int> size, Whole<std::uint64_t> seed, Whole<std::uint64_t> number,
           Whole<std::int64_t> capacity) { return random_instance(size, seed, number, capacity); },
        "size"_a, "seed"_a = 1, "number"_a = 0, py::kw_only(), "capacity"_a = 0,
        R"(A random instance of the paper's kind.

Depot and customers are uniform in the unit square, demands uniform over 1 to 9.

Parameters
----------
size : int
    Number of customers.
seed, number : int
    Which one: instance `number` of a seed is always the same.
capacity : int
    Of each vehicle; 0 means the paper's.)");
    module.def(
        "test_set", [](Whole<int> size, Whole<int> count) { return TestSet(size, count); }, "size"_a,
        "count"_a = 10'000,
        R"(The first of the 10,000 test instances that the field reports on.

They are Kool et al.'s, from seed 1234 of NumPy's generator, bit for bit, for 20, 50 and 100 customers.

Returns
-------
TestSet
    A sequence; each instance is made when it is asked for.)");
}

}  // namespace

void add_problem(py::module_& module) {
    module.def("map_places", &map_places_of);
    add_instance(module);
    add_solution(module);
    add_test_set(module);
    add_files(module);
    add_generators(module);
}

}  // namespace l2r::binding

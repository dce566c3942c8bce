#include "explore/explore.hpp"

#include "behind_python.hpp"
#include "binding.hpp"
#include "explore/defaults.hpp"
#include "explore/fewest_vehicles.hpp"
#include "interrupts.hpp"
#include "value/adaptive.hpp"

namespace l2r::binding {
namespace {

py::object as_dict(const std::optional<Guidance>& guidance) {
    using namespace py::literals;
    if (!guidance) return py::none();
    return py::dict(
        "guided_runs"_a = guidance->guided_runs, "control_runs"_a = guidance->control_runs,
        "guided_length"_a = guidance->guided_length, "control_length"_a = guidance->control_length,
        "guided_improvements"_a = guidance->guided_improvements,
        "control_improvements"_a = guidance->control_improvements, "cost_ratio"_a = guidance->cost_ratio,
        "dropped_at"_a = guidance->dropped_at < 0 ? py::none() : py::object(py::int_(guidance->dropped_at)));
}

py::dict as_dict(const Exploration& result) {
    using namespace py::literals;
    std::vector<std::int64_t> runs;
    std::vector<double> seconds, lengths;
    for (const Improvement& step : result.history) {
        runs.push_back(step.run);
        seconds.push_back(step.seconds);
        lengths.push_back(step.length);
    }
    return py::dict("best"_a = result.best, "length"_a = result.length, "runs"_a = result.runs,
                    "iterations"_a = result.iterations, "seconds"_a = result.seconds,
                    "threads"_a = result.threads, "stopped_by"_a = stop_reason_text(result.reason),
                    "history"_a = py::make_tuple(array_of(runs), array_of(seconds), array_of(lengths)),
                    "guidance"_a = as_dict(result.guidance), "failed_runs"_a = result.failed_runs,
                    "last_failure"_a = result.last_failure);
}

/// How many runs there have been, for another thread to look at.
struct RunCount {
    std::atomic<std::int64_t> runs = 0;
};

/// `improved(run, seconds, length, solution)` is asked, at each improvement, whether to stop: it is, by True.
Observer observer_for(const py::object& improved, RunCount* count, std::atomic<bool>& stop) {
    Observer observer;
    if (count != nullptr) observer.ran = [count](std::int64_t run, double) { count->runs = run + 1; };
    if (improved.is_none()) return observer;
    const PythonCall call(improved, "callback", stop);
    observer.improved = [call, &stop](const Improvement& step, const Solution& solution) {
        const auto ask = [&](py::handle function) {
            return function(step.run, step.seconds, step.length, py::cast(solution)).is(py::bool_(true));
        };
        if (call.run(ask, true)) stop = true;
    };
    return observer;
}

/// Whether Ctrl-C was pressed. Raises what another handler than Python's own raises.
bool was_interrupted() {
    try {
        Interrupts::check();
        return false;
    } catch (const py::error_already_set& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) throw;
        return true;
    }
}

py::dict explore_for_python(const Instance& instance, const py::object& optimiser, const py::object& scorer,
                            ExploreSettings settings, const py::object& start, bool adapt,
                            std::optional<Whole<int>> candidates, const py::object& improved,
                            const std::vector<std::string>& given, std::optional<Whole<int>> vehicles,
                            bool fewest_vehicles, RunCount* count) {
    Interrupts interrupts;
    settings.stop.flag = &interrupts.flag();
    if (!start.is_none()) settings.warm_start = solution_from(start);
    const std::unique_ptr<Optimiser> runs = optimiser_from(optimiser, interrupts.flag());
    std::unique_ptr<Scorer> chooses = scorer_from(scorer, interrupts.flag());
    if (adapt) chooses = std::make_unique<AdaptiveScorer>(std::move(chooses), AdaptSettings());
    if (chooses && candidates && *candidates == 1 && !has_population(settings.strategy) &&
        settings.strategy != Strategy::climb)
        throw InputError("one candidate leaves the scorer nothing to choose from; leave one of the two out");
    for (const std::string& option : given)
        if (const std::string why = why_refused(option, settings, *runs, chooses.get()); !why.empty())
            throw InputError(option + " " + why);
    if (vehicles && *vehicles < 1) throw InputError("there must be at least one vehicle");
    std::optional<Instance> limited;
    if (vehicles) limited = instance.with_vehicles(*vehicles);
    const Observer observer = observer_for(improved, count, interrupts.flag());
    Exploration result;
    std::optional<FewestVehicles> fewest;
    double spent = 0;
    {
        const py::gil_scoped_release release;
        if (candidates)
            settings.guidance.candidates = *candidates;
        else {
            settings.guidance.candidates = default_candidates(chooses.get());
            if (const auto cost =
                    choose_candidates(limited ? *limited : instance, *runs, chooses.get(), settings))
                spent = cost->spent;
        }
        if (fewest_vehicles)
            fewest = limit_to_fewest(limited.emplace(instance), settings, *runs, chooses.get());
        result =
            explore_until_failure(limited ? *limited : instance, *runs, chooses.get(), settings, observer);
        if (fewest) join(*fewest, result);
        add_time_before(spent, result);
    }
    if (was_interrupted()) result.reason = StopReason::flag;
    py::dict found = as_dict(result);
    found["candidates"] = settings.guidance.candidates;
    found["strategy"] = strategy_name(settings.strategy);
    found["optimiser"] = runs->name();
    found["fewest_vehicles"] =
        fewest ? py::object(py::make_tuple(fewest->found(), fewest->least, fewest->is_proven())) : py::none();
    found["scorer"] = chooses ? py::object(py::str(chooses->name())) : py::none();
    return found;
}

void add_settings(py::module_& module) {
    using Settings = ExploreSettings;
    py::class_<Settings> type(module, "ExploreSettings");
    type.def(py::init<>())
        .def_property(
            "strategy", [](const Settings& s) { return strategy_name(s.strategy); },
            [](Settings& s, const std::string& name) {
                s.strategy = named(strategies(), strategy_name, name, "strategy");
            })
        .def_property(
            "pick", [](const Settings& s) { return pick_name(s.perturbation.pick); },
            [](Settings& s, const std::string& name) {
                s.perturbation.pick = named(picks(), pick_name, name, "pick");
            })
        .def_property(
            "construction", [](const Settings& s) { return construction_name(s.construction); },
            [](Settings& s, const std::string& name) { s.construction = construction_named(name); })
        .def_property(
            "watch_guidance", [](const Settings& s) { return s.guidance.is_watched; },
            [](Settings& s, bool value) { s.guidance.is_watched = value; })
        .def_property(
            "most_alike", [](const Settings& s) { return s.population.most_alike; },
            [](Settings& s, double value) { s.population.most_alike = value; })
        .def_property(
            "seconds", [](const Settings& s) { return s.stop.seconds; },
            [](Settings& s, double seconds) { s.stop.seconds = seconds; })
        .def_property(
            "target", [](const Settings& s) { return s.stop.target; },
            [](Settings& s, double target) { s.stop.target = target; })
        .def("set",
             [](Settings& s, const std::string& name, double value) {
                 SettingList all;
                 list(s, all);
                 all.set(name, value);
             })
        .def_static("described", [] {
            Settings settings;
            SettingList all;
            list(settings, all);
            return described(all);
        });
    add_whole(type, "least_routes", [](Settings& s) -> auto& { return s.perturbation.least_routes; });
    add_whole(type, "most_routes", [](Settings& s) -> auto& { return s.perturbation.most_routes; });
    add_whole(type, "population", [](Settings& s) -> auto& { return s.population.size; });
    add_whole(type, "cycles", [](Settings& s) -> auto& { return s.cycles; });
    add_whole(type, "seed", [](Settings& s) -> auto& { return s.seed; });
    add_whole(type, "threads", [](Settings& s) -> auto& { return s.threads; });
    add_whole(type, "runs", [](Settings& s) -> auto& { return s.stop.runs; });
    add_whole(type, "idle_runs", [](Settings& s) -> auto& { return s.stop.idle_runs; });
}

}  // namespace

void add_explore(py::module_& module) {
    using namespace py::literals;
    add_settings(module);
    py::class_<RunCount>(module, "RunCount")
        .def(py::init<>())
        .def_property_readonly("runs", [](const RunCount& count) { return count.runs.load(); });
    module.def("default_pick", [](int customers) { return pick_name(default_pick(customers)); });
    module.def("scorer_that_pays",
               [](const std::string& strategy, const std::string& optimiser, int customers) {
                   return scorer_that_pays(named(strategies(), strategy_name, strategy, "strategy"),
                                           optimiser, customers);
               });
    module.def("explore", &explore_for_python, "instance"_a, "optimiser"_a, "scorer"_a, "settings"_a,
               "start"_a, "adapt"_a, "candidates"_a, "improved"_a, "given"_a, "vehicles"_a,
               "fewest_vehicles"_a, "count"_a);
}

}  // namespace l2r::binding

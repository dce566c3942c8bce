#include "value/scorers.hpp"

#include <array>

#include "binding.hpp"
#include "interrupts.hpp"
#include "trained_scorer.hpp"
#include "value/linear.hpp"

namespace l2r::binding {
namespace {

std::unique_ptr<TrainedScorer> load(const std::string& what, std::optional<Whole<int>> cycles) {
    std::unique_ptr<Scorer> scorer = load_scorer(what, cycles ? *cycles : until_converged);
    if (!about_scorer(what)) return std::make_unique<TrainedScorer>(std::move(scorer));
    return std::make_unique<TrainedScorer>(std::move(scorer), read_weights(what));
}

py::array_t<double> score(TrainedScorer& scorer, const Instance& instance, const py::iterable& solutions) {
    std::vector<Start> starts;
    for (const py::handle solution : solutions) {
        starts.push_back({solution_from(solution), 0});
        if (const auto wrong = faults(instance, starts.back().solution); !wrong.empty())
            throw InputError("solution " + std::to_string(starts.size() - 1) +
                             " is not feasible: " + wrong.front());
    }
    Interrupts interrupts;
    std::vector<double> scores;
    {
        const py::gil_scoped_release release;
        scores = scorer.score(instance, starts, Stop(Stop::Clock::time_point::max(), &interrupts.flag()));
    }
    Interrupts::check();
    return array_of(scores);
}

void save(const TrainedScorer& scorer, const std::filesystem::path& path) {
    if (!scorer.weights()) throw InputError("the scorer '" + scorer.name() + "' has learned nothing to save");
    check_weights_writable(path);
    write_weights(path, *scorer.weights());
}

/// Texts by key, as the file's header has them; the record of its training read.
py::dict about(const TrainedScorer& scorer) {
    if (!scorer.weights()) return py::dict();
    py::dict texts = py::cast(scorer.weights()->about);
    texts["record"] = py::module_::import("json").attr("loads")(texts["record"]);
    return texts;
}

std::unique_ptr<TrainedScorer> train_linear(const SampleSet& samples, const std::string& loss,
                                            const std::string& view, double ridge, double validation,
                                            double margin, Whole<int> threads) {
    constexpr std::array targets{LinearTarget::rank, LinearTarget::length, LinearTarget::improves};
    constexpr std::array names{"pairs", "regression", "improve"};
    LinearSettings settings;
    settings.target = named(
        targets,
        [&](LinearTarget target) { return std::string_view(names[static_cast<std::size_t>(target)]); }, loss,
        "loss");
    settings.reading = reading_named(view);
    settings.ridge = ridge;
    settings.validation = validation;
    settings.margin = margin;
    settings.threads = threads;
    const py::gil_scoped_release release;
    const LinearFit fit = fit_linear(samples, settings);
    return std::make_unique<TrainedScorer>(make_scorer(fit.weights, "linear"), fit.weights);
}

}  // namespace

void add_scorers(py::module_& module) {
    using namespace py::literals;
    py::class_<TrainedScorer>(module, "TrainedScorer",
                              "A scorer of the C++ library's; `Scorer.load` makes them.")
        .def_property_readonly("name", &TrainedScorer::name)
        .def("score", &score, "instance"_a, "solutions"_a,
             R"(One number for each solution; lower is predicted shorter.

Parameters
----------
instance : Instance
solutions : iterable of solutions

Returns
-------
array of float)")
        .def("save", &save, "path"_a,
             "Write the weights to a safetensors file, for `Scorer.load` and `l2r solve`.")
        .def_property_readonly("about", &about, "What it is and how it was trained; empty where it was not.");
    module.def("load_scorer", &load, "what"_a, "cycles"_a = py::none());
    module.def("train_linear", &train_linear, "samples"_a, "loss"_a, "view"_a, "ridge"_a, "validation"_a,
               "margin"_a, "threads"_a);
}

}  // namespace l2r::binding

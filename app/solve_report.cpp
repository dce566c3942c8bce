#include "solve_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/number.hpp"
#include "diagnostics.hpp"
#include "options.hpp"

namespace l2r {
namespace {

nlohmann::ordered_json as_json(const Guidance& guidance) {
    nlohmann::ordered_json json{{"guided_runs", guidance.guided_runs},
                                {"control_runs", guidance.control_runs},
                                {"guided_length", guidance.guided_length},
                                {"control_length", guidance.control_length},
                                {"guided_improvements", guidance.guided_improvements},
                                {"control_improvements", guidance.control_improvements},
                                {"cost_ratio", guidance.cost_ratio},
                                {"dropped_at", guidance.dropped_at}};
    if (guidance.dropped_at < 0) json["dropped_at"] = nullptr;
    return json;
}

nlohmann::ordered_json as_json(const FewestVehicles& fewest) {
    return {{"found", fewest.found()}, {"least", fewest.least}, {"proven", fewest.is_proven()}};
}

/// What guidance bought, in a sentence or two.
std::string in_words(const Guidance& guidance, Strategy strategy) {
    std::string text =
        fmt::format("guidance: {} guided runs, {} without", guidance.guided_runs, guidance.control_runs);
    if (guidance.control_runs == 0 || guidance.guided_runs == 0) return text;
    if (strategy == Strategy::perturb_best)
        text += fmt::format("; {} and {} improvements", guidance.guided_improvements,
                            guidance.control_improvements);
    else
        text += fmt::format("; mean lengths {} and {}", short_number(guidance.guided_length),
                            short_number(guidance.control_length));
    text += fmt::format("; a guided run took {:.1f} times as long", guidance.cost_ratio);
    if (guidance.dropped_at >= 0)
        text += fmt::format("; dropped after {} runs: it did not pay", guidance.dropped_at);
    return text;
}

/// The answer to --vehicles min.
std::string in_words(const FewestVehicles& fewest) {
    if (fewest.is_proven())
        return fmt::format("fewest vehicles: {}; the demand takes no fewer", fewest.found());
    const std::string tried =
        fewest.iterations_for_fewer == 0
            ? "; there was no time to look for fewer"
            : fmt::format(", none with {} in {} ({:.2f} s)", fewest.found() - 1,
                          counted(fewest.iterations_for_fewer, "iteration"), fewest.seconds_for_fewer);
    return fmt::format("fewest vehicles: {} found{}; the demand takes at least {}", fewest.found(), tried,
                       fewest.least);
}

/// "strategy restart, optimiser anneal, no scorer".
std::string in_words(const ExploreOptions::Choice& choice) {
    return fmt::format("strategy {}, optimiser {}, {}", strategy_name(choice.settings.strategy),
                       choice.optimiser->name(),
                       choice.scorer ? "scorer " + choice.scorer_name : "no scorer");
}

nlohmann::ordered_json without_names(const SolveJob& job) {
    const auto& [instance, choice, best_known, fewest, result, failure, cpu_seconds, steps] = job;
    nlohmann::ordered_json routes = nlohmann::ordered_json::array(),
                           history = nlohmann::ordered_json::array();
    for (int r = 0; r < result.best.routes(); ++r) routes.push_back(result.best.route(r));
    for (const Improvement& step : result.history)
        history.push_back({{"run", step.run}, {"seconds", step.seconds}, {"length", step.length}});
    return {{"instance", instance.name()},
            {"customers", instance.customers()},
            {"length", result.length},
            {"best_known", best_known ? nlohmann::ordered_json(*best_known) : nlohmann::ordered_json()},
            {"gap_percent",
             best_known ? nlohmann::ordered_json(gap(result.length, *best_known)) : nlohmann::ordered_json()},
            {"routes", routes},
            {"runs", result.runs},
            {"iterations", result.iterations},
            {"seconds", result.seconds},
            {"cpu_seconds", cpu_seconds ? nlohmann::ordered_json(*cpu_seconds) : nlohmann::ordered_json()},
            {"threads", result.threads},
            {"ranks", result.ranks},
            {"books_seconds", result.books_seconds},
            {"bytes_exchanged", result.bytes_exchanged},
            {"stopped_by", stop_reason_text(result.reason)},
            {"strategy", strategy_name(choice.settings.strategy)},
            {"optimiser", choice.optimiser->name()},
            {"scorer", choice.scorer ? nlohmann::ordered_json(choice.scorer_name) : nlohmann::ordered_json()},
            {"candidates", choice.settings.guidance.candidates},
            {"guidance", result.guidance ? as_json(*result.guidance) : nlohmann::ordered_json()},
            {"fewest_vehicles", fewest ? as_json(*fewest) : nlohmann::ordered_json()},
            {"failed_runs", result.failed_runs},
            {"seed", choice.settings.seed},
            {"history", history}};
}

}  // namespace

nlohmann::ordered_json as_json(const SolveJob& job) {
    nlohmann::ordered_json json = without_names(job);
    for (Node node = 0; job.instance.has_names() && node < job.instance.nodes(); ++node)
        json["stops"].push_back(job.instance.stop_name(node));
    for (Node node = 0; job.instance.has_ids() && node < job.instance.nodes(); ++node)
        json["ids"].push_back(job.instance.stop_id(node));
    return json;
}

void tell_result(const SolveJob& job) {
    const auto& [instance, choice, best_known, fewest, result, failure, cpu_seconds, steps] = job;
    const std::string iterations =
        result.iterations == 0 ? "" : fmt::format(" ({})", counted(result.iterations, "iteration"));
    std::string threads = result.threads == 1 ? "" : fmt::format(" on {} threads", result.threads);
    if (result.ranks > 1) threads += fmt::format(" of {} ranks", result.ranks);
    tell("length {}{}, {}, {}{} in {:.2f} s{}, stopped by: {}; {}", short_number(result.length),
         best_known ? fmt::format(", gap {:.2f} %", gap(result.length, *best_known)) : "",
         counted(result.best.routes(), "route"), counted(result.runs, "run"), iterations, result.seconds,
         threads, stop_reason_text(result.reason), in_words(choice));
    if (fewest) tell("{}", in_words(*fewest));
    if (result.guidance && result.guidance->guided_runs > 0)
        tell("{}", in_words(*result.guidance, choice.settings.strategy));
    tell_failed_runs(result);
}

void tell_failed_runs(const Exploration& result, const std::string& where) {
    if (result.failed_runs > 0)
        tell("l2r: {}the optimiser made nothing of {}; the last time, {}", where,
             counted(result.failed_runs, "run"), result.last_failure);
}

}  // namespace l2r

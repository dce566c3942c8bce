#include "experiment/report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/workers.hpp"
#include "plot/svg.hpp"

namespace l2r {

/// Made from report.html by the build.
extern const char* const report_template;

namespace {

using nlohmann::ordered_json;

constexpr int mapped_instances = 6;  ///< of each figure, whose routes are shown

/// To what a picture or table shows: seven digits.
ordered_json rounded(double value) {
    if (!std::isfinite(value)) return nullptr;
    if (std::abs(value) < 1e-100) return 0;  // the unit would be infinite
    const double unit = std::pow(10.0, 6 - std::floor(std::log10(std::abs(value))));
    return std::round(value * unit) / unit;
}

ordered_json factor_json(const Interval& factor, double limit) {
    return {{"value", rounded(factor.value)},
            {"interval_95", {rounded(factor.low), rounded(factor.high)}},
            {"limit", rounded(limit)}};
}

ordered_json difference_json(const PairedDifference& paired) {
    const auto [mean, half_width] = paired.difference;
    return {{"value", rounded(mean)},
            {"interval_95", {rounded(mean - half_width), rounded(mean + half_width)}},
            {"p", rounded(paired.p)}};
}

ordered_json arm_json(const FigureResult& result, const ArmResult& arm) {
    const auto last = static_cast<std::size_t>(result.plan.runs - 1);
    ordered_json json{
        {"arm", arm.name},
        {"scorer", arm.guide.empty() ? ordered_json(nullptr) : ordered_json(arm.guide)},
        {"candidates", arm.candidates},
        {"mean_length", rounded(arm.mean_length.mean)},
        {"best", rounded(arm.curve.best[last].plain.mean)},
        {"best_half_width", rounded(arm.curve.best[last].plain.half_width)},
        {"cpu_seconds", rounded(arm.curve.seconds[last])},
    };
    if (!arm.comparison) return json;
    json["length_difference"] = difference_json(arm.comparison->length);
    json["best_difference"] = difference_json(arm.comparison->best);
    json["early_run_factor"] = factor_json(arm.comparison->early_runs, result.limit_of_early_runs());
    json["run_factor"] = factor_json(arm.comparison->runs, result.limit_of_runs());
    json["time_factor"] = factor_json(arm.comparison->time, result.limit_of_time(arm));
    return json;
}

/// Of each scorer: whether more candidates are better.
ordered_json steps_json(const FigureResult& result) {
    ordered_json scorers = ordered_json::array();
    for (const CandidateStep& step : result.steps) {
        if (scorers.empty() || scorers.back()["scorer"] != step.guide)
            scorers.push_back({{"scorer", step.guide},
                               {"falls_with_candidates", result.falls_with_candidates(step.guide)},
                               {"steps", ordered_json::array()}});
        scorers.back()["steps"].push_back(
            {{"from", step.from}, {"to", step.to}, {"best_difference", difference_json(step.best)}});
    }
    return scorers;
}

ordered_json figure_json(const FigureResult& result) {
    const FigurePlan& plan = result.plan;
    ordered_json arms;
    for (const ArmResult& arm : result.arms) arms.push_back(arm_json(result, arm));
    return {{"figure", plan.figure.name},
            {"size", plan.customers},
            {"instances", plan.instances},
            {"runs", plan.runs},
            {"unguided_runs", baseline_factor * plan.runs},
            {"early_runs", result.early_runs()},
            {"seed", plan.seed},
            {"arms", std::move(arms)},
            {"scorers", steps_json(result)}};
}

ordered_json estimates_json(const std::vector<Estimate>& estimates) {
    ordered_json result = ordered_json::array();
    for (const Estimate& one : estimates) result.push_back({rounded(one.mean), rounded(one.half_width)});
    return result;
}

ordered_json estimates_json(const std::vector<ArmEstimate>& estimates) {
    ordered_json result = ordered_json::array();
    for (const ArmEstimate& one : estimates) result.push_back({rounded(one.plain.mean), rounded(one.within)});
    return result;
}

ordered_json curve_json(const ArmResult& arm) {
    ordered_json times = ordered_json::array();
    for (const TimePoint& point : arm.times)
        times.push_back({rounded(point.seconds), rounded(point.best.plain.mean), rounded(point.best.within)});
    return {{"length", estimates_json(arm.curve.length)},
            {"best", estimates_json(arm.curve.best)},
            {"best_difference", estimates_json(arm.best_difference)},
            {"times", std::move(times)}};
}

ordered_json routes_json(const Instance& instance, const Solution& solution) {
    ordered_json routes = ordered_json::array();
    for (int r = 0; r < solution.routes(); ++r)
        routes.push_back(std::vector<Node>(solution.route(r).begin(), solution.route(r).end()));
    return {{"length", rounded(length(instance, solution))}, {"routes", std::move(routes)}};
}

/// The guided arm that is shown next to the unguided one: the last of the first scorer, with its most
/// candidates.
const Arm* shown_arm(const FigurePlan& plan) {
    const Arm* shown = nullptr;
    for (const Arm& arm : plan.arms)
        if (!arm.guide.empty() && (shown == nullptr || arm.guide == shown->guide)) shown = &arm;
    return shown;
}

ordered_json map_json(const FigurePlan& plan, int index) {
    const Instance instance = instance_of(plan, index);
    ordered_json places = ordered_json::array(), maps = ordered_json::array();
    for (Node node = 0; node < instance.nodes(); ++node)
        places.push_back({rounded(instance.place(node).x), rounded(instance.place(node).y)});
    for (const Arm* arm : {&plan.arms.front(), shown_arm(plan)}) {
        if (arm == nullptr) continue;
        Arm equal = *arm;
        equal.settings.stop.runs = plan.runs;
        ordered_json map = routes_json(instance, trace_again(plan, equal, index).value().best);
        map["arm"] = arm->name;
        maps.push_back(std::move(map));
    }
    return {{"instance", instance.name()}, {"places", std::move(places)}, {"maps", std::move(maps)}};
}

/// (figures, instances), made on many threads.
std::vector<std::vector<ordered_json>> all_maps(const std::vector<FigureResult>& results, int threads) {
    std::vector<std::vector<ordered_json>> maps;
    maps.reserve(results.size());
    for (const FigureResult& result : results)
        maps.emplace_back(static_cast<std::size_t>(std::min(mapped_instances, result.plan.instances)));
    Workers workers(threads);
    for_each(workers, static_cast<int>(results.size()) * mapped_instances, [&](int task, int) {
        const auto figure = static_cast<std::size_t>(task / mapped_instances);
        const auto index = static_cast<std::size_t>(task % mapped_instances);
        if (index < maps[figure].size())
            maps[figure][index] = map_json(results[figure].plan, static_cast<int>(index));
    });
    return maps;
}

}  // namespace

std::string summary_json(const std::vector<FigureResult>& results) {
    ordered_json figures = ordered_json::array();
    for (const FigureResult& result : results) figures.push_back(figure_json(result));
    return ordered_json{{"figures", std::move(figures)}}.dump();
}

std::string report_page(const std::vector<FigureResult>& results, int threads) {
    const auto maps = all_maps(results, threads);
    ordered_json figures = ordered_json::array();
    for (std::size_t f = 0; f < results.size(); ++f) {
        ordered_json figure = figure_json(results[f]);
        figure["title"] = results[f].plan.figure.title;
        figure["text"] = results[f].plan.figure.text;
        figure["maps"] = maps[f];
        for (std::size_t a = 0; a < results[f].arms.size(); ++a)
            figure["arms"][a]["curve"] = curve_json(results[f].arms[a]);
        figures.push_back(std::move(figure));
    }
    std::string page = report_template;
    constexpr std::string_view place = "/*DATA*/null";
    return page.replace(page.find(place), place.size(),
                        script_text(ordered_json{{"figures", std::move(figures)}}.dump(-1, ' ', true)));
}

}  // namespace l2r

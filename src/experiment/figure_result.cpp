#include "experiment/figure_result.hpp"

#include <algorithm>

#include "base/number.hpp"
#include "plot/chart.hpp"

namespace l2r {
namespace {

constexpr int times_a_decade = 20;

/// For each instance.
std::vector<double> best_after(const Traces& traces, int runs) {
    const std::vector<float> best = best_so_far(traces);
    std::vector<double> result;
    for (auto at = static_cast<std::size_t>(runs - 1); at < best.size(); at += traces.runs)
        result.push_back(best[at]);
    return result;
}

std::vector<Estimate> best_differences(const Traces& traces, const Traces& unguided, int runs) {
    const std::vector<float> best = best_so_far(traces), others = best_so_far(unguided);
    std::vector<Estimate> result;
    for (std::size_t run = 0; run < static_cast<std::size_t>(runs); ++run) {
        std::vector<double> differences;
        differences.reserve(traces.instances());
        for (std::size_t i = 0; i < traces.instances(); ++i)
            differences.push_back(double{best[i * traces.runs + run]} - others[i * unguided.runs + run]);
        result.push_back(estimate(differences));
    }
    return result;
}

std::vector<CandidateStep> candidate_steps(const FigurePlan& plan, const std::vector<Traces>& traces) {
    std::vector<CandidateStep> steps;
    std::size_t previous = 0;  // the unguided arm is the first
    for (std::size_t a = 1; a < plan.arms.size(); ++a) {
        const Arm& arm = plan.arms[a];
        if (arm.guide.empty()) continue;
        if (arm.guide != plan.arms[previous].guide) previous = 0;
        steps.push_back(
            {arm.guide, plan.arms[previous].settings.guidance.candidates, arm.settings.guidance.candidates,
             paired_difference(best_after(traces[a], plan.runs), best_after(traces[previous], plan.runs))});
        previous = a;
    }
    return steps;
}

/// A name as it may stand in a table whose columns are parted by commas.
std::string csv_text(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) return name;
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

void append_numbers(std::string& csv, std::initializer_list<double> numbers) {
    for (const double number : numbers) {
        csv += ',';
        append_number(csv, number, 9);
    }
}

void append_estimate(std::string& csv, const ArmEstimate& value) {
    append_numbers(csv, {value.plain.mean, value.plain.half_width, value.within});
}

std::string title(const FigureResult& result) {
    return result.plan.figure.title + ", " + std::to_string(result.plan.customers) + " customers";
}

/// The first T runs of the paper's arms. Without savings: these begin far lower, and the rest would look like
/// one line.
std::string chart_of_runs(const FigureResult& result, const std::string& y_title,
                          std::vector<ArmEstimate> Curve::* values) {
    LineChart chart{title(result), "run of the optimiser", y_title, {}, {}};
    for (const ArmResult& arm : result.arms) {
        if (&arm != &result.arms.front() && arm.guide.empty()) continue;
        ChartSeries& series = chart.series.emplace_back(ChartSeries{arm.name, {}});
        for (int run = 0; run < result.plan.runs; ++run) {
            const ArmEstimate& value = (arm.curve.*values)[static_cast<std::size_t>(run)];
            series.points.push_back({run + 1.0, value.plain.mean, value.within});
        }
    }
    return line_chart(chart);
}

}  // namespace

bool FigureResult::falls_with_candidates(const std::string& guide) const {
    return std::all_of(steps.begin(), steps.end(), [&](const CandidateStep& step) {
        return step.guide != guide || step.best.difference.mean <= 0;
    });
}

int FigureResult::early_runs() const {
    return std::min(static_cast<int>(ComparisonSettings().early), plan.runs);
}

double FigureResult::limit_of_early_runs() const {
    return static_cast<double>(baseline_factor * plan.runs) / early_runs();
}

double FigureResult::limit_of_time(const ArmResult& arm) const {
    return arms.front().curve.seconds.back() / arm.curve.seconds[static_cast<std::size_t>(plan.runs - 1)];
}

FigureResult evaluate(const FigurePlan& plan, const std::vector<Traces>& traces, int threads) {
    FigureResult result{plan, {}, candidate_steps(plan, traces)};
    ComparisonSettings settings;
    settings.runs = static_cast<std::size_t>(plan.runs);
    settings.threads = threads;
    const std::vector<Comparison> comparisons =
        compare(traces.front(), std::span(traces).subspan(1), settings);
    const std::vector<double> common = levels(traces.front());
    for (std::size_t a = 0; a < traces.size(); ++a) {
        const Arm& arm = plan.arms[a];
        ArmResult& own = result.arms.emplace_back();
        own.name = arm.name;
        own.guide = arm.guide;
        own.candidates = arm.settings.guidance.candidates;
        own.curve = average(traces[a], common);
        own.times = against_time(traces[a], common, times_a_decade);
        own.mean_length = estimate(mean_lengths(traces[a], settings.runs));
        if (a == 0) continue;
        own.comparison = comparisons[a - 1];
        own.best_difference = best_differences(traces[a], traces.front(), plan.runs);
    }
    return result;
}

std::string runs_csv(const FigureResult& result) {
    std::string csv =
        "arm,run,length,length_half_width,length_within,best,best_half_width,best_within,cpu_seconds,"
        "difference,difference_half_width\n";
    for (const ArmResult& arm : result.arms)
        for (std::size_t run = 0; run < arm.curve.best.size(); ++run) {
            csv += csv_text(arm.name);
            append_numbers(csv, {static_cast<double>(run + 1)});
            append_estimate(csv, arm.curve.length[run]);
            append_estimate(csv, arm.curve.best[run]);
            append_numbers(csv, {arm.curve.seconds[run]});
            if (run < arm.best_difference.size())
                append_numbers(csv, {arm.best_difference[run].mean, arm.best_difference[run].half_width});
            else
                csv += ",,";
            csv += '\n';
        }
    return csv;
}

std::string times_csv(const FigureResult& result) {
    std::string csv = "arm,cpu_seconds,best,best_half_width,best_within\n";
    for (const ArmResult& arm : result.arms)
        for (const TimePoint& point : arm.times) {
            csv += csv_text(arm.name);
            append_numbers(csv, {point.seconds});
            append_estimate(csv, point.best);
            csv += '\n';
        }
    return csv;
}

std::string length_chart(const FigureResult& result) {
    return chart_of_runs(result, "average length", &Curve::length);
}

std::string best_chart(const FigureResult& result) {
    return chart_of_runs(result, "average best length so far", &Curve::best);
}

std::string time_chart(const FigureResult& result) {
    LineChart chart{title(result), "milliseconds of CPU", "average best length so far", {}, {}, true};
    for (const ArmResult& arm : result.arms) {
        ChartSeries& series = chart.series.emplace_back(ChartSeries{arm.name, {}});
        for (const TimePoint& point : arm.times)
            series.points.push_back({1'000 * point.seconds, point.best.plain.mean, point.best.within});
    }
    return line_chart(chart);
}

}  // namespace l2r

#include "experiment/elite_starts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>

#include "base/error.hpp"
#include "base/number.hpp"
#include "explore/restarts.hpp"
#include "explore/shared_edges.hpp"

namespace l2r {
namespace {

/// Streams apart from those of the search.
constexpr std::uint64_t own_group = ~std::uint64_t{0} - 1;

struct Moment {
    std::int64_t after;
    Parents elite;
    double best;
};

bool is_member(const Parents& elite, const Solution& solution) {
    const std::vector<std::uint64_t> edges = edges_of(solution);
    return std::any_of(elite.members().begin(), elite.members().end(),
                       [&](const Parents::Member& member) { return *member.edges == edges; });
}

std::vector<EliteStart> run_starts(const Instance& instance, std::size_t number, Optimiser& optimiser,
                                   const ExploreSettings& settings, const Moment& moment,
                                   const EliteStartPlan& plan) {
    std::vector<EliteStart> starts;
    for (int k = 0; k < plan.starts; ++k) {
        const auto stream = static_cast<std::uint64_t>(moment.after * plan.starts + k);
        Random random(settings.seed, own_group, stream);
        const auto [first, second] = moment.elite.draw(random);
        const Start start{recombine(instance, first, second, settings.recombination, random)};
        EliteStart& sample = starts.emplace_back();
        sample.instance = number;
        sample.after = moment.after;
        sample.kin = kinship(instance, moment.elite, first, second, start.solution, moment.best);
        Budget budget = short_run_budget(instance, settings.restart);
        budget.stop = Stop::after(std::numeric_limits<double>::infinity(), settings.stop.flag);
        budget.most_routes = std::min(first.used_routes(), second.used_routes());
        for (int run = 0; run < plan.runs; ++run) {
            const Outcome outcome = optimiser.improve(instance, start, budget, random);
            sample.outcomes.push_back(100 * (length(instance, outcome.solution) / moment.best - 1));
            sample.returned.push_back(is_member(moment.elite, outcome.solution));
            if (budget.stop.requested()) return {};  // a group that is cut short says nothing
        }
    }
    return starts;
}

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Estimated without bias.
double variance(std::span<const double> values) {
    const double middle = mean(values);
    double squares = 0;
    for (const double value : values) squares += (value - middle) * (value - middle);
    return squares / static_cast<double>(values.size() - 1);
}

/// Below what two sums of the same distances may differ by.
bool is_improvement(double outcome) {
    return outcome < -1e-7;
}

using Group = std::vector<const EliteStart*>;

/// Of the variance between the means of starts, what chance adds is taken off.
void add_variances(const Group& group, EliteStartReport& report) {
    std::vector<double> means, within;
    for (const EliteStart* start : group) {
        means.push_back(mean(start->outcomes));
        within.push_back(variance(start->outcomes));
    }
    const double chance = mean(within);
    const double between = variance(means) - chance / static_cast<double>(group[0]->outcomes.size());
    report.between += between;
    report.within += chance;
}

/// Disjoint sets of candidates, in the order in which they were drawn. The first run of what is chosen
/// counts; the oracle has seen the others.
void add_choices(const Group& group, ChoiceCeiling& ceiling) {
    const auto improves = [](const EliteStart* start) {
        return static_cast<double>(is_improvement(start->outcomes[0]));
    };
    const auto of = [&](std::span<const EliteStart* const> candidates, const auto& value) {
        return improves(*std::min_element(
            candidates.begin(), candidates.end(),
            [&](const EliteStart* a, const EliteStart* b) { return value(*a) < value(*b); }));
    };
    const auto count = static_cast<std::size_t>(ceiling.candidates);
    for (std::size_t at = 0; at + count <= group.size(); at += count) {
        const auto candidates = std::span(group).subspan(at, count);
        ++ceiling.choices;
        for (const EliteStart* start : candidates) ceiling.at_random += improves(start) / ceiling.candidates;
        ceiling.shortest += of(candidates, [](const EliteStart& start) { return start.kin.longer; });
        ceiling.least_alike +=
            of(candidates, [](const EliteStart& start) { return start.kin.nearest_share; });
        ceiling.oracle += of(
            candidates, [](const EliteStart& start) { return mean(std::span(start.outcomes).subspan(1)); });
    }
}

LikenessBand band_of(const std::vector<EliteStart>& starts, double least, double most) {
    LikenessBand band{least, most};
    std::int64_t runs = 0;
    for (const EliteStart& start : starts) {
        const double alike = start.kin.nearest_share;
        if (alike < least || (alike >= most && most < 1) || (alike == 1 && least < 1)) continue;
        ++band.starts;
        runs += std::ssize(start.outcomes);
        band.improves +=
            static_cast<double>(std::count_if(start.outcomes.begin(), start.outcomes.end(), is_improvement));
        band.returns += static_cast<double>(std::count(start.returned.begin(), start.returned.end(), 1));
    }
    if (runs > 0) band.improves /= static_cast<double>(runs);
    if (runs > 0) band.returns /= static_cast<double>(runs);
    return band;
}

}  // namespace

std::vector<EliteStart> sample_elite_starts(const Instance& instance, std::size_t number,
                                            const Optimiser& optimiser, const ExploreSettings& settings,
                                            const EliteStartPlan& plan) {
    if (settings.strategy != Strategy::restart || !optimiser.traits().fills_budget)
        throw InputError("only the strategy restart with the optimiser anneal recombines an elite");
    if (plan.starts < 2 || plan.runs < 2) throw InputError("it takes two starts, and two runs from each");
    std::vector<Moment> moments;
    std::int64_t recombinations = 0;
    Observer observer;
    observer.recombines = [&](const Parents& elite, double best) {
        ++recombinations;
        if (std::find(plan.after.begin(), plan.after.end(), recombinations) != plan.after.end())
            moments.push_back({recombinations, elite, best});
    };
    explore(instance, optimiser, nullptr, settings, observer);
    const std::unique_ptr<Optimiser> own = optimiser.clone();
    std::vector<EliteStart> starts;
    for (const Moment& moment : moments) {
        std::vector<EliteStart> some = run_starts(instance, number, *own, settings, moment, plan);
        starts.insert(starts.end(), some.begin(), some.end());
    }
    return starts;
}

EliteStartReport report_elite_starts(const std::vector<EliteStart>& starts) {
    EliteStartReport report;
    report.starts = std::ssize(starts);
    std::map<std::pair<std::size_t, std::int64_t>, Group> groups, of_new;
    for (const EliteStart& start : starts) {
        groups[{start.instance, start.after}].push_back(&start);
        if (start.kin.nearest_share < 1) of_new[{start.instance, start.after}].push_back(&start);
    }
    report.groups = std::ssize(groups);
    if (starts.empty()) return report;
    for (const auto& [key, group] : groups) add_variances(group, report);
    report.between = std::max(0.0, report.between);
    const double all = report.between + report.within;
    report.start_share = all > 0 ? report.between / all : 0;
    report.between = std::sqrt(report.between / static_cast<double>(report.groups));
    report.within = std::sqrt(report.within / static_cast<double>(report.groups));
    const std::vector<double> bounds{0, 0.9, 0.95, 0.98, 0.99, 1};
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i)
        report.bands.push_back(band_of(starts, bounds[i], bounds[i + 1]));
    report.bands.push_back(band_of(starts, 1, 1));
    for (const int candidates : {2, 4, 8}) {
        ChoiceCeiling& ceiling = report.ceilings.emplace_back();
        ceiling.candidates = candidates;
        for (const auto& [key, group] : of_new) add_choices(group, ceiling);
        for (double* share : {&ceiling.at_random, &ceiling.shortest, &ceiling.least_alike, &ceiling.oracle})
            if (ceiling.choices > 0) *share /= static_cast<double>(ceiling.choices);
    }
    return report;
}

std::string elite_starts_csv(const std::vector<EliteStart>& starts) {
    std::string text =
        "instance,after,longer,first_longer,second_longer,parents_share,first_share,second_share,"
        "nearest_share,run,outcome,returned\n";
    const auto add = [&text](double value) {
        append_number(text, value, 6);
        text += ',';
    };
    for (const EliteStart& start : starts)
        for (std::size_t run = 0; run < start.outcomes.size(); ++run) {
            const Kinship& kin = start.kin;
            text += std::to_string(start.instance) + ',' + std::to_string(start.after) + ',';
            for (const double value : {kin.longer, kin.first_longer, kin.second_longer, kin.parents_share,
                                       kin.first_share, kin.second_share, kin.nearest_share})
                add(value);
            add(static_cast<double>(run));
            add(start.outcomes[run]);
            text += start.returned[run] != 0 ? "1\n" : "0\n";
        }
    return text;
}

}  // namespace l2r

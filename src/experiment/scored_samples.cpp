#include "experiment/scored_samples.hpp"

#include <algorithm>
#include <mutex>
#include <span>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/workers.hpp"
#include "sample/learning.hpp"

namespace l2r {
namespace {

constexpr std::int64_t block_groups = 64;     ///< that a thread takes at a time
constexpr std::int64_t timed_starts = 2'000;  ///< runs of the optimiser that are timed at most
constexpr double timed_seconds = 5;           ///< after which a thread times no more

/// One thread's scorers, optimiser and clocks.
struct Team {
    std::vector<std::unique_ptr<Scorer>> scorers;
    std::unique_ptr<Optimiser> optimiser;
    std::vector<double> score_seconds;
    bool is_ready = false;  ///< programs outside have been started
    double run_seconds = 0;
    std::int64_t runs = 0;  ///< that took these
};

void score_group(const Instance& instance, const std::vector<Start>& starts, std::size_t group, Team& team,
                 ScoredSamples& result, const Stop& stop) {
    for (std::size_t k = 0; k < team.scorers.size(); ++k) {
        std::vector<Start> candidates = starts;  // the scorer may move them on
        const bool is_outside = team.scorers[k]->is_outside();
        if (is_outside && !team.is_ready) team.scorers[k]->score(instance, candidates, stop);
        const auto begun = std::chrono::steady_clock::now();
        const double cpu_begun = thread_cpu_seconds();
        const std::vector<double> scores = team.scorers[k]->score(instance, candidates, stop);
        team.score_seconds[k] += is_outside ? seconds_since(begun) : thread_cpu_seconds() - cpu_begun;
        if (stop.requested()) return;
        if (std::find(scores.begin(), scores.end(), unread) != scores.end())
            throw InputError(team.scorers[k]->name(), 0,
                             "gives a start a score that is no finite number: train it again");
        std::copy(scores.begin(), scores.end(),
                  result.scores[k].begin() + static_cast<std::ptrdiff_t>(group * starts.size()));
    }
    team.is_ready = true;
}

void time_runs(const Instance& instance, const std::vector<Start>& starts, int cycles, Team& team,
               const Stop& stop) {
    if (team.optimiser == nullptr || team.run_seconds > timed_seconds) return;
    Budget budget;
    budget.cycles = cycles;
    budget.stop = stop;
    Random random(1);
    // What is prepared once, such as the start of a program, is not a part of a run.
    if (team.runs == 0) team.optimiser->improve(instance, starts.front(), budget, random);
    const double begun = thread_cpu_seconds();
    double outside = 0;
    for (const Start& start : starts) {
        if (stop.requested()) return;
        outside += team.optimiser->improve(instance, start, budget, random).outside_seconds;
    }
    team.run_seconds += thread_cpu_seconds() - begun + outside;
    team.runs += static_cast<std::int64_t>(starts.size());
}

ScoredSamples outcomes_of(const SampleSet& samples, int cycles, std::int64_t groups, std::size_t scorers) {
    ScoredSamples result;
    result.starts = samples.recipe().starts;
    for (std::int64_t group = 0; group < groups; ++group) {
        const bool is_new =
            group == 0 || samples.instance_number(group) != samples.instance_number(group - 1);
        result.instance.push_back(group == 0 ? 0 : result.instance.back() + (is_new ? 1 : 0));
        for (int s = 0; s < result.starts; ++s) {
            result.outcomes.push_back(samples.length(group, s, cycles));
            if (samples.recipe().perturbed_routes > 0)
                result.improves.push_back(improves_on_parent(samples, group, s, cycles) ? 1 : 0);
        }
    }
    result.scores.assign(scorers, std::vector<double>(result.outcomes.size()));
    return result;
}

/// Adds up what the teams of all ranks took. Every score is known to one rank and 0 on the others.
void gather(Ranks& ranks, const std::vector<Team>& teams, ScoredSamples& result) {
    for (std::vector<double>& scores : result.scores) ranks.sum(std::span(scores));
    result.score_seconds.assign(result.scores.size(), 0.0);
    std::vector<double> run_seconds_and_runs(2);
    for (const Team& team : teams) {
        for (std::size_t k = 0; k < result.scores.size(); ++k)
            result.score_seconds[k] += team.score_seconds[k];
        run_seconds_and_runs[0] += team.run_seconds;
        run_seconds_and_runs[1] += static_cast<double>(team.runs);
    }
    ranks.sum(std::span(result.score_seconds));
    ranks.sum(std::span(run_seconds_and_runs));
    for (double& seconds : result.score_seconds) seconds /= static_cast<double>(result.outcomes.size());
    result.run_seconds = run_seconds_and_runs[0] / std::max(1.0, run_seconds_and_runs[1]);
}

}  // namespace

ScoredSamples score_samples(const SampleSet& samples, const std::vector<std::unique_ptr<Scorer>>& scorers,
                            const Optimiser* optimiser, int cycles, std::int64_t groups, int threads,
                            const std::function<void(std::int64_t)>& finished, Ranks* ranks,
                            const Stop& stop) {
    if (threads < 1) throw InputError("the number of threads must be at least 1");
    if (samples.recipe().orders > 1)
        throw InputError(
            "the lengths of these samples are means over several orders of a start's routes: evaluate on "
            "samples made with --orders 1");
    groups = groups == 0 ? samples.groups() : std::min(groups, samples.groups());
    ScoredSamples result = outcomes_of(samples, cycles, groups, scorers.size());
    Ranks alone;
    if (ranks == nullptr) ranks = &alone;
    Workers workers(threads);
    std::vector<Team> teams(static_cast<std::size_t>(threads));
    for (Team& team : teams) {
        for (const auto& scorer : scorers) team.scorers.push_back(scorer->clone());
        if (optimiser != nullptr) team.optimiser = optimiser->clone();
        team.score_seconds.assign(scorers.size(), 0.0);
    }
    const std::int64_t timed_groups =
        std::min(groups, std::max<std::int64_t>(1, timed_starts / result.starts));
    std::mutex mutex;
    std::int64_t done = 0;
    const std::int64_t blocks = (groups + block_groups - 1) / block_groups, size = ranks->size();
    for_each(workers, static_cast<int>((blocks - ranks->rank() + size - 1) / size), [&](int nth, int worker) {
        Team& team = teams[static_cast<std::size_t>(worker)];
        const std::int64_t begin = (ranks->rank() + nth * size) * block_groups,
                           end = std::min(groups, begin + block_groups);
        for (std::int64_t group = begin; group < end && !stop.requested(); ++group) {
            const Instance instance = samples.instance(group);
            const std::vector<Start> starts = samples.starts(group, instance);
            score_group(instance, starts, static_cast<std::size_t>(group), team, result, stop);
            if (group < timed_groups) time_runs(instance, starts, cycles, team, stop);
        }
        const std::lock_guard lock(mutex);
        done += end - begin;
        if (finished) finished(done);
    });
    gather(*ranks, teams, result);
    return result;
}

}  // namespace l2r

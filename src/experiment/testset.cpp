#include "experiment/testset.hpp"

#include <mutex>
#include <span>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/ranks.hpp"
#include "base/workers.hpp"

namespace l2r {
namespace {

/// What an instance took, and its length; no runs where it was not finished.
struct Figures {
    std::vector<double> lengths, runs;
    double cpu_seconds = 0;
};

/// Every instance's are known to one rank and 0 on the others, so that sums are exact.
void gather(Ranks& ranks, Figures& figures) {
    ranks.sum(std::span(figures.lengths));
    ranks.sum(std::span(figures.runs));
    ranks.sum(std::span(&figures.cpu_seconds, 1));
}

}  // namespace

SetResult explore_set(const std::vector<Instance>& instances, const Optimiser& optimiser,
                      const Scorer* scorer, ExploreSettings settings, int threads,
                      const std::function<void(int)>& finished) {
    if (threads < 1) throw InputError("the number of threads must be at least 1");
    Ranks alone;
    Ranks& ranks = settings.ranks == nullptr ? alone : *std::exchange(settings.ranks, nullptr);
    settings.threads = 1;
    Figures figures{std::vector<double>(instances.size()), std::vector<double>(instances.size())};
    std::mutex mutex;
    int done = 0;
    const double cpu_before = process_cpu_seconds();
    const auto begun = std::chrono::steady_clock::now();
    Workers workers(threads);
    const int count = static_cast<int>(instances.size()), size = ranks.size();
    for_each(workers, (count - ranks.rank() + size - 1) / size, [&](int nth, int) {
        if (settings.stop.flag != nullptr && settings.stop.flag->load()) return;
        const auto i = static_cast<std::size_t>(ranks.rank() + nth * size);
        ExploreSettings own = settings;
        own.group = i;
        const Exploration result = explore(instances[i], optimiser, scorer, own);
        if (result.reason == StopReason::flag) return;
        const std::lock_guard lock(mutex);
        figures.lengths[i] = result.length;
        figures.runs[i] = static_cast<double>(result.runs);
        if (finished) finished(++done);
    });
    figures.cpu_seconds = process_cpu_seconds() - cpu_before;
    gather(ranks, figures);
    SetResult set;
    set.seconds = seconds_since(begun);
    set.cpu_seconds = figures.cpu_seconds;
    for (std::size_t i = 0; i < instances.size() && figures.runs[i] > 0; ++i) {
        set.lengths.push_back(figures.lengths[i]);
        set.runs += static_cast<std::int64_t>(figures.runs[i]);
    }
    return set;
}

}  // namespace l2r

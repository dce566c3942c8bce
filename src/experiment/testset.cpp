#include "experiment/testset.hpp"

#include <mutex>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/workers.hpp"

namespace l2r {
SetResult explore_set(const std::vector<Instance>& instances, const Optimiser& optimiser,
                      const Scorer* scorer, ExploreSettings settings, int threads,
                      const std::function<void(int)>& finished) {
    if (threads < 1) throw InputError("the number of threads must be at least 1");
    settings.threads = 1;
    const int count = static_cast<int>(instances.size());
    std::vector<Exploration> results(instances.size());
    std::mutex mutex;
    int done = 0;
    const double cpu_before = process_cpu_seconds();
    const auto begun = std::chrono::steady_clock::now();
    Workers workers(threads);
    for_each(workers, count, [&](int i, int) {
        if (settings.stop.flag != nullptr && settings.stop.flag->load()) return;
        ExploreSettings own = settings;
        own.group = static_cast<std::uint64_t>(i);
        Exploration result = explore(instances[static_cast<std::size_t>(i)], optimiser, scorer, own);
        if (result.reason == StopReason::flag) return;
        const std::lock_guard lock(mutex);
        results[static_cast<std::size_t>(i)] = std::move(result);
        if (finished) finished(++done);
    });
    SetResult set;
    set.seconds = seconds_since(begun);
    set.cpu_seconds = process_cpu_seconds() - cpu_before;
    for (const Exploration& result : results) {
        if (result.runs == 0) break;
        set.lengths.push_back(result.length);
        set.runs += result.runs;
    }
    return set;
}

}  // namespace l2r

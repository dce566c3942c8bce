#pragma once

#include <memory>

#include "base/stop.hpp"
#include "optimise/optimiser.hpp"
#include "sample/sample_file.hpp"
#include "sample/sample_start.hpp"

namespace l2r {

/// Makes samples, an instance at a time. One object serves one thread.
class Labeller {
  public:
    using Clock = std::chrono::steady_clock;

    Labeller(const SampleRecipe& recipe, const Optimiser& optimiser, const Stop& stop)
        : recipe_(recipe), optimiser_(optimiser.clone()), stop_(stop) {}

    /// Fills in all groups of instance `number`, which must be one of the file's. False where it was stopped.
    bool label(std::int64_t number, SampleFile& samples);

    /// By the clock, spent inside the optimiser.
    Clock::duration optimiser_time() const { return optimiser_time_; }

    /// Runs in which the optimiser failed: their starts are labelled with their own lengths.
    std::int64_t failed_runs() const { return failed_runs_; }

  private:
    struct Search;
    /// From `start_`; `record_cycles` as in a budget.
    Outcome improve(const Instance& instance, Random& random, int record_cycles);
    bool label_group(const Instance& instance, const SampleParent& parent, std::int64_t group,
                     SampleFile& samples);
    /// The lengths of `start_`, means over the orders of its routes; their variances are added to
    /// `variances`.
    bool label_start(const Instance& instance, Random& random, float* lengths,
                     std::vector<double>& variances);
    bool search(const Instance& instance, std::int64_t runs, Search& search);

    const SampleRecipe recipe_;
    std::unique_ptr<Optimiser> optimiser_;
    const Stop stop_;
    Start start_;
    Clock::duration optimiser_time_{};
    std::int64_t failed_runs_ = 0;
};

}  // namespace l2r

#pragma once

#include "base/clock.hpp"
#include "explore/explore.hpp"
#include "explore/runner.hpp"

namespace l2r {

/// The best solution of an exploration so far, and what is told of it. Serves one thread.
class Record {
  public:
    /// All must outlive it. The clock begins now.
    Record(const Instance& instance, const StopRule& rule, const Observer& observer);

    const Stop& stop() const { return stop_; }
    double seconds() const { return seconds_since(begun_); }
    const Parent& best() const { return best_; }
    bool has_best() const { return best_.solution.routes() > 0; }
    std::int64_t last_improvement() const { return last_improvement_; }

    /// Shorter; but what keeps to the limit of the fleet is better than anything that does not.
    bool is_better(const Parent& result, const Parent& than) const;
    /// Takes a result of a run for the best where it is better; whether it was. Throws OutsideError where it
    /// is not feasible.
    bool offer(std::int64_t run, const Parent& result);
    void add_run(std::int64_t run, double length, std::int64_t iterations);
    void add_failure(const std::string& failure);

    bool reaches_target(const Parent& result) const;
    /// Why no run may begin after these; nothing where one may.
    std::optional<StopReason> reason_to_stop(std::int64_t runs) const;

    Exploration finish(std::int64_t runs, StopReason reason);

    /// Follows a run: takes its improvements in as they come, and ends it at the target.
    class Watch : public RunWatch {
      public:
        explicit Watch(Record& record, std::int64_t run = 0) : record_(record), run_(run) {}

        void begin(std::int64_t run) { run_ = run; }
        void improved(const Solution& solution) override {
            record_.offer(run_, {solution, length(record_.instance_, solution)});
        }
        double progress(std::int64_t, double share) override {
            return record_.has_best() && record_.reaches_target(record_.best()) ? 1 : share;
        }

      protected:
        Record& record_;
        std::int64_t run_;
    };

  private:
    const Instance& instance_;
    const StopRule& rule_;
    const Observer& observer_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    const Stop stop_;
    Parent best_;
    std::int64_t last_improvement_ = 0;
    Exploration result_;
};

}  // namespace l2r

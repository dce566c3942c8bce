#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "optimise/anneal/division_part.hpp"
#include "optimise/optimiser.hpp"

namespace l2r::anneal {

/// What all who work on a round have to know.
struct Round {
    int number = 0, rounds = 1;
    std::uint64_t seed = 0;
    double first_temperature = 0, last_temperature = 0;
    bool closes_routes = false;
    double iterations_in_all = 0;  ///< of the whole run, where their number limits it
    double customers = 0;          ///< of the whole
    double for_overload = 0;       ///< iterations of the whole run from which on routes may carry too much
    // As it begins:
    bool is_by_time = false;
    double now = 0;                  ///< the share of the run that is over
    double seconds_left = 0;         ///< of the run
    double expected_iterations = 0;  ///< of the whole run; 0 where that is not known yet
    double lanes = 1;                ///< threads that work on it, wherever they are

    /// Of a Round, const or not.
    template <class Each>
    static void for_each_number(auto& round, const Each& each) {
        each(round.number);
        each(round.rounds);
        each(round.seed);
        each(round.first_temperature);
        each(round.last_temperature);
        each(round.closes_routes);
        each(round.iterations_in_all);
        each(round.customers);
        each(round.for_overload);
        each(round.is_by_time);
        each(round.now);
        each(round.seconds_left);
        each(round.expected_iterations);
        each(round.lanes);
    }
};

/// How far the run of the whole is. For all threads of this process.
class Progress {
  public:
    /// Of the process that leads the run.
    Progress(const Budget& budget, double iterations_in_all, double lanes, double own_lanes)
        : watch_(budget.watch),
          stop_(budget.stop),
          iterations_in_all_(iterations_in_all),
          per_own_iteration_(lanes / own_lanes),
          is_by_time_(watch_ != nullptr && watch_->is_by_time()) {
        begun_ = add(0);
    }
    /// Of one that does a share of a round.
    Progress(const Budget& budget, const Round& round, double own_lanes)
        : watch_(budget.watch),
          stop_(budget.stop),
          iterations_in_all_(round.iterations_in_all),
          per_own_iteration_(round.lanes / own_lanes),
          is_by_time_(round.is_by_time),
          expected_(round.expected_iterations),
          seconds_left_(round.seconds_left),
          begun_(round.now) {
        add(0);
    }

    /// After so many more iterations: the share of the whole that is over.
    double add(std::int64_t iterations) {
        const std::lock_guard lock(mutex_);
        iterations_ += iterations;
        own_iterations_ += iterations;
        double share = static_cast<double>(iterations_) / iterations_in_all_;
        if (seconds_left_)
            share =
                *seconds_left_ > 0 ? begun_ + (1 - begun_) * seconds_since(clock_begun_) / *seconds_left_ : 1;
        // Parts end by themselves, after as many iterations as each may have.
        if (!is_by_time_) share = std::min(share, 1 - 1e-9);
        now_ = watch_ == nullptr ? share : watch_->progress(iterations_, share);
        return now_;
    }
    /// Another process made so many.
    void add_of_others(std::int64_t iterations) {
        const std::lock_guard lock(mutex_);
        iterations_ += iterations;
    }
    /// A part has a new solution: by the clock the watch is told now and then, since joining takes as long as
    /// there are customers. Else what is joined meanwhile depends on the threads.
    void replace(const std::vector<Part>& parts, Part& part, const Solution& solution, bool is_better) {
        constexpr double seldom = 0.005;
        const std::lock_guard lock(mutex_);
        part.replace(solution);
        has_news_ = has_news_ || is_better;
        if (is_by_time_ && !seconds_left_ && now_ >= told_ + seldom) tell([&parts] { return joined(parts); });
    }
    void set_routes(Part& part, std::vector<std::vector<Node>> routes) {
        const std::lock_guard lock(mutex_);
        part.set_routes(std::move(routes));
        has_news_ = true;
    }
    /// All parts of a round have been searched.
    void end_round(const Solution& solution) {
        const std::lock_guard lock(mutex_);
        tell([&solution] { return solution; });
    }

    bool is_by_time() const { return is_by_time_; }
    double now() const {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    bool has_ended() const { return stop_.requested() || now() >= 1; }
    std::int64_t iterations() const {
        const std::lock_guard lock(mutex_);
        return iterations_;
    }
    /// How many there will be: by the clock, at the speed so far; 0 where that is not known yet.
    double expected_iterations() const {
        const std::lock_guard lock(mutex_);
        if (!is_by_time_) return iterations_in_all_;
        if (now_ <= begun_ || own_iterations_ == 0) return expected_;
        return per_own_iteration_ * static_cast<double>(own_iterations_) / (now_ - begun_);
    }

  private:
    template <class Make>
    void tell(const Make& make) {
        if (watch_ == nullptr || !std::exchange(has_news_, false)) return;
        told_ = now_;
        watch_->improved(make());
    }

    RunWatch* const watch_;
    const Stop stop_;
    const double iterations_in_all_;
    const double per_own_iteration_;  ///< iterations of all processes for each of this one
    const bool is_by_time_;
    const double expected_ = 0;
    /// Of a share: a clock of its own says how far the run is, which takes so long from here on.
    const std::optional<double> seconds_left_{};
    const std::chrono::steady_clock::time_point clock_begun_ = std::chrono::steady_clock::now();
    mutable std::mutex mutex_;
    std::int64_t iterations_ = 0, own_iterations_ = 0;
    double begun_ = 0, now_ = 0, told_ = 0;
    bool has_news_ = false;
};

/// Follows the run of a part, which has this much of the whole to itself.
class PartWatch : public RunWatch {
  public:
    PartWatch(Progress& whole, double end)
        : whole_(whole), begin_(whole.now()), end_(std::max(std::min(end, 1.0), begin_ + 1e-9)) {}

    double progress(std::int64_t iterations, double share) override {
        const double now = whole_.add(iterations - std::exchange(told_, iterations));
        if (now >= 1) return 1;
        return whole_.is_by_time() ? (now - begin_) / (end_ - begin_) : share;
    }
    /// Iterations that the watch was not asked about.
    void finish(std::int64_t iterations) { whole_.add(iterations - told_); }

  private:
    Progress& whole_;
    const double begin_, end_;
    std::int64_t told_ = 0;
};

}  // namespace l2r::anneal

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace l2r {

/// Jobs that several threads take, one after another, and the news that they send back. One thread, the
/// owner, adds jobs and reads news; between the two it does jobs as well.
template <class Job, class News>
class JobQueue {
  public:
    /// Of the owner.
    void add(Job job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        changed_.notify_all();
    }
    /// Of the owner: the next job, if there is one.
    std::optional<Job> try_take() {
        const std::lock_guard lock(mutex_);
        return next();
    }
    /// Of the owner: all news since it last asked.
    std::vector<News> news() {
        const std::lock_guard lock(mutex_);
        return std::exchange(news_, {});
    }
    /// Of the owner: waits until there are news or the queue has ended, but no longer than that.
    void await_news(std::chrono::duration<double> most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, most, [this] { return !news_.empty() || has_ended_; });
    }

    /// Of the others: waits for the next job; none where the queue has ended or `may_begin()` says no.
    template <class MayBegin>
    std::optional<Job> take(const MayBegin& may_begin) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !jobs_.empty() || has_ended_; });
        if (has_ended_ || !may_begin()) return std::nullopt;
        return next();
    }
    void send(News news) {
        {
            const std::lock_guard lock(mutex_);
            news_.push_back(std::move(news));
        }
        changed_.notify_all();
    }
    /// Nobody waits any longer.
    void end() {
        {
            const std::lock_guard lock(mutex_);
            has_ended_ = true;
        }
        changed_.notify_all();
    }

    /// How many jobs were taken.
    std::int64_t begun() const {
        const std::lock_guard lock(mutex_);
        return begun_;
    }
    bool has_ended() const {
        const std::lock_guard lock(mutex_);
        return has_ended_;
    }

  private:
    std::optional<Job> next() {
        if (jobs_.empty()) return std::nullopt;
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        ++begun_;
        return job;
    }

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    std::vector<News> news_;
    std::int64_t begun_ = 0;
    bool has_ended_ = false;
};

}  // namespace l2r

#include "base/workers.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <string>

#include "base/error.hpp"

namespace l2r {

int processors() {
    cpu_set_t bound;
    CPU_ZERO(&bound);
    int count = sched_getaffinity(0, sizeof bound, &bound) == 0
                    ? CPU_COUNT(&bound)
                    : static_cast<int>(std::thread::hardware_concurrency());
    // "QUOTA PERIOD", or "max PERIOD" where there is no limit. In a container this is its own group.
    double quota = 0, period = 0;
    if (std::ifstream group("/sys/fs/cgroup/cpu.max"); group >> quota >> period && period > 0)
        count = std::min(count, static_cast<int>(std::ceil(quota / period)));
    return std::max(1, count);
}

Workers::Workers(int count) : errors_(static_cast<std::size_t>(count)) {
    try {
        for (int worker = 1; worker < count; ++worker)
            threads_.emplace_back([this, worker] { serve(worker); });
    } catch (const std::exception& error) {
        close();
        throw OutsideError("cannot start " + std::to_string(count) + " threads: " + error.what());
    }
}

Workers::~Workers() {
    close();
}

void Workers::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Workers::attempt(int worker) {
    try {
        (*task_)(worker);
    } catch (...) {
        errors_[static_cast<std::size_t>(worker)] = std::current_exception();
    }
}

void Workers::run(const std::function<void(int)>& task) {
    {
        const std::lock_guard lock(mutex_);
        task_ = &task;
        busy_ = static_cast<int>(threads_.size());
        ++round_;
    }
    if (!threads_.empty()) changed_.notify_all();
    attempt(0);
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return busy_ == 0; });
    }
    std::exception_ptr first;
    for (std::exception_ptr& error : errors_) {
        if (!first) first = error;
        error = nullptr;
    }
    if (first) std::rethrow_exception(first);
}

void Workers::serve(int worker) {
    std::uint64_t done = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return closing_ || round_ > done; });
            if (closing_) return;
            done = round_;
        }
        attempt(worker);
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) changed_.notify_all();
    }
}

void for_each(Workers& workers, int count, const std::function<void(int, int)>& task) {
    std::atomic<int> next = 0;
    workers.run([&](int worker) {
        try {
            for (int i = next++; i < count; i = next++) task(i, worker);
        } catch (...) {
            next = count;
            throw;
        }
    });
}

}  // namespace l2r

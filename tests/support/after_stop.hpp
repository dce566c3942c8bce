#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <thread>

namespace l2r::test {

/// CPU seconds of this thread that `task` takes from the moment on when its flag is raised, which is after
/// `before` CPU seconds. What else runs on the machine does not count.
inline double cpu_seconds_after_stop(double before,
                                     const std::function<void(const std::atomic<bool>&)>& task) {
    clockid_t clock{};
    pthread_getcpuclockid(pthread_self(), &clock);
    const auto now = [clock] {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    std::atomic<bool> flag = before == 0, is_done = false;
    const double begun = now();
    double raised = begun;
    std::thread raiser([&] {
        if (flag) return;
        while (now() - begun < before && !is_done)
            std::this_thread::sleep_for(std::chrono::microseconds(500));
        flag = true;
        raised = now();
    });
    task(flag);
    const double ended = now();
    is_done = true;
    raiser.join();
    return ended - raised;
}

/// Ten times what is promised: slow machines and sanitizers are to pass.
constexpr double soon_after_stop = 1;

}  // namespace l2r::test

#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace l2r {

/// How many processors this process may use: those that it is bound to, and no more than its control group
/// grants it time for.
int processors();

/// A fixed team of threads that all do one task and then wait for the next. The caller is worker 0, so a team
/// of one starts no thread.
class Workers {
  public:
    /// Throws OutsideError where the machine does not give so many threads.
    explicit Workers(int count);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int count() const { return static_cast<int>(threads_.size()) + 1; }

    /// Calls task(w) for every worker w at once and returns when all are done. An exception of any of them is
    /// thrown on, the one with the lowest w first.
    void run(const std::function<void(int)>& task);

  private:
    void close();
    void serve(int worker);
    void attempt(int worker);

    std::vector<std::thread> threads_;
    std::vector<std::exception_ptr> errors_;
    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void(int)>* task_ = nullptr;
    std::uint64_t round_ = 0;
    int busy_ = 0;
    bool closing_ = false;
};

/// Calls task(i, w) for i = 0 .. count - 1, each i on whichever worker w is free next. Once a task
/// has thrown, no other is begun.
void for_each(Workers& workers, int count, const std::function<void(int, int)>& task);

}  // namespace l2r

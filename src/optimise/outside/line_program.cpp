#include "optimise/outside/line_program.hpp"

#include <algorithm>
#include <mutex>

#include "base/number.hpp"

namespace l2r {

/// A child and what it has been told.
struct LineProgram::Worker {
    explicit Worker(const std::vector<std::string>& words) : child(words) {}
    Child child;
    std::uint64_t instance = 0;  ///< id of its latest request's; 0 is none's
    std::int64_t requests = 0;
};

/// Children that wait for a request.
class LineProgram::Idle {
  public:
    /// One that knows the instance if there is one, else any; null if there is none.
    std::unique_ptr<Worker> take(std::uint64_t instance) {
        const std::lock_guard lock(mutex_);
        if (workers_.empty()) return nullptr;
        auto found = std::find_if(workers_.begin(), workers_.end(),
                                  [&](const auto& worker) { return worker->instance == instance; });
        if (found == workers_.end()) found = workers_.end() - 1;
        std::unique_ptr<Worker> worker = std::move(*found);
        workers_.erase(found);
        return worker;
    }
    void give(std::unique_ptr<Worker> worker) {
        const std::lock_guard lock(mutex_);
        workers_.push_back(std::move(worker));
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

LineProgram::LineProgram(std::vector<std::string> words, const OutsideSettings& settings)
    : words_(std::move(words)), settings_(settings), idle_(std::make_shared<Idle>()) {}

LineProgram::LineProgram(const LineProgram& other)
    : words_(other.words_), settings_(other.settings_), idle_(other.idle_) {}

LineProgram::~LineProgram() {
    if (worker_) idle_->give(std::move(worker_));
}

void LineProgram::forget() {
    worker_.reset();
}

std::int64_t LineProgram::requests() const {
    return worker_->requests;
}

/// Puts the request to the child, a fresh one if need be, and returns its line.
std::string LineProgram::exchange(std::uint64_t instance, const Stop& stop, const Format& format) {
    if (!worker_) worker_ = idle_->take(instance);
    if (!worker_) worker_ = std::make_unique<Worker>(words_);
    const bool is_new = worker_->requests == 0;
    const bool with_instance = worker_->instance != instance;
    worker_->instance = instance;
    ++worker_->requests;
    std::string line = format(worker_->requests, with_instance);
    const Stop deadline =
        Stop::after(settings_.seconds + settings_.grace_seconds + (is_new ? settings_.start_seconds : 0));
    Child::Talk talk = worker_->child.write_line(line, deadline, stop);
    if (talk == Child::Talk::done) talk = worker_->child.read_line(line, deadline, stop);
    if (talk != Child::Talk::done) give_up(talk);
    return line;
}

/// Ends the child and throws what `talk` means.
void LineProgram::give_up(Child::Talk talk) {
    constexpr double crash_seconds = 0.5;  // a process whose pipes are closed is likely to be ending
    const Ending ending = worker_->child.end(talk == Child::Talk::closed ? crash_seconds : 0);
    if (talk == Child::Talk::stopped) {
        forget();
        throw Stopped{};
    }
    Failure failure{FailureKind::exit_code, ending.text() + " before it had answered"};
    if (ending.signal != 0) failure = {FailureKind::crash, ending.text()};
    if (ending.ours) failure = {FailureKind::closed, "closed its input or output before it had answered"};
    if (talk == Child::Talk::late)
        failure = {FailureKind::time_limit,
                   "gave no answer within " + short_number(settings_.seconds) + " s and was ended"};
    if (talk == Child::Talk::too_long) failure = {FailureKind::too_long, "wrote a line without end"};
    end_with({failure.kind, "the program " + failure.message});
}

/// Throws the failure with what the program said of it.
void LineProgram::end_with(Failure failure) {
    worker_->child.end(0);
    const std::string said = worker_->child.said();
    forget();
    if (!said.empty()) failure.message += "; it said: " + said;
    throw failure;
}

}  // namespace l2r

#include <algorithm>
#include <mutex>

#include "base/child.hpp"
#include "base/number.hpp"
#include "optimise/outside/exec_json.hpp"
#include "optimise/outside/outside_program.hpp"

namespace l2r {
namespace {

/// A child and what it has been told.
struct Worker {
    explicit Worker(const std::vector<std::string>& words) : child(words) {}
    Child child;
    std::uint64_t instance = 0;  ///< id of its latest request's; 0 is none's
    std::int64_t requests = 0;
};

/// Children that wait for a request; shared by clones.
class Idle {
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

class PipeProgram : public OutsideProgram {
  public:
    PipeProgram(std::vector<std::string> words, const OutsideSettings& settings, std::shared_ptr<Idle> idle)
        : words_(std::move(words)), settings_(settings), idle_(std::move(idle)) {}
    ~PipeProgram() override {
        if (worker_) idle_->give(std::move(worker_));
    }

    std::unique_ptr<OutsideProgram> clone() const override {
        return std::make_unique<PipeProgram>(words_, settings_, idle_);
    }

    Solution ask(const OutsideRequest& request) override;
    void forget() override { worker_.reset(); }

  private:
    std::string exchange(const OutsideRequest& request);
    [[noreturn]] void give_up(Child::Talk talk);

    std::vector<std::string> words_;
    OutsideSettings settings_;
    std::shared_ptr<Idle> idle_;
    std::unique_ptr<Worker> worker_;
};

Solution PipeProgram::ask(const OutsideRequest& request) {
    const std::string line = exchange(request);
    try {
        return parse_answer(line, worker_->requests);
    } catch (const Failure& failure) {
        if (failure.kind == FailureKind::refused) throw;
        worker_->child.end(0);
        const std::string said = worker_->child.said();
        forget();
        throw Failure{failure.kind, failure.message + (said.empty() ? "" : "; it said: " + said)};
    }
}

/// Puts the request to the child, a fresh one if need be, and returns its line.
std::string PipeProgram::exchange(const OutsideRequest& request) {
    if (!worker_) worker_ = idle_->take(request.instance.id());
    if (!worker_) worker_ = std::make_unique<Worker>(words_);
    const bool is_new = worker_->requests == 0;
    const bool with_instance = worker_->instance != request.instance.id();
    worker_->instance = request.instance.id();
    ++worker_->requests;
    std::string line =
        format_request(worker_->requests, request, with_instance, seconds_for(settings_, request.stop));
    const Stop deadline =
        Stop::after(settings_.seconds + settings_.grace_seconds + (is_new ? settings_.start_seconds : 0));
    Child::Talk talk = worker_->child.write_line(line, deadline, request.stop);
    if (talk == Child::Talk::done) talk = worker_->child.read_line(line, deadline, request.stop);
    if (talk != Child::Talk::done) give_up(talk);
    return line;
}

/// Ends the child and throws what `talk` means.
void PipeProgram::give_up(Child::Talk talk) {
    constexpr double crash_seconds = 0.5;  // a process whose pipes are closed is likely to be ending
    const Ending ending = worker_->child.end(talk == Child::Talk::closed ? crash_seconds : 0);
    const std::string said = worker_->child.said();
    forget();
    Failure failure{FailureKind::exit_code, ending.text() + " before it had answered"};
    if (ending.signal != 0) failure = {FailureKind::crash, ending.text()};
    if (ending.ours) failure = {FailureKind::closed, "closed its input or output before it had answered"};
    if (talk == Child::Talk::stopped) throw Stopped{};
    if (talk == Child::Talk::late)
        failure = {FailureKind::time_limit,
                   "gave no answer within " + short_number(settings_.seconds) + " s and was ended"};
    if (talk == Child::Talk::too_long) failure = {FailureKind::too_long, "wrote a line without end"};
    failure.message = "the program " + failure.message + (said.empty() ? "" : "; it said: " + said);
    throw failure;
}

}  // namespace

std::unique_ptr<OutsideProgram> make_pipe_program(std::vector<std::string> words,
                                                  const OutsideSettings& settings) {
    return std::make_unique<PipeProgram>(std::move(words), settings, std::make_shared<Idle>());
}

}  // namespace l2r

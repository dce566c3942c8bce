#include "optimise/outside/failures.hpp"

#include "optimise/outside/outside_program.hpp"

namespace l2r {

std::string to_string(FailureKind kind) {
    switch (kind) {
        case FailureKind::crash:
            return "crash";
        case FailureKind::exit_code:
            return "exit code";
        case FailureKind::time_limit:
            return "time limit";
        case FailureKind::closed:
            return "closed pipe";
        case FailureKind::too_long:
            return "output too long";
        case FailureKind::garbage:
            return "garbage";
        case FailureKind::wrong_id:
            return "wrong id";
        case FailureKind::infeasible:
            return "infeasible";
        case FailureKind::refused:
            return "refused";
        case FailureKind::not_run:
            return "not run";
    }
    return "unknown";
}

void Failures::add(FailureKind kind, const std::string& message) {
    const std::lock_guard lock(mutex_);
    ++counts_[kind];
    last_ = message;
}

std::map<FailureKind, std::int64_t> Failures::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

std::int64_t Failures::total() const {
    std::int64_t sum = 0;
    for (const auto& [kind, count] : counts()) sum += count;
    return sum;
}

std::string Failures::last() const {
    const std::lock_guard lock(mutex_);
    return last_;
}

std::string Failures::summary() const {
    std::string text;
    for (const auto& [kind, count] : counts())
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + to_string(kind);
    return text;
}

Failure failure_of(const RunReport& report, const std::string& who) {
    FailureKind kind = report.ending.signal != 0 ? FailureKind::crash : FailureKind::exit_code;
    if (report.timed_out) kind = FailureKind::time_limit;
    if (report.too_long) kind = FailureKind::too_long;
    return {kind, who + " " + report.text()};
}

}  // namespace l2r

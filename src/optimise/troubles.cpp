#include "optimise/troubles.hpp"

#include "optimise/outside_program.hpp"

namespace l2r {

std::string to_string(TroubleKind kind) {
    switch (kind) {
        case TroubleKind::crash:
            return "crash";
        case TroubleKind::exit_code:
            return "exit code";
        case TroubleKind::time_limit:
            return "time limit";
        case TroubleKind::closed:
            return "closed pipe";
        case TroubleKind::too_long:
            return "output too long";
        case TroubleKind::garbage:
            return "garbage";
        case TroubleKind::wrong_id:
            return "wrong id";
        case TroubleKind::infeasible:
            return "infeasible";
        case TroubleKind::refused:
            return "refused";
    }
    return "unknown";
}

void Troubles::add(TroubleKind kind, const std::string& message) {
    const std::lock_guard lock(mutex_);
    ++counts_[kind];
    last_ = message;
}

std::map<TroubleKind, std::int64_t> Troubles::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

std::int64_t Troubles::total() const {
    std::int64_t sum = 0;
    for (const auto& [kind, count] : counts()) sum += count;
    return sum;
}

std::string Troubles::last() const {
    const std::lock_guard lock(mutex_);
    return last_;
}

std::string Troubles::summary() const {
    std::string text;
    for (const auto& [kind, count] : counts())
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + to_string(kind);
    return text;
}

Trouble trouble_of(const RunReport& report, const std::string& who) {
    TroubleKind kind = report.ending.signal != 0 ? TroubleKind::crash : TroubleKind::exit_code;
    if (report.timed_out) kind = TroubleKind::time_limit;
    if (report.too_long) kind = TroubleKind::too_long;
    return {kind, who + " " + report.text()};
}

}  // namespace l2r

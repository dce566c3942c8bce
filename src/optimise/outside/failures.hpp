#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace l2r {

/// What can go wrong with one request to an outside program.
enum class FailureKind {
    crash,       ///< a signal ended it
    exit_code,   ///< it ended, though not with 0, or before it had answered
    time_limit,  ///< no answer in time
    closed,      ///< it closed a pipe and went on
    too_long,    ///< more output than is waited for
    garbage,     ///< the answer cannot be understood
    wrong_id,    ///< the answer is to another request
    infeasible,  ///< the answer is no solution of the instance
    refused,     ///< the program itself says why there is no answer
    not_run,     ///< it has answered before, but cannot be run any more
};

/// For tables: "crash", "exit code", "time limit", …
std::string to_string(FailureKind kind);

/// Counts what went wrong, request by request; those that went well on a second attempt are among them. May
/// be used from several threads at once.
class Failures {
  public:
    void add(FailureKind kind, const std::string& message);
    /// The kinds that there were, and how often.
    std::map<FailureKind, std::int64_t> counts() const;
    std::int64_t total() const;
    /// The latest message; empty if all went well.
    std::string last() const;
    /// "3 crash, 1 time limit"; empty if all went well.
    std::string summary() const;

  private:
    mutable std::mutex mutex_;
    std::map<FailureKind, std::int64_t> counts_;
    std::string last_;
};

}  // namespace l2r

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/child.hpp"
#include "base/stop.hpp"
#include "optimise/outside/failures.hpp"
#include "problem/solution.hpp"

namespace l2r {

struct OutsideSettings {
    double seconds = 60;        ///< limit of one run, by the clock; the program is told
    double grace_seconds = 2;   ///< past the limit before the program is ended
    double start_seconds = 10;  ///< more for the first answer of a program that goes on running
};

/// What a program is told of its time: what is left of the caller's comes first, with a little to spare for
/// the answer.
inline double seconds_for(const OutsideSettings& settings, const Stop& stop) {
    constexpr double spare = 0.2;  // seconds
    const double left = std::max(0.0, stop.seconds_left());
    return std::min(settings.seconds, std::max(left - spare, left / 2));
}

/// One attempt went wrong.
struct Failure {
    FailureKind kind;
    std::string message;  ///< a sentence without its end
};

/// What a run that did not end well comes to; `who` is the program in the message.
Failure failure_of(const RunReport& report, const std::string& who);

/// The caller's Stop ended an attempt.
struct Stopped {};

/// What is asked of a program in one run.
struct OutsideRequest {
    const Instance& instance;
    const Solution& start;
    std::uint32_t seed;  ///< below 2^31, which every language reads
    const Stop& stop;
};

/// A way to put requests to an outside program. One object serves one thread; `clone` makes another.
class OutsideProgram {
  public:
    virtual ~OutsideProgram() = default;
    virtual std::unique_ptr<OutsideProgram> clone() const = 0;
    /// The program's answer, as it gave it: whether that is feasible is for the caller to see. Throws Failure
    /// or Stopped, once the process has been ended unless it is well, and OutsideError where it cannot be
    /// started at all.
    virtual Solution ask(const OutsideRequest& request) = 0;
    /// Ends the process if it has gone on running, so that the next request gets a fresh one.
    virtual void forget() = 0;
};

/// Starts the program anew for each request and talks to it through files. `words` are the command line, with
/// `{instance}` and other placeholders (docs/formats.md).
std::unique_ptr<OutsideProgram> make_file_program(std::vector<std::string> words,
                                                  const OutsideSettings& settings);
/// Whether any of `words` holds a placeholder.
bool has_placeholder(const std::vector<std::string>& words);

/// Starts the program once and talks to it in lines of JSON (docs/formats.md). Clones share those that are
/// idle, so there are as many as requests at one time.
std::unique_ptr<OutsideProgram> make_pipe_program(std::vector<std::string> words,
                                                  const OutsideSettings& settings);

}  // namespace l2r

#include "optimise/outside/outside.hpp"

#include <atomic>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/process.hpp"

namespace l2r {

/// What clones share.
struct OutsideOptimiser::Record {
    Failures failures;
    std::atomic<bool> ever_well = false;
    std::atomic<int> failed_at_first = 0;  ///< requests, before any went well
};

namespace {

constexpr std::string_view exec_prefix = "exec:";

std::unique_ptr<OutsideProgram> make_program(const std::string& spec, const OutsideSettings& settings) {
    if (!spec.starts_with(exec_prefix)) throw InputError("'" + spec + "' does not begin with exec:");
    std::vector<std::string> words = split_words(std::string_view(spec).substr(exec_prefix.size()));
    if (words.empty()) throw InputError("'" + spec + "' names no program; write exec:PROGRAM ARGS");
    if (!(settings.seconds > 0)) throw InputError("an outside optimiser needs a time limit above 0 seconds");
    find_program(words[0]);
    return has_placeholder(words) ? make_file_program(std::move(words), settings)
                                  : make_pipe_program(std::move(words), settings);
}

}  // namespace

OutsideOptimiser::OutsideOptimiser(const std::string& spec, const OutsideSettings& settings)
    : OutsideOptimiser(spec, make_program(spec, settings)) {}

OutsideOptimiser::OutsideOptimiser(std::string name, std::unique_ptr<OutsideProgram> program)
    : OutsideOptimiser(std::move(name), std::move(program), std::make_shared<Record>()) {}

OutsideOptimiser::OutsideOptimiser(std::string name, std::unique_ptr<OutsideProgram> program,
                                   std::shared_ptr<Record> record)
    : name_(std::move(name)), program_(std::move(program)), record_(std::move(record)) {}

std::unique_ptr<Optimiser> OutsideOptimiser::clone() const {
    return std::unique_ptr<Optimiser>(new OutsideOptimiser(name_, program_->clone(), record_));
}

const Failures& OutsideOptimiser::failures() const {
    return record_->failures;
}

Outcome OutsideOptimiser::improve(const Instance& instance, const Start& start, const Budget& budget,
                                  Random& random) {
    refuse_times(instance, *this);
    constexpr int attempts = 2;
    const auto seed = static_cast<std::uint32_t>(random.next() >> 33);
    const OutsideRequest request{instance, start.solution, seed, budget.stop};
    const auto begun = Stop::Clock::now();
    Outcome outcome{start.solution};
    for (int attempt = 0; attempt < attempts && !budget.stop.requested(); ++attempt) {
        try {
            Solution solution = answer(request);
            if (length(instance, solution) <= length(instance, start.solution) ||
                exceeds_fleet(instance, start.solution))
                outcome.solution = std::move(solution);
            outcome.converged = !budget.stop.requested();  // else there may be more to gain
            outcome.failure.clear();
            break;
        } catch (const Failure& failure) {
            note(failure);
            outcome.failure = failure.message;
            if (failure.kind == FailureKind::refused) break;  // it is well and would say so again
        } catch (const Stopped&) {
            outcome.failure.clear();
        }
    }
    outcome.outside_seconds = seconds_since(begun);
    return outcome;
}

/// A feasible solution. Throws Failure and Stopped, and OutsideError where no request has ever gone well.
Solution OutsideOptimiser::answer(const OutsideRequest& request) {
    Solution solution = ask(request);
    const std::vector<std::string> wrong = faults(request.instance, solution);
    if (!wrong.empty()) {
        program_->forget();
        throw Failure{FailureKind::infeasible, "the program's answer is not feasible: " + wrong.front()};
    }
    record_->ever_well = true;
    return solution;
}

/// What the program did to its files and itself may come to light only with the next request.
Solution OutsideOptimiser::ask(const OutsideRequest& request) {
    try {
        return program_->ask(request);
    } catch (const OutsideError& error) {
        if (!record_->ever_well) throw;
        program_->forget();
        throw Failure{FailureKind::not_run, error.what()};
    }
}

void OutsideOptimiser::note(const Failure& failure) {
    record_->failures.add(failure.kind, failure.message);
    if (!record_->ever_well && ++record_->failed_at_first >= hopeless)
        throw OutsideError("'" + name_ + "' has answered none of its first " + std::to_string(hopeless) +
                           " requests: " + failure.message);
}

}  // namespace l2r

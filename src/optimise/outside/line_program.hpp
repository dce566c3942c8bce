#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "optimise/outside/outside_program.hpp"

namespace l2r {

/// A program that is started once and asked in lines of JSON (docs/formats.md). One object serves one thread.
/// Copies share the processes that are idle, so there are as many of these as requests at one time.
class LineProgram {
  public:
    /// A request in one line. `id` counts the requests to one process; it is told the instance where that is
    /// another than in the request before.
    using Format = std::function<std::string(std::int64_t id, bool with_instance)>;

    LineProgram(std::vector<std::string> words, const OutsideSettings& settings);
    LineProgram(const LineProgram& other);
    LineProgram& operator=(const LineProgram&) = delete;
    ~LineProgram();

    /// `read(line, id)` of the program's answer. Throws Failure, as `read` does, or Stopped, once the process
    /// has been ended unless it is well, and OutsideError where it cannot be started at all.
    template <class Read>
    auto ask(const Instance& instance, const Stop& stop, const Format& format, const Read& read) {
        const std::string line = exchange(instance.id(), stop, format);
        try {
            return read(line, requests());
        } catch (const Failure& failure) {
            if (failure.kind == FailureKind::refused) throw;
            end_with(failure);
        }
    }
    /// Ends the process, so that the next request gets a fresh one.
    void forget();

  private:
    struct Worker;
    class Idle;

    std::string exchange(std::uint64_t instance, const Stop& stop, const Format& format);
    std::int64_t requests() const;
    [[noreturn]] void give_up(Child::Talk talk);
    [[noreturn]] void end_with(Failure failure);

    std::vector<std::string> words_;
    OutsideSettings settings_;
    std::shared_ptr<Idle> idle_;
    std::unique_ptr<Worker> worker_;
};

}  // namespace l2r

#pragma once

#include <memory>
#include <string>

#include "optimise/optimiser.hpp"
#include "optimise/outside/outside_program.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace l2r {

/// --optimiser NAME and, for programs outside, --run-time SECONDS.
struct OptimiserOption {
    std::string name = "paper";
    double run_seconds = OutsideSettings().seconds;

    void add_to(CLI::App& command);
    /// Whether the command line names one.
    bool is_given() const;
    std::unique_ptr<Optimiser> make() const;

  private:
    const CLI::Option* option_ = nullptr;
};

/// Says on standard error what went wrong with an optimiser that is a program outside, if anything did.
void tell_failures(const Optimiser& optimiser);

}  // namespace l2r

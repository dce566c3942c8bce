#pragma once

#include <memory>
#include <string>

#include "optimise/optimiser.hpp"
#include "optimise/outside_program.hpp"

namespace CLI {
class App;
}

namespace l2r {

/// --optimiser NAME and, for programs outside, --run-time SECONDS.
struct OptimiserOption {
    std::string name = "paper";
    double run_seconds = OutsideSettings().seconds;

    void add_to(CLI::App& command);
    std::unique_ptr<Optimiser> make() const;
};

/// Says on standard error what went wrong with an optimiser that is a program outside, if anything did.
void tell_troubles(const Optimiser& optimiser);

}  // namespace l2r

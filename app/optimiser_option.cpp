#include "optimiser_option.hpp"

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "explore/optimisers.hpp"
#include "options.hpp"
#include "shipped.hpp"

namespace l2r {

void OptimiserOption::add_to(CLI::App& command) {
    command
        .add_option(
            "--optimiser", name,
            "What improves a start: paper, five moves in cycles; learnt or learnt:FILE, the same moves "
            "in an order that a policy chooses; lkh:PROGRAM, LKH-3; exec:COMMAND, any program "
            "(docs/formats.md)")
        ->capture_default_str()
        ->type_name("NAME");
    command.add_option("--run-time", run_seconds, "Limit of one run of a program outside")
        ->check(positive_number(1e6))
        ->capture_default_str()
        ->type_name("SECONDS");
}

std::unique_ptr<Optimiser> OptimiserOption::make() const {
    OutsideSettings outside;
    outside.seconds = run_seconds;
    try {
        return make_optimiser(name == "learnt" ? "learnt:" + shipped_policy() : name, outside);
    } catch (const InputError& error) {
        throw InputError(std::string("--optimiser: ") + error.what());
    }
}

}  // namespace l2r

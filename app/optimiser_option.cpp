#include "optimiser_option.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "explore/optimisers.hpp"
#include "optimise/outside/outside.hpp"
#include "options.hpp"
#include "shipped.hpp"

namespace l2r {

void OptimiserOption::add_to(CLI::App& command) {
    option_ = command
                  .add_option("--optimiser", name,
                              "What improves a start: paper, five moves in cycles; strong, more moves "
                              "between neighbours, with "
                              "shorter results in longer runs; learnt or learnt:FILE, the paper's moves in "
                              "an order that a policy chooses; lkh:PROGRAM, LKH-3; exec:COMMAND, any program "
                              "(docs/formats.md)")
                  ->capture_default_str()
                  ->type_name("NAME");
    command.add_option("--run-time", run_seconds, "Limit of one run of a program outside")
        ->check(positive_number(1e6))
        ->capture_default_str()
        ->type_name("SECONDS");
}

bool OptimiserOption::is_given() const {
    return option_ != nullptr && option_->count() > 0;
}

std::unique_ptr<Optimiser> OptimiserOption::make() const {
    OutsideSettings outside;
    outside.seconds = run_seconds;
    try {
        return make_optimiser(name == "learnt" ? "learnt:" + shipped_policy() : name, outside);
    } catch (const InputError& error) {
        throw InputError(std::string("--optimiser: ") + error.what());
    } catch (const OutsideError& error) {
        throw OutsideError(std::string("--optimiser: ") + error.what());
    }
}

void tell_failures(const Optimiser& optimiser) {
    const auto* outside = dynamic_cast<const OutsideOptimiser*>(&optimiser);
    if (outside == nullptr || outside->failures().total() == 0) return;
    fmt::print(stderr,
               "l2r: requests to the optimiser that went wrong: {}. Each was made once more; where that "
               "failed too, the "
               "start counts as the run's result. The last time, {}\n",
               outside->failures().summary(), outside->failures().last());
}

}  // namespace l2r

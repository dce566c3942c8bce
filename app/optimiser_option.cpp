#include "optimiser_option.hpp"

#include <CLI/CLI.hpp>

#include "explore/optimisers.hpp"

namespace l2r {

void OptimiserOption::add_to(CLI::App& command) {
    command.add_option("--optimiser", name, "What improves a start: paper, which is five moves in cycles")
        ->capture_default_str()
        ->type_name("NAME");
}

std::unique_ptr<Optimiser> OptimiserOption::make() const {
    return make_optimiser(name);
}

}  // namespace l2r

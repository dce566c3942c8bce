#pragma once

#include <memory>
#include <string>

#include "optimise/optimiser.hpp"
#include "optimise/outside/outside_program.hpp"

namespace l2r {

/// LKH-3 as an optimiser: it begins with the start and makes a few trials. A run that is stopped returns the
/// best of the trials that it has ended. Otherwise like any outside optimiser (optimise/outside/outside.hpp).
///
/// `spec` is "lkh:PROGRAM", or "lkh:PROGRAM?trials=10,vehicles=0,seconds=60" with any of the three: trials of
/// a run, vehicles at least (0 chooses some more than the demand needs), and the limit of a run by the clock.
/// Throws InputError where that cannot be understood and OutsideError where there is no such program.
std::unique_ptr<Optimiser> make_lkh(const std::string& spec, const OutsideSettings& outside = {});

}  // namespace l2r

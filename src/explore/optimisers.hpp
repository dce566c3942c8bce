#pragma once

#include <memory>
#include <string>

#include "optimise/optimiser.hpp"

namespace l2r {

/// The optimiser that a user has named: `paper`, the five moves in cycles; `exec:PROGRAM ARGS`, any
/// executable; `lkh:PROGRAM`, LKH-3 (docs/formats.md). Throws InputError where there is no such thing,
/// OutsideError where there is no such program.
std::unique_ptr<Optimiser> make_optimiser(const std::string& name);

}  // namespace l2r

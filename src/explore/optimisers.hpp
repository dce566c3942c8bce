#pragma once

#include <memory>
#include <string>

#include "optimise/optimiser.hpp"
#include "optimise/outside/outside_program.hpp"

namespace l2r {

/// The optimiser that a user has named: `paper`, the five moves in cycles; `strong`, more moves between
/// neighbours; `learnt:FILE`, the paper's in the order of a policy; `exec:PROGRAM ARGS`, any executable;
/// `lkh:PROGRAM`, LKH-3 (docs/formats.md). Throws InputError where there is no such thing, OutsideError where
/// there is no such program.
std::unique_ptr<Optimiser> make_optimiser(const std::string& name, const OutsideSettings& outside = {});

}  // namespace l2r

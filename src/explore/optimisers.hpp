#pragma once

#include <memory>
#include <string>

#include "optimise/anneal/annealing_settings.hpp"
#include "optimise/optimiser.hpp"
#include "optimise/outside/outside_program.hpp"

namespace l2r {

/// The settings of the optimisers that have any.
struct OptimiserSettings {
    anneal::AnnealingSettings anneal;
    granular::GranularSettings granular;
    OutsideSettings outside;
};

/// Adds what can be set by name of the optimiser `name`; nothing where that has no such settings.
void list(const std::string& name, OptimiserSettings& settings, SettingList& list);

/// The optimiser that a user has named: `anneal`, destroy and repair, the default; `paper`, the five moves in
/// cycles; `granular`, a local search with more moves between neighbours; `learnt:FILE`, the paper's in the
/// order of a policy; `exec:PROGRAM ARGS`, any executable; `lkh:PROGRAM`, LKH-3 (docs/formats.md). Throws
/// InputError where there is no such thing, OutsideError where there is no such program.
std::unique_ptr<Optimiser> make_optimiser(const std::string& name, const OptimiserSettings& settings = {});

}  // namespace l2r

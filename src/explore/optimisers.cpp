#include "explore/optimisers.hpp"

#include "base/error.hpp"
#include "optimise/anneal/annealing.hpp"
#include "optimise/granular/granular_optimiser.hpp"
#include "optimise/learnt/policy_search.hpp"
#include "optimise/outside/lkh.hpp"
#include "optimise/outside/outside.hpp"
#include "optimise/paper/local_search.hpp"

namespace l2r {

void list(const std::string& name, OptimiserSettings& settings, SettingList& all) {
    if (name == "anneal") anneal::list(settings.anneal, all);
    if (name == "granular") granular::list(settings.granular, all);
}

std::unique_ptr<Optimiser> make_optimiser(const std::string& name, const OptimiserSettings& settings) {
    if (name == "anneal") return std::make_unique<anneal::Annealing>(settings.anneal);
    if (name == "paper") return std::make_unique<paper::LocalSearch>();
    if (name == "granular") return std::make_unique<granular::GranularOptimiser>(settings.granular);
    if (name.starts_with("exec:")) return std::make_unique<OutsideOptimiser>(name, settings.outside);
    if (name.starts_with("lkh:")) return make_lkh(name, settings.outside);
    if (name.starts_with("learnt:")) return learnt::make_policy_search(name);
    throw InputError(
        "there is no optimiser '" + name +
        "'; there are anneal, paper, granular, learnt, learnt:FILE, exec:PROGRAM and lkh:PROGRAM");
}

}  // namespace l2r

#include "explore/optimisers.hpp"

#include "base/error.hpp"
#include "optimise/granular/granular_optimiser.hpp"
#include "optimise/learnt/policy_search.hpp"
#include "optimise/outside/lkh.hpp"
#include "optimise/outside/outside.hpp"
#include "optimise/paper/local_search.hpp"

namespace l2r {

std::unique_ptr<Optimiser> make_optimiser(const std::string& name, const OutsideSettings& outside) {
    if (name == "paper") return std::make_unique<paper::LocalSearch>();
    if (name == "strong") return std::make_unique<granular::GranularOptimiser>();
    if (name.starts_with("exec:")) return std::make_unique<OutsideOptimiser>(name, outside);
    if (name.starts_with("lkh:")) return make_lkh(name, outside);
    if (name.starts_with("learnt:")) return learnt::make_policy_search(name);
    throw InputError("there is no optimiser '" + name +
                     "'; there are paper, strong, learnt, learnt:FILE, exec:PROGRAM and lkh:PROGRAM");
}

}  // namespace l2r

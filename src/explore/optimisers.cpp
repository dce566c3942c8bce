#include "explore/optimisers.hpp"

#include "base/error.hpp"
#include "optimise/lkh.hpp"
#include "optimise/local_search.hpp"
#include "optimise/outside.hpp"
#include "optimise/strong_search.hpp"
#include "policy/policy_search.hpp"

namespace l2r {

std::unique_ptr<Optimiser> make_optimiser(const std::string& name, const OutsideSettings& outside) {
    if (name == "paper") return std::make_unique<LocalSearch>();
    if (name == "strong") return std::make_unique<StrongSearch>();
    if (name.starts_with("exec:")) return std::make_unique<OutsideOptimiser>(name, outside);
    if (name.starts_with("lkh:")) return make_lkh(name, outside);
    if (name.starts_with("learnt:")) return make_policy_search(name);
    throw InputError("there is no optimiser '" + name +
                     "'; there are paper, strong, learnt, learnt:FILE, exec:PROGRAM and lkh:PROGRAM");
}

}  // namespace l2r

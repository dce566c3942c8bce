#include "explore/optimisers.hpp"

#include "base/error.hpp"
#include "optimise/local_search.hpp"

namespace l2r {

std::unique_ptr<Optimiser> make_optimiser(const std::string& name) {
    if (name == "paper") return std::make_unique<LocalSearch>();
    throw InputError("there is no optimiser '" + name + "'; there is paper");
}

}  // namespace l2r

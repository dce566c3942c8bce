#include "start/construct.hpp"

#include <string>

#include "base/error.hpp"
#include "start/nearest.hpp"
#include "start/random_start.hpp"
#include "start/savings.hpp"
#include "start/sweep.hpp"

namespace l2r {

std::string_view construction_name(Construction construction) {
    switch (construction) {
        case Construction::random:
            return "random";
        case Construction::savings:
            return "savings";
        case Construction::sweep:
            return "sweep";
        case Construction::nearest:
            return "nearest";
    }
    return "";
}

Construction construction_named(std::string_view name) {
    std::string known;
    for (const Construction construction : constructions()) {
        if (construction_name(construction) == name) return construction;
        known += (known.empty() ? "" : ", ") + std::string(construction_name(construction));
    }
    throw InputError("there is no construction '" + std::string(name) + "'; there is " + known);
}

const std::vector<Construction>& constructions() {
    static const std::vector<Construction> all{Construction::random, Construction::savings,
                                               Construction::sweep, Construction::nearest};
    return all;
}

Solution construct(Construction construction, const Instance& instance, Random& random, const Stop& stop) {
    switch (construction) {
        case Construction::random:
            return random_start(instance, random);
        case Construction::savings:
            return savings_start(instance, random, stop);
        case Construction::sweep:
            return sweep_start(instance, random);
        case Construction::nearest:
            return nearest_start(instance, random, stop);
    }
    return random_start(instance, random);
}

}  // namespace l2r

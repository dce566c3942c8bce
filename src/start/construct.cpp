#include "start/construct.hpp"

#include <string>

#include "base/error.hpp"
#include "start/nearest.hpp"
#include "start/random_start.hpp"
#include "start/savings.hpp"
#include "start/sweep.hpp"

namespace l2r {

namespace {

Solution made_by(Construction construction, const Instance& instance, Random& random, const Stop& stop,
                 const ConstructionSettings& settings) {
    switch (construction) {
        case Construction::random:
            return random_start(instance, random);
        case Construction::savings:
            return savings_start(instance, random, stop, settings.savings);
        case Construction::sweep:
            return sweep_start(instance, random);
        case Construction::nearest:
            return nearest_start(instance, random, stop, settings.nearest_choices);
    }
    return random_start(instance, random);
}

}  // namespace

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

void list(ConstructionSettings& settings, SettingList& list) {
    SavingsSettings& savings = settings.savings;
    list.add(
        "savings.all_pairs", savings.all_pairs, 0, 10'000,
        "ends of routes up to which all their pairs are tried; above, those of each end with its neighbours");
    list.add("savings.neighbours", savings.neighbours, 1, 10'000, "nearest ends that these are");
    list.add("savings.rounds", savings.rounds, 1, 1000,
             "times that this is done again, for ends that had too many others around them at first");
    list.add("savings.least_shape", savings.least_shape, 1, 1000,
             "percent of an edge's cost that a saving loses, at least; drawn for each start");
    list.add("savings.most_shape", savings.most_shape, 1, 1000, "the same at most");
    list.add("savings.spread", savings.spread, 0, 99,
             "percent of that by which it is drawn anew for each pair, up or down, so that starts differ");
    list.add("nearest.choices", settings.nearest_choices, 1, 1000,
             "nearest customers, of which one is drawn to go on to");
}

Solution construct(Construction construction, const Instance& instance, Random& random, const Stop& stop,
                   const ConstructionSettings& settings) {
    Solution made = made_by(construction, instance, random, stop, settings);
    if (!instance.is_tsp()) return made;
    Solution one;  // savings join no routes where there is nothing to save
    one.add_route(made.customers());
    return one;
}

}  // namespace l2r

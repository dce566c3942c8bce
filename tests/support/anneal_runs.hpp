#pragma once

#include <gtest/gtest.h>

#include "explore/explore.hpp"
#include "optimise/anneal/annealing.hpp"

namespace l2r {

/// Settings for a number of runs of the annealed search, from savings.
inline ExploreSettings anneal_runs(std::int64_t runs, std::uint64_t seed = 1) {
    ExploreSettings settings;
    settings.seed = seed;
    settings.stop.runs = runs;
    return settings;
}

/// The annealed search with runs that are shorter than by default.
inline anneal::Annealing short_annealing(double iterations_per_customer = 5) {
    anneal::AnnealingSettings settings;
    settings.annealing.iterations_per_customer = iterations_per_customer;
    return anneal::Annealing(settings);
}

/// A search of large instances, divided where they are still small enough for a test.
inline anneal::Annealing divided_search() {
    anneal::AnnealingSettings settings;
    settings.annealing.iterations_per_customer = 8;
    settings.division.least_customers = 100;
    settings.division.part = 30;
    settings.division.least_iterations = 1;
    return anneal::Annealing(settings);
}

/// Explores with the annealed search, and expects a feasible solution of the length that is said.
inline Exploration explore_annealed(const Instance& instance, const ExploreSettings& settings,
                                    const Observer& observer = {}) {
    Exploration result = explore(instance, short_annealing(), nullptr, settings, observer);
    EXPECT_EQ(faults(instance, result.best), std::vector<std::string>{});
    EXPECT_EQ(result.length, length(instance, result.best));
    return result;
}

}  // namespace l2r

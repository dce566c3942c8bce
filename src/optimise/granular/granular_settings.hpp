#pragma once

#include "base/settings.hpp"

namespace l2r::granular {

struct GranularSettings {
    int neighbours = 10;
    int rough_neighbours = 5;
    int swap_star_neighbours = 3;
    int swap_star_customers = 60;
    /// Whether customers are tried again where only room has changed: the end is a local optimum.
    bool is_thorough = true;
};

inline void list(GranularSettings& settings, SettingList& list) {
    list.add("granular.neighbours", settings.neighbours, 1, 1000,
             "customers near each one that moves bring together, and those that have it among theirs");
    list.add("granular.rough_neighbours", settings.rough_neighbours, 0, 1000,
             "nearest of these, for the first pass: far from a good solution few gain as much for less");
    list.add("granular.swap_star_neighbours", settings.swap_star_neighbours, 1, 1000,
             "SWAP* is for two routes that have neighbours of this rank on each other");
    list.add("granular.swap_star_customers", settings.swap_star_customers, 0, 1'000'000,
             "customers on a route above which SWAP* takes too long");
    list.add("granular.thorough", settings.is_thorough, 0, 1,
             "1: customers are tried again where only room has changed, so that the end is a local optimum");
}

}  // namespace l2r::granular

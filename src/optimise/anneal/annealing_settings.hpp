#pragma once

#include "optimise/granular/granular_settings.hpp"

/// Every constant of the annealed search, a struct for each part. `list` says unit, range and reason of each.
namespace l2r::anneal {

struct StringRemovalSettings {
    double mean_removed = 15;
    int longest_string = 20;
    double split_rate = 0.5;
    double keep_rate = 0.8;
};

struct GreedyInsertionSettings {
    int neighbours = 40;
    double blink_rate = 0.3;
    int random_order = 4, demand_order = 4, far_order = 2, near_order = 1;
};

struct SimulatedAnnealingSettings {
    double first_temperature = 0.3;
    double last_temperature = 0.03;
    double iterations_per_customer = 20;
    int report_every = 50;
};

/// How the search gets along with few routes.
struct RouteClosingSettings {
    double share = 0.1;
    int most_customers = 5'000;
    double blink_rate = 0.01;
    int short_route = 7;
    double opening_rate = 0.05;
};

/// How routes may carry too much for a price.
struct OverloadSettings {
    double most = 0.3;
    double first_price = 5;
    double feasible_share = 0.3;
    double end = 0.8;
    double feasible_share_at_end = 0.9;
    double dearer = 1.1, cheaper = 0.92;
};

/// How large instances are searched part by part.
struct DivisionSettings {
    int least_customers = 3'000;
    int part = 1'000;
    double long_route = 50;
    int rounds = 4;
    double least_iterations = 5;
};

struct AnnealingSettings {
    StringRemovalSettings removal;
    GreedyInsertionSettings insertion;
    SimulatedAnnealingSettings annealing;
    RouteClosingSettings closing;
    OverloadSettings overload;
    DivisionSettings division;
    granular::GranularSettings local_search{.is_thorough = false};
    double give_up = 1;
    double give_up_early = 5;
    int many_customers = 5'000;
    int renumbered = 200;
};

/// Throws nothing; the names begin with the part's.
void list(AnnealingSettings& settings, SettingList& list);

}  // namespace l2r::anneal

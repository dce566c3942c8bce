#include "optimise/anneal/annealing_settings.hpp"

namespace l2r::anneal {
namespace {

void list(StringRemovalSettings& settings, SettingList& list) {
    list.add("removal.mean_removed", settings.mean_removed, 1, 10'000,
             "customers that leave their routes at a time, on average: enough to change two routes or three");
    list.add("removal.longest_string", settings.longest_string, 1, 10'000,
             "customers of one route at most, so that several routes lose some");
    list.add("removal.split_rate", settings.split_rate, 0, 1,
             "share of strings that keep some customers in their midst");
    list.add("removal.keep_rate", settings.keep_rate, 0, 0.99,
             "probability that such a string keeps one more than it has");
}

void list(GreedyInsertionSettings& settings, SettingList& list) {
    list.add("insertion.neighbours", settings.neighbours, 1, 1000,
             "nearest customers beside which a customer may go; more are seldom the cheapest");
    list.add("insertion.blink_rate", settings.blink_rate, 0, 0.99,
             "share of positions that are overlooked: the local search does better from a rough repair, "
             "because a greedy one often leads back");
    list.add("insertion.random_order", settings.random_order, 1, 1000,
             "how often customers go back in random order, beside the next three");
    list.add("insertion.demand_order", settings.demand_order, 0, 1000,
             "how often the largest demand is first");
    list.add("insertion.far_order", settings.far_order, 0, 1000, "how often the farthest from the depot is");
    list.add("insertion.near_order", settings.near_order, 0, 1000, "how often the nearest to it is");
}

void list(SimulatedAnnealingSettings& settings, SettingList& list) {
    list.add("anneal.first_temperature", settings.first_temperature, 1e-6, 1e6,
             "mean edges that a solution may get longer by, about, at the beginning");
    list.add("anneal.last_temperature", settings.last_temperature, 1e-9, 1e6,
             "the same at the end; in between it falls exponentially");
    list.add("anneal.iterations_per_customer", settings.iterations_per_customer, 0.01, 1e9,
             "length of a run, where neither the time nor the budget says it");
    list.add("anneal.report_every", settings.report_every, 1, 1'000'000,
             "iterations between two reports, where it cools down and may be stopped");
}

void list(RouteClosingSettings& settings, SettingList& list) {
    list.add(
        "closing.share", settings.share, 0, 1,
        "of a run, at its beginning, in which it tries to do with one route less: a route too many is hard "
        "to close later");
    list.add("closing.most_customers", settings.most_customers, 0, 1'000'000,
             "customers above which there is no time for that");
    list.add("closing.blink_rate", settings.blink_rate, 0, 0.99,
             "share of positions that are overlooked while customers wait for room; no local search follows");
    list.add("closing.short_route", settings.short_route, 0, 1'000'000,
             "mean customers of a route below which few iterations may open one");
    list.add("closing.opening_rate", settings.opening_rate, 0, 1, "share of iterations that may, there");
}

void list(OverloadSettings& settings, SettingList& list) {
    list.add("overload.most", settings.most, 0, 1,
             "share of the capacity that a route may carry above it, for a price: solutions that are full to "
             "the brim lie behind others that are too full; 0 for none");
    list.add("overload.first_price", settings.first_price, 0, 1e6,
             "mean edges that it costs at first to carry a mean demand too much");
    list.add("overload.feasible_share", settings.feasible_share, 0, 1,
             "of the iterations that should end without overload; the price rises and falls to that end");
    list.add("overload.end", settings.end, 0, 1, "of a run, from where on more of them should");
    list.add("overload.feasible_share_at_end", settings.feasible_share_at_end, 0, 1, "as many as this");
    list.add("overload.dearer", settings.dearer, 1, 100, "by how much the price rises at each report");
    list.add("overload.cheaper", settings.cheaper, 0.01, 1, "and falls");
}

void list(DivisionSettings& settings, SettingList& list) {
    list.add(
        "divide.least_customers", settings.least_customers, 2, 1e9,
        "customers from which on an instance is searched part by part. Not with a matrix of distances or "
        "limits on routes or vehicles");
    list.add("divide.part", settings.part, 10, 1e9, "customers of a part, about: what fits into caches");
    list.add("divide.long_route", settings.long_route, 1, 1e9,
             "mean customers of a route above which nothing is divided: few routes of a part would be away "
             "from its border");
    list.add("divide.rounds", settings.rounds, 1, 10'000,
             "how often the instance is divided anew, so that customers at a border get into the midst");
    list.add("divide.least_iterations", settings.least_iterations, 0, 1e9,
             "of a part in a round, by its customers. With fewer, routes may not carry too much: the price "
             "would not settle. A run that is known to have fewer is not divided");
}

}  // namespace

void list(AnnealingSettings& settings, SettingList& all) {
    list(settings.annealing, all);
    all.add(
        "anneal.give_up", settings.give_up, 0, 1e6,
        "mean edges above what could be accepted at which the local search is given up after its cheap part");
    all.add("anneal.give_up_early", settings.give_up_early, 0, 1e6,
            "the same right after its first, rough pass, where there are many customers: iterations are few "
            "for each of them, and most of what is so much longer comes to nothing");
    all.add("anneal.many_customers", settings.many_customers, 0, 1'000'000,
            "customers from which on that holds; of parts of a divided instance it always does");
    all.add("anneal.renumbered", settings.renumbered, 0, 1'000'000,
            "customers above which they are numbered along a curve: near ones then lie close in memory");
    list(settings.removal, all);
    list(settings.insertion, all);
    list(settings.closing, all);
    list(settings.overload, all);
    list(settings.division, all);
    granular::list(settings.local_search, all);
}

}  // namespace l2r::anneal

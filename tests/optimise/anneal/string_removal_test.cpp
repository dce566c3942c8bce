#include "optimise/anneal/string_removal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "problem/generate.hpp"
#include "start/construct.hpp"
#include "support/random_instances.hpp"

namespace l2r::anneal {
namespace {

using namespace granular;

Node some_customer(const Instance& instance, Random& random) {
    return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance.customers())));
}

/// Where the removed customers were on a route: places from first to last.
std::vector<int> places_of(std::span<const Node> route, const std::vector<Node>& removed) {
    std::vector<int> places;
    for (std::size_t i = 0; i < route.size(); ++i)
        if (std::find(removed.begin(), removed.end(), route[i]) != removed.end())
            places.push_back(static_cast<int>(i));
    return places;
}

/// How often the removed customers do not follow one another.
int gaps(const std::vector<int>& places) {
    int count = 0;
    for (std::size_t i = 1; i < places.size(); ++i) count += places[i] != places[i - 1] + 1;
    return count;
}

/// The number of strings, and of customers on a string, that the settings allow.
struct Bounds {
    Bounds(const StringRemovalSettings& settings, const Instance& instance, int routes) {
        const double longest =
            std::min<double>(settings.longest_string, static_cast<double>(instance.customers()) / routes);
        string = static_cast<int>(std::ceil(longest));
        strings = std::max(1, static_cast<int>(std::ceil(4 * settings.mean_removed / (1 + longest) - 1)));
    }
    int string, strings;
};

void expect_strings(const Instance& instance, const Solution& before, const std::vector<Node>& removed,
                    const StringRemovalSettings& settings) {
    const Bounds bounds(settings, instance, before.used_routes());
    int strings = 0;
    for (int r = 0; r < before.routes(); ++r) {
        const std::vector<int> places = places_of(before.route(r), removed);
        strings += !places.empty();
        EXPECT_LE(static_cast<int>(places.size()), bounds.string);
        EXPECT_LE(gaps(places), settings.split_rate > 0 ? 1 : 0) << "one string, in which some are kept";
    }
    EXPECT_GE(strings, 1);
    EXPECT_LE(strings, bounds.strings);
}

TEST(StringRemoval, TakesAStringOffARouteAndTellsWhomItTook) {
    for_many_instances(1, 1, 60, 151, [](const Instance& instance, Random& random) {
        const Neighbours neighbours(instance, 40);
        const Solution before = construct(Construction::savings, instance, random);
        for (const double split : {0.0, 0.5, 1.0}) {
            StringRemovalSettings settings;
            settings.split_rate = split;
            StringRemoval removal(instance, neighbours, settings);
            Plan<TableCosts> plan(instance);
            plan.assign(before);
            for (int i = 0; i < 20; ++i) {
                std::vector<Node> removed{};
                const Node centre = some_customer(instance, random);
                removal.remove(plan, centre, random, removed);
                std::set<Node> gone(removed.begin(), removed.end());
                EXPECT_EQ(gone.size(), removed.size());
                for (Node customer = 1; customer < instance.nodes(); ++customer)
                    EXPECT_EQ(plan.is_served(customer), !gone.contains(customer));
                expect_strings(instance, before, removed, settings);
                plan.undo();
                EXPECT_EQ(plan.solution(), before);
                if (testing::Test::HasFailure()) return;
            }
        }
    });
}

TEST(StringRemoval, TakesAboutAsManyAsAsked) {
    const Instance instance = random_instance(300, 152, 0);
    const Neighbours neighbours(instance, 299);
    Random random(152);
    Plan<TableCosts> plan(instance);
    plan.assign(construct(Construction::savings, instance, random));
    for (const double mean : {5.0, 10.0, 20.0}) {
        StringRemovalSettings settings;
        settings.mean_removed = mean;
        settings.longest_string = 10;
        StringRemoval removal(instance, neighbours, settings);
        std::vector<Node> removed;
        constexpr int times = 2'000;
        for (int i = 0; i < times; ++i) {
            removal.remove(plan, some_customer(instance, random), random, removed);
            plan.undo();
        }
        EXPECT_NEAR(static_cast<double>(removed.size()) / times, mean, 0.25 * mean);
    }
}

TEST(StringRemoval, KeepsNoneInTheMidstOfAStringUnlessAskedTo) {
    const Instance instance = random_instance(200, 153, 0);
    const Neighbours neighbours(instance, 40);
    Random random(153);
    const Solution before = construct(Construction::savings, instance, random);
    for (const double split : {0.0, 1.0}) {
        StringRemovalSettings settings;
        settings.split_rate = split;
        StringRemoval removal(instance, neighbours, settings);
        Plan<TableCosts> plan(instance);
        plan.assign(before);
        int with_gap = 0;
        for (int i = 0; i < 100; ++i) {
            std::vector<Node> removed;
            removal.remove(plan, some_customer(instance, random), random, removed);
            for (int r = 0; r < before.routes(); ++r) with_gap += gaps(places_of(before.route(r), removed));
            plan.undo();
        }
        EXPECT_EQ(with_gap > 0, split > 0);
    }
}

TEST(StringRemoval, GoesOutFromACentreThatIsOnNoRoute) {
    const Instance instance = random_instance(100, 154, 0);
    const Neighbours neighbours(instance, 40);
    Random random(154);
    Plan<TableCosts> plan(instance);
    plan.assign(construct(Construction::savings, instance, random));
    plan.remove(7);
    plan.commit();
    StringRemoval removal(instance, neighbours, {});
    std::vector<Node> removed{7};
    removal.remove(plan, 7, random, removed);
    EXPECT_GT(removed.size(), 1u);
    EXPECT_EQ(std::count(removed.begin(), removed.end(), 7), 1);
}

TEST(StringRemoval, OfAPlanWithoutRoutesTakesNothing) {
    const Instance instance = random_instance(20, 155, 0);
    const Neighbours neighbours(instance, 40);
    Random random(155);
    Plan<TableCosts> plan(instance);
    std::vector<Node> removed;
    StringRemoval(instance, neighbours, {}).remove(plan, 1, random, removed);
    EXPECT_TRUE(removed.empty());
}

}  // namespace
}  // namespace l2r::anneal

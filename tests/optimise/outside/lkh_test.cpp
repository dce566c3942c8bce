#include "optimise/outside/lkh.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "optimise/outside/outside.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"
#include "support/paths.hpp"
#include "support/random_instances.hpp"

namespace l2r {
namespace {

using test::message_of;

Outcome improve(Optimiser& optimiser, const Instance& instance, const Solution& start, std::uint64_t seed,
                const Budget& budget = {}) {
    Random random(seed);
    return optimiser.improve(instance, Start{start}, budget, random);
}

Solution start_of(const Instance& instance, std::uint64_t seed) {
    Random random(seed);
    return random_start(instance, random);
}

void expect_feasible_and_no_longer(const Instance& instance, const Solution& start, const Outcome& outcome) {
    EXPECT_EQ(outcome.failure, "");
    EXPECT_TRUE(faults(instance, outcome.solution).empty());
    EXPECT_LE(length(instance, outcome.solution), length(instance, start));
}

class Lkh : public test::OwnFolder {
  protected:
    /// The stand-in under a name that says how it goes wrong.
    std::string stand_in(const std::string& name) const {
        const std::filesystem::path link = folder_ / name;
        if (!std::filesystem::exists(link))
            std::filesystem::create_symlink(test::source_folder() + "/tests/support/stand_in_lkh.py", link);
        return "lkh:" + link.string();
    }

    Outcome outcome_of(const std::string& name, const std::string& settings = "", const Budget& budget = {}) {
        const auto optimiser = make_lkh(stand_in(name) + settings);
        return improve(*optimiser, instance_, start_, 1, budget);
    }

    const Instance instance_ = random_instance(12, 1, 0);
    const Solution start_ = start_of(instance_, 3);
};

/// Both the stand-in and, where the environment variable L2R_LKH names it, the real program.
class AnyLkh : public Lkh, public testing::WithParamInterface<const char*> {
  protected:
    void SetUp() override {
        OwnFolder::SetUp();
        const char* const real = std::getenv("L2R_LKH");
        if (GetParam() == std::string("real") && real == nullptr)
            GTEST_SKIP() << "L2R_LKH does not name the program LKH-3";
        spec_ = GetParam() == std::string("real") ? std::string("lkh:") + real : stand_in("LKH");
    }

    std::string spec_;
};

TEST_P(AnyLkh, MakesFeasibleRoutesThatAreShorterThanTheStart) {
    const auto optimiser = make_lkh(spec_);
    const Outcome outcome = improve(*optimiser, instance_, start_, 1);
    expect_feasible_and_no_longer(instance_, start_, outcome);
    EXPECT_LT(length(instance_, outcome.solution), 0.9 * length(instance_, start_));
    EXPECT_TRUE(outcome.converged);
    EXPECT_GT(outcome.outside_seconds, 0);
}

TEST_P(AnyLkh, TakesEveryKindOfInstance) {
    const auto optimiser = make_lkh(spec_ + "?trials=1");
    for_many_instances(1, 1, 8, 21, [&](const Instance& instance, Random& random) {
        if (instance.total_demand() > 2'147'483'647) return;
        const Solution start = random_start(instance, random);
        expect_feasible_and_no_longer(instance, start, improve(*optimiser, instance, start, 1));
    });
}

TEST_P(AnyLkh, KeepsToTheLimitOnRoutes) {
    const auto optimiser = make_lkh(spec_);
    for (const Rounding rounding : {Rounding::none, Rounding::nearest}) {
        InstanceData data;
        Random random(22);
        choose_places(data, Layout::square, 12, random);
        for (Point& place : data.places) place = {1000 * place.x, 1000 * place.y};
        choose_demands(data, Loads::loose, 12, random);
        data.rounding = rounding;
        data.service = 50;
        data.route_limit = 2900;
        const Instance instance(data);
        const Solution start = random_start(instance, random);
        const Outcome outcome = improve(*optimiser, instance, start, 1);
        expect_feasible_and_no_longer(instance, start, outcome);
        EXPECT_LT(length(instance, outcome.solution), length(instance, start));
        EXPECT_GE(outcome.solution.routes(), 2) << "one route would carry all";
    }
}

TEST_P(AnyLkh, MakesDoWithTheVehiclesThereAre) {
    const Instance limited = instance_.with_vehicles(instance_.min_routes() + 1);
    Solution alone;
    for (Node customer = 1; customer <= limited.customers(); ++customer)
        alone.add_route(std::vector<Node>{customer});
    const Outcome outcome = improve(*make_lkh(spec_), limited, alone, 1);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_TRUE(faults(limited, outcome.solution).empty());
}

TEST_P(AnyLkh, AnOutcomeDoesNotDependOnTheRunsBeforeIt) {
    const Instance other = random_instance(9, 1, 1);
    const auto used = make_lkh(spec_ + "?trials=2");
    improve(*used, instance_, start_of(instance_, 8), 5);
    improve(*used, other, start_of(other, 8), 6);
    improve(*used, instance_, start_of(instance_, 9), 7);
    const auto fresh = used->clone();
    EXPECT_EQ(improve(*used, instance_, start_, 1).solution, improve(*fresh, instance_, start_, 1).solution);
}

TEST_P(AnyLkh, BeginsWithTheStart) {
    const Instance instance = random_instance(30, 1, 0);
    const auto optimiser = make_lkh(spec_ + "?trials=1");
    std::set<double> lengths;
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        lengths.insert(length(instance, improve(*optimiser, instance, start_of(instance, seed), 1).solution));
    EXPECT_GE(lengths.size(), 4U);
}

TEST_P(AnyLkh, AStartThatCannotBeImprovedComesBack) {
    const Instance line(
        {"line", {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {0, 1, 1, 1}, 3, Metric::euclidean, Rounding::none, {}});
    const auto optimiser = make_lkh(spec_);
    const Outcome outcome = improve(*optimiser, line, Solution{{1, 2, 3}}, 1);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(length(line, outcome.solution), 6);
}

TEST_P(AnyLkh, StartsOfManyRoutesAndEmptyOnesFit) {
    Solution alone;
    for (Node customer = 1; customer <= instance_.customers(); ++customer) {
        alone.add_route(std::vector<Node>{customer});
        alone.add_route({});
    }
    const auto optimiser = make_lkh(spec_ + "?vehicles=1");
    expect_feasible_and_no_longer(instance_, alone, improve(*optimiser, instance_, alone, 1));
}

TEST_P(AnyLkh, AStoppedRunEndsAtOnce) {
    const auto optimiser = make_lkh(spec_ + "?trials=1000000");
    const auto begun = Stop::Clock::now();
    const Outcome outcome = improve(*optimiser, instance_, start_, 1, {.stop = Stop::after(1)});
    EXPECT_LT(seconds_since(begun), 5);
    expect_feasible_and_no_longer(instance_, start_, outcome);
    EXPECT_LT(length(instance_, outcome.solution), length(instance_, start_));
}

INSTANTIATE_TEST_SUITE_P(Programs, AnyLkh, testing::Values("stand_in", "real"),
                         [](const auto& program) { return std::string(program.param); });

TEST_F(Lkh, WhatGoesWrongIsToldAndTheStartComesBack) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"crash", "SIGSEGV"},
        {"fail", "this stand-in does not want to"},
        {"silent", "LKH ended without a feasible tour"},
        {"fifo", "LKH ended without a feasible tour"},
        {"vanish", "LKH ended without a feasible tour"},
        {"half", "the tour file ends before its -1"},
        {"double", "not feasible"},
        {"short", "nodes, not"},
        {"overload", "not feasible"}};
    for (const auto& [name, reason] : cases) {
        const Outcome outcome = outcome_of(name);
        EXPECT_NE(outcome.failure.find(reason), std::string::npos) << name << ": " << outcome.failure;
        EXPECT_EQ(outcome.solution, start_) << name;
        EXPECT_FALSE(outcome.converged) << name;
    }
}

TEST_F(Lkh, AProblemThatIsGoneAfterAGoodAnswerIsWrittenAgain) {
    const auto optimiser = make_lkh(stand_in("forget"));
    for (int run = 0; run < 2; ++run)
        expect_feasible_and_no_longer(instance_, start_, improve(*optimiser, instance_, start_, 1));
}

TEST_F(Lkh, ALongerAnswerIsNotTaken) {
    const Solution good = outcome_of("LKH").solution;
    const auto optimiser = make_lkh(stand_in("longer"));
    const Outcome outcome = improve(*optimiser, instance_, good, 1);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(outcome.solution, good);
}

TEST_F(Lkh, ARunPastItsSecondsGivesTheBestOfItsTrials) {
    const Outcome outcome = outcome_of("slow", "?seconds=1");
    expect_feasible_and_no_longer(instance_, start_, outcome);
    EXPECT_LT(length(instance_, outcome.solution), length(instance_, start_));
}

TEST_F(Lkh, ARunThatIsStoppedBeforeItsFirstTrialEndsGivesTheStart) {
    const Outcome outcome = outcome_of("stuck", "", {.stop = Stop::after(1)});
    EXPECT_EQ(outcome.solution, start_);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_FALSE(outcome.converged);
}

TEST_F(Lkh, AProgramThatNeverAnswersIsGivenUp) {
    const auto optimiser = make_lkh(stand_in("fail"));
    const std::string message = message_of<OutsideError>([&] {
        for (int run = 0; run < OutsideOptimiser::hopeless; ++run) improve(*optimiser, instance_, start_, 1);
    });
    EXPECT_NE(message.find("this stand-in does not want to"), std::string::npos) << message;
}

TEST_F(Lkh, NoFilesAreLeftBehind) {
    const std::string before = std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR");
    ::setenv("TMPDIR", folder_.c_str(), 1);
    stand_in("LKH");
    outcome_of("LKH");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
    if (before.empty())
        ::unsetenv("TMPDIR");
    else
        ::setenv("TMPDIR", before.c_str(), 1);
}

TEST_F(Lkh, SettingsThatDoNotExistAreRefused) {
    const auto refusal = [&](const std::string& spec) {
        return message_of<InputError>([&] { make_lkh(spec); });
    };
    const std::string good = stand_in("LKH");
    EXPECT_NE(refusal(good + "?trials=0").find("trials is a whole number from 1"), std::string::npos);
    EXPECT_NE(refusal(good + "?trials=1.5").find("trials is a whole number"), std::string::npos);
    EXPECT_NE(refusal(good + "?trials").find("trials is a whole number"), std::string::npos);
    EXPECT_NE(refusal(good + "?tries=3").find("there are trials, vehicles and seconds"), std::string::npos);
    EXPECT_NE(refusal("lkh:").find("names no program"), std::string::npos);
    EXPECT_NE(message_of<OutsideError>([] { make_lkh("lkh:/no/such/LKH"); }).find("/no/such/LKH"),
              std::string::npos);
}

}  // namespace
}  // namespace l2r

#pragma once

#include <gtest/gtest.h>

#include "explore/defaults.hpp"
#include "explore/explore.hpp"
#include "explore/optimisers.hpp"
#include "problem/generate.hpp"
#include "support/after_stop.hpp"
#include "support/paths.hpp"
#include "support/reading_scorers.hpp"
#include "support/toy_search.hpp"

namespace l2r::test {

/// Stops explorations after some CPU seconds: every strategy with every scorer and optimiser.
class StoppedExplorations {
  public:
    StoppedExplorations(int customers, std::vector<double> when)
        : instance_(random_instance(customers, 1, 0, 100)), when_(std::move(when)) {
        settings_.guidance.candidates = 50;
        settings_.population.size = 50;
        settings_.population.most_alike = 0.9;
        settings_.stop.seconds = 1000;
    }

    void expect_soon(const Optimiser& optimiser, const Scorer& scorer, const std::string& scorer_name) {
        for (const Strategy strategy : strategies())
            for (const Construction construction : {Construction::random, Construction::savings}) {
                settings_.strategy = strategy;
                settings_.construction = construction;
                const std::string what = optimiser.name() + ", " + scorer_name + ", " +
                                         std::string(strategy_name(strategy)) + ", " +
                                         std::string(construction_name(construction));
                expect_soon(what, [&] { explore(instance_, optimiser, &scorer, settings_); });
                if (strategy == Strategy::restart || strategy == Strategy::perturb)
                    expect_soon("probe of " + what, [&] {
                        measure_guidance_cost(instance_, optimiser, scorer, settings_,
                                              Stop::after(1000, settings_.stop.flag));
                    });
            }
    }

  private:
    void expect_soon(const std::string& what, const std::function<void()>& task) {
        for (const double seconds : when_)
            EXPECT_LT(cpu_seconds_after_stop(seconds,
                                             [&](const std::atomic<bool>& flag) {
                                                 settings_.stop.flag = &flag;
                                                 task();
                                             }),
                      soon_after_stop)
                << what << ", after " << seconds << " s";
    }

    const Instance instance_;
    const std::vector<double> when_;
    ExploreSettings settings_;
};

inline void expect_explorations_to_end_soon(int customers, const std::vector<double>& when) {
    StoppedExplorations explorations(customers, when);
    for (const auto& scorer : all_scorers())  // with runs that take no time, so that most is scoring
        explorations.expect_soon(ToyOptimiser(leave_alone), *scorer, scorer->name());
    for (const std::string& optimiser : {std::string("anneal"), std::string("paper"), std::string("granular"),
                                         "learnt:" + shipped_weights("policy-20")})
        explorations.expect_soon(*make_optimiser(optimiser), *load_scorer("length"), "length");
}

}  // namespace l2r::test

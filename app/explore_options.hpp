#pragma once

#include <memory>
#include <optional>

#include "explore/explore.hpp"

namespace CLI {
class App;
}

namespace l2r {

/// What the command line says about an exploration; `settings` fills in what it leaves open.
class ExploreOptions {
  public:
    /// Adds --strategy, --routes, --pick, --construction, --cycles, --optimiser and --seed to a command, and
    /// the stop rules
    /// --time, --runs, --target and --idle. Without any of these, `default_seconds` is the time limit.
    void add_to(CLI::App& command, double default_seconds);

    /// For an instance of so many customers.
    ExploreSettings settings(int customers) const;
    std::unique_ptr<Optimiser> optimiser() const;

  private:
    void add_stop_rules(CLI::App& command, double default_seconds);

    ExploreSettings settings_;
    std::string optimiser_ = "paper";
    std::optional<Construction> construction_;
    std::optional<Pick> pick_;
    std::optional<double> seconds_, target_;
    std::optional<std::int64_t> runs_, idle_runs_;
    double default_seconds_ = 0;
};

}  // namespace l2r

#pragma once

#include <memory>
#include <string>

#include "explore/explore_settings.hpp"
#include "explore/optimisers.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace l2r {

/// --optimiser NAME; for programs outside, --run-time SECONDS; for its settings, --set NAME=NUMBER and
/// --settings.
struct OptimiserOption {
    std::string name = "paper";

    void add_to(CLI::App& command);
    /// Whether the command line names one.
    bool is_given() const;
    /// With its settings. Throws InputError where one is unknown or out of range, or an option does not
    /// belong to it.
    std::unique_ptr<Optimiser> make() const;
    /// The same, where settings of an exploration may be among those that are set.
    std::unique_ptr<Optimiser> make(OptimiserSettings& settings, ExploreSettings& explore) const;
    /// The names of all that are set.
    std::vector<std::string> names_set() const;

  private:
    std::unique_ptr<Optimiser> make_with(OptimiserSettings& settings, const SettingList& list) const;

    double run_seconds_ = OutsideSettings().seconds;
    std::vector<std::string> assignments_;
    const CLI::Option *option_ = nullptr, *run_time_ = nullptr;
};

/// Says on standard error what went wrong with an optimiser that is a program outside, if anything did.
void tell_failures(const Optimiser& optimiser);

}  // namespace l2r

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "optimise/paper/local_search.hpp"

namespace l2r::learnt {

/// What a policy sees of a run before each sweep. All are shares and ratios, so that units do not matter. Of
/// each move, in the order of a cycle:
///   changed   share of the routes that have changed since its last sweep looked at them; 0: it is not open
///   recent    1 over the number of sweeps since its last, that included; 0: there was none
///   gain      ten times what its last sweep gained, over the length before that
/// Then of the run as it is.
struct PolicyFeature {
    std::string_view kind, of;  ///< `of`: the move, or nothing
    std::string name() const { return std::string(kind) + std::string(of); }
};
constexpr std::array features_of_moves{"changed.", "recent.", "gain."};
constexpr std::array features_of_runs{
    "length_to_start",    // the length over that of the start
    "length_to_star",     // the length over that of a route to each customer
    "sweeps",             // s / (s + 10) after s sweeps
    "slack",              // share of the routes' capacity that is free
    "routes_to_least",    // routes over those that any solution needs, less 1
    "customers_a_route",  // a tenth of them
};
constexpr auto policy_features = [] {
    std::array<PolicyFeature, features_of_moves.size() * paper::all_moves.size() + features_of_runs.size()>
        all{};
    PolicyFeature* next = all.data();
    for (const char* const kind : features_of_moves)
        for (const std::string_view move : paper::move_names) *next++ = {kind, move};
    for (const char* const kind : features_of_runs) *next++ = {kind, ""};
    return all;
}();
using PolicyRow = std::array<float, policy_features.size()>;

/// Measures one run after another, from sweep to sweep.
class RunHistory {
  public:
    void begin(const Instance& instance);
    /// Before each sweep.
    const PolicyRow& measure(const paper::SearchState& state);
    /// The move of the sweep that comes next.
    void choose(paper::MoveKind move);

  private:
    std::uint64_t instance_ = 0;  ///< whose numbers the next three are
    double star_cost_ = 0;
    double loads_ = 0;  ///< total demand over capacity
    double least_routes_ = 0, customers_ = 0;
    int sweeps_ = 0;
    paper::MoveKind latest_ = paper::MoveKind::two_opt;
    std::array<int, paper::all_moves.size()> last_sweep_{};  ///< of each move, counted from 1; 0: none
    double start_cost_ = 0, cost_ = 0;
    PolicyRow row_{};
};

}  // namespace l2r::learnt

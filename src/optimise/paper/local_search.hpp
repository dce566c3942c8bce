#pragma once

#include <algorithm>
#include <memory>

#include "optimise/optimiser.hpp"
#include "optimise/paper/move_kind.hpp"

namespace l2r::paper {

/// A run of the local search between two sweeps; a sweep is one move applied to every route, or pair of
/// routes.
struct SearchState {
    std::int64_t cost = 0;  ///< length in steps
    int routes = 0;         ///< that have customers
    /// Of each move: how many routes have changed since its last sweep looked at them. Where none has, the
    /// move has nothing to gain.
    std::array<int, all_moves.size()> changed{};

    bool is_open(MoveKind move) const { return changed[index_of(move)] > 0; }
    bool any_open() const {
        return std::any_of(all_moves.begin(), all_moves.end(),
                           [this](MoveKind move) { return is_open(move); });
    }
};

/// Says which move comes next, in place of the fixed cycle.
class SweepChooser {
  public:
    virtual ~SweepChooser() = default;
    /// One of the open moves; at least one is.
    virtual MoveKind next(const SearchState& state) = 0;
};

/// The paper's optimiser: 2-opt and relocate within a route, then cross, exchange and relocate between two
/// routes, in cycles until one gains nothing. Each move is applied to every route, or pair of routes in index
/// order, best change first, until that route or pair gains no more (docs/method.md).
///
/// Routes and pairs that have not changed since they were last searched are skipped, as are the settled
/// routes of a start, so a perturbed start costs in proportion to what was perturbed.
class LocalSearch : public Optimiser {
  public:
    LocalSearch();
    ~LocalSearch() override;
    std::string name() const override { return "paper"; }
    OptimiserTraits traits() const override { return {.has_cycles = true, .refuses_times = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<LocalSearch>(); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;
    /// The same with sweeps in the order of `chooser`, until no move has anything to gain; as many sweeps as
    /// there are moves count as a cycle.
    Outcome improve_by(SweepChooser& chooser, const Instance& instance, const Start& start,
                       const Budget& budget);

  private:
    template <class Task>
    Outcome with_search(const Instance& instance, const Start& start, const Stop& stop, Task task);

    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace l2r::paper

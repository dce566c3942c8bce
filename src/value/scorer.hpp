#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "start/start.hpp"
#include "value/view.hpp"

namespace l2r {

/// The score of a candidate that a stop came before, or of which a network makes no finite number.
constexpr double unread = std::numeric_limits<double>::infinity();

/// Says which of several starts of one instance will end shortest, for far less than a run of the optimiser.
///
/// The scores depend on the arguments and, of scorers that learn during the search, on what they have
/// learned. One object serves one thread; `clone` makes another.
class Scorer {
  public:
    virtual ~Scorer() = default;
    virtual std::string name() const = 0;
    virtual std::unique_ptr<Scorer> clone() const = 0;

    /// Throws InputError for an instance that it cannot score.
    virtual void check(const Instance& /*instance*/) const {}
    /// One number a candidate; lower is predicted shorter. It may move candidates on: Start::cycles counts
    /// that. Asked to stop, it returns soon: candidates that it has not read by then are `unread`.
    virtual std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                                      const Stop& stop) = 0;
    /// Whether it moves candidates on: then scoring one costs a good part of a run.
    virtual bool moves_starts() const { return false; }
    /// Whether another process scores: CPU time of this one does not tell then what a score takes, and the
    /// first one may wait for that process to start.
    virtual bool is_outside() const { return false; }
    /// Whether that process, and those of clones, have been asked in vain: a stop came before every answer.
    virtual bool is_silent() const { return false; }
    /// How it reads routes. An AdaptiveScorer around it reads them alike.
    virtual View view() const { return View::given; }

    virtual bool learns() const { return false; }
    /// What a run from this start ended with. Asked to stop, it may leave that unlearned.
    virtual void learn(const Instance&, const Start&, double /*length*/, const Stop&) {}
};

}  // namespace l2r

#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "start/start.hpp"
#include "value/view.hpp"

namespace l2r {

/// Says which of several starts of one instance will end shortest, without running the optimiser.
///
/// The scores depend on the arguments and on what was learned on the way, for those that do. One object
/// serves one thread; `clone` makes another.
class Scorer {
  public:
    virtual ~Scorer() = default;
    virtual std::string name() const = 0;
    virtual std::unique_ptr<Scorer> clone() const = 0;
    /// One number a candidate; lower is predicted shorter.
    virtual std::vector<double> score(const Instance& instance, std::span<const Start> candidates) = 0;
    /// How it looks at starts.
    virtual View view() const { return View::given; }

    virtual bool learns() const { return false; }
    /// What a run from this start ended with.
    virtual void learn(const Instance&, const Start&, double /*length*/) {}
};

}  // namespace l2r

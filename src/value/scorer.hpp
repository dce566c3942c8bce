#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "start/start.hpp"

namespace l2r {

/// Says which of several starts of one instance will end shortest, without running the optimiser.
///
/// The scores depend on the arguments alone. One object serves one thread; `clone` makes another.
class Scorer {
  public:
    virtual ~Scorer() = default;
    virtual std::string name() const = 0;
    virtual std::unique_ptr<Scorer> clone() const = 0;
    /// One number a candidate; lower is predicted shorter.
    virtual std::vector<double> score(const Instance& instance, std::span<const Start> candidates) = 0;
};

}  // namespace l2r

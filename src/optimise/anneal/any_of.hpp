#pragma once

#include <tuple>
#include <vector>

#include "base/random.hpp"
#include "optimise/granular/plan.hpp"

namespace l2r::anneal {

/// One of several removals, drawn evenly each time. A removal has `remove(plan, centre, random, removed)`,
/// which takes customers around one of them off their routes and adds them to `removed`.
template <class... Removals>
class AnyOf {
  public:
    explicit AnyOf(Removals... removals) : all_(std::move(removals)...) {}

    template <class Costs>
    void remove(granular::Plan<Costs>& plan, Node centre, Random& random, std::vector<Node>& removed) {
        constexpr std::uint32_t count = sizeof...(Removals);
        const std::uint32_t drawn = count == 1 ? 0 : random.below(count);
        std::uint32_t index = 0;
        std::apply(
            [&](Removals&... removals) {
                (..., (index++ == drawn ? removals.remove(plan, centre, random, removed) : void()));
            },
            all_);
    }

  private:
    std::tuple<Removals...> all_;
};

}  // namespace l2r::anneal

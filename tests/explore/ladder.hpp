#pragma once

#include <algorithm>
#include <memory>

#include "support/toy_search.hpp"

namespace l2r {

/// Twenty customers on a line at 1 .. 20, the depot at 0, and one vehicle could take them all.
inline Instance line_instance() {
    InstanceData data;
    data.name = "line";
    for (int x = 0; x <= 20; ++x) {
        data.places.push_back({static_cast<double>(x), 0});
        data.demands.push_back(x == 0 ? 0 : 1);
    }
    data.capacity = 20;
    return Instance(data);
}

/// Customers 1 .. `rung` on a route each and one for the others: the higher the rung, the longer.
inline Solution rung_solution(int rung) {
    Solution solution;
    std::vector<Node> rest;
    for (Node customer = 1; customer <= 20; ++customer) {
        const std::vector<Node> alone{customer};
        if (customer <= rung)
            solution.add_route(alone);
        else
            rest.push_back(customer);
    }
    if (!rest.empty()) solution.add_route(rest);
    return solution;
}

/// 40 for the long route, and 2, 4, 6 ... for those alone.
inline double rung_length(int rung) {
    return 40.0 + rung * (rung + 1);
}

/// An optimiser for `line_instance` whose i-th run, whatever the start, ends at rung `script[i]`; past the
/// script's end it stays at the last one. For explorations on one thread.
class Ladder : public ToyOptimiser {
  public:
    explicit Ladder(std::vector<int> script) : Ladder(std::move(script), std::make_shared<std::size_t>(0)) {}
    std::size_t runs() const { return *runs_; }

  private:
    Ladder(std::vector<int> script, const std::shared_ptr<std::size_t>& runs)
        : ToyOptimiser([script = std::move(script), runs](const Instance&, const Start&, const Budget&) {
              return Outcome{rung_solution(script[std::min((*runs)++, script.size() - 1)]), 1, true};
          }),
          runs_(runs) {}

    std::shared_ptr<std::size_t> runs_;
};

}  // namespace l2r

#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "problem/solution.hpp"

namespace l2r {

/// Solutions that are recombined, as they were when they were drawn up. Copies share them.
class Parents {
  public:
    struct Member {
        std::shared_ptr<const Solution> solution;
        std::shared_ptr<const std::vector<std::uint64_t>> edges;  ///< of the solution
        double rank;                                              ///< the lower, the worthier
    };

    void add(Member member) { members_.push_back(std::move(member)); }
    const std::vector<Member>& members() const { return members_; }

    /// Two members, each the worthier of two that are drawn. There must be two members.
    std::pair<const Solution&, const Solution&> draw(Random& random) const {
        const auto draw_one = [&] { return random.below(static_cast<std::uint32_t>(members_.size())); };
        const auto draw_worthy = [&] {
            const std::uint32_t a = draw_one(), b = draw_one();
            return members_[a].rank <= members_[b].rank ? a : b;
        };
        const std::uint32_t first = draw_worthy();
        std::uint32_t second = first;
        while (second == first) second = draw_worthy();
        return {*members_[first].solution, *members_[second].solution};
    }

  private:
    std::vector<Member> members_;
};

}  // namespace l2r

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explore/parents.hpp"
#include "explore/runner.hpp"

namespace l2r {

/// Good solutions that are unlike one another, to be recombined. As in HGS-CVRP (Vidal, 2022) the worth of a
/// member is its rank by length and its rank by how little it shares with those that are most like it.
class Elite {
  public:
    explicit Elite(const EliteSettings& settings) : settings_(settings) {}

    /// Takes a solution in, unless it is there already; whether it is the shortest then. Where there are too
    /// many then, those worth least leave until the elite has its size. The shortest never leaves.
    bool add(const Parent& solution);
    /// Lets at least so many stay, up to a hundred, and as many join before others leave.
    void make_room_for(int members) {
        constexpr int enough = 100;  // each is compared with all others
        settings_.size = std::max(settings_.size, std::min(members, enough));
        settings_.newcomers = std::max(settings_.newcomers, std::min(members, enough));
    }
    int size() const { return static_cast<int>(members_.size()); }

    /// Its members as they are now.
    Parents parents() const;

  private:
    struct Kept {
        Solution solution;
        double length;
        std::vector<std::uint64_t> edges;
    };
    struct Member {
        std::shared_ptr<const Kept> kept;
        std::vector<double> distances;  ///< to each member: the share of edges that are not shared
    };

    void remove_least_worth();
    /// Of each member; 0 is the best.
    std::vector<double> ranks() const;
    double distance_to_nearest(const Member& member) const;

    EliteSettings settings_;
    std::vector<Member> members_;
};

}  // namespace l2r

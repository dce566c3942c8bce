#include "start/packed.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "problem/segment.hpp"

namespace l2r {
namespace {

/// Loads are counted one by one.
constexpr std::int32_t largest_capacity = 100'000;

/// Fills vehicles with customers, of whom the largest demands come first.
class Packer {
  public:
    Packer(const Instance& instance, const Stop& stop)
        : instance_(instance), stop_(stop), added_(static_cast<std::size_t>(instance.capacity()) + 1) {
        for (Node customer = 1; customer < instance.nodes(); ++customer) left_.push_back(customer);
        std::stable_sort(left_.begin(), left_.end(),
                         [&](Node a, Node b) { return instance.demand(a) > instance.demand(b); });
    }

    bool is_done() const { return left_.empty(); }

    /// The customers of one vehicle; they are no longer left.
    std::vector<Node> next_route() {
        std::vector<Node> route{left_.front()};
        for (std::int32_t load = fullest(instance_.demand(route[0])); load > instance_.demand(route[0]);
             load -= instance_.demand(route.back()))
            route.push_back(added_[static_cast<std::size_t>(load)]);
        // Those without demand fit anywhere, and no load shows them.
        while (!left_.empty() && instance_.demand(left_.back()) == 0 && left_.back() != route[0]) {
            route.push_back(left_.back());
            left_.pop_back();
        }
        std::erase_if(left_, [&](Node customer) {
            return std::find(route.begin(), route.end(), customer) != route.end();
        });
        return route;
    }

  private:
    /// The largest load that customers make together with the first one, and in `added_` the last of them for
    /// every load on the way there.
    std::int32_t fullest(std::int32_t first) {
        std::fill(added_.begin(), added_.end(), none);
        loads_.assign(1, first);
        std::int32_t most = first;
        for (std::size_t i = 1; i < left_.size() && most < instance_.capacity() && !stop_.requested(); ++i) {
            const std::int32_t demand = instance_.demand(left_[i]);
            if (demand == 0) break;
            for (std::size_t known = loads_.size(); known-- > 0;) {
                const std::int32_t load = loads_[known] + demand;
                if (load > instance_.capacity() || added_[static_cast<std::size_t>(load)] != none) continue;
                added_[static_cast<std::size_t>(load)] = left_[i];
                loads_.push_back(load);
                most = std::max(most, load);
            }
        }
        return most;
    }

    static constexpr Node none = 0;

    const Instance& instance_;
    const Stop& stop_;
    std::vector<Node> left_;           ///< largest demands first
    std::vector<Node> added_;          ///< by load: the customer that made it
    std::vector<std::int32_t> loads_;  ///< that can be made
};

}  // namespace

Solution packed_start(const Instance& instance, const Stop& stop) {
    if (!Limits(instance).only_capacity() || instance.capacity() > largest_capacity) return {};
    Packer packer(instance, stop);
    Solution result;
    while (!packer.is_done()) {
        if (stop.requested()) return {};
        result.add_route(packer.next_route());
    }
    return result;
}

}  // namespace l2r

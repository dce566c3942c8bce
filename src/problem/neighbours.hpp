#pragma once

#include <span>
#include <vector>

#include "base/stop.hpp"
#include "problem/instance.hpp"

namespace l2r {

/// Of every customer the others that are nearest to it, nearest first: lists of one length, in one array.
class Neighbours {
  public:
    struct Entry {
        std::int32_t cost;
        Node node;
    };

    /// Lists of `count`, or of all other customers where there are fewer. A stop that is requested leaves
    /// them empty.
    Neighbours(const Instance& instance, int count, const Stop& stop = Stop());

    /// How many each customer has.
    int count() const { return count_; }
    std::span<const Entry> of(Node customer) const {
        const auto count = static_cast<std::size_t>(count_);
        return {entries_.data() + static_cast<std::size_t>(customer - 1) * count, count};
    }

  private:
    int count_;
    std::vector<Entry> entries_;
};

}  // namespace l2r

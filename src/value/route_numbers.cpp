#include "value/route_numbers.hpp"

#include <algorithm>

namespace l2r {
namespace {

constexpr std::size_t places = 4 * RouteNumbers::limit;

std::size_t hash(std::span<const Node> route) {
    std::uint64_t sum = route.size();
    for (const Node customer : route) {
        sum = (sum ^ static_cast<std::uint64_t>(customer)) * 0x9E3779B97F4A7C15u;  // 2^64 / golden ratio
        sum ^= sum >> 29;
    }
    return sum % places;
}

}  // namespace

void RouteNumbers::clear() {
    customers_.clear();
    begins_.assign(1, 0);
    table_.assign(places, -1);
}

bool RouteNumbers::is(int number, std::span<const Node> route) const {
    const std::size_t begin = begins_[static_cast<std::size_t>(number)],
                      end = begins_[static_cast<std::size_t>(number) + 1];
    return end - begin == route.size() && std::equal(route.begin(), route.end(), &customers_[begin]);
}

int RouteNumbers::of(std::span<const Node> route) {
    std::size_t place = hash(route);
    for (; table_[place] >= 0; place = (place + 1) % places)
        if (is(table_[place], route)) return table_[place];
    table_[place] = static_cast<std::int16_t>(count());
    customers_.insert(customers_.end(), route.begin(), route.end());
    begins_.push_back(customers_.size());
    return table_[place];
}

}  // namespace l2r

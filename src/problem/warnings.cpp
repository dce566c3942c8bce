#include "problem/warnings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number.hpp"

namespace l2r {
namespace {

/// The nearest node that is at another place.
Node nearest(const Instance& instance, Node node) {
    Node found = node;
    double least = std::numeric_limits<double>::infinity();
    for (Node other = 0; other < instance.nodes(); ++other)
        if (const double distance = instance.unrounded(node, other); distance > 0 && distance < least) {
            least = distance;
            found = other;
        }
    return found;
}

/// Distances of which rounding leaves nothing: between near neighbours, which is what routes are made of.
std::string of_rounding(const Instance& instance) {
    if (instance.rounding() == Rounding::none) return {};
    constexpr int least_looked_at = 20, comparisons = 2'000'000;
    const int customers = instance.customers();
    const int step = std::max(1, customers / std::max(least_looked_at, comparisons / instance.nodes()));
    int looked_at = 0, changed = 0;
    std::string example;
    for (Node customer = 1; customer <= customers; customer += step, ++looked_at) {
        const Node other = nearest(instance, customer);
        const double exact = instance.unrounded(customer, other),
                     counted = instance.distance(customer, other);
        if (std::abs(counted - exact) <= exact / 2) continue;
        ++changed;
        if (example.empty()) example = short_number(exact) + " to " + short_number(counted);
    }
    if (2 * changed <= looked_at) return {};
    return std::string("rounding to ") +
           (instance.rounding() == Rounding::tenths ? "tenths" : "whole numbers") +
           " changes most distances between near neighbours by more than half, such as " + example +
           "; read them exactly (round: none), or give coordinates in a smaller unit";
}

}  // namespace

std::vector<std::string> warnings(const Instance& instance) {
    std::vector<std::string> found;
    if (std::string text = of_rounding(instance); !text.empty()) found.push_back(std::move(text));
    return found;
}

}  // namespace l2r

#include "base/random.hpp"

namespace l2r {
namespace {

/// One step of SplitMix64: spreads a counter over all 64 bits.
std::uint64_t split_mix(std::uint64_t& counter) {
    std::uint64_t z = (counter += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t group, std::uint64_t item) {
    std::uint64_t counter = seed;
    counter = split_mix(counter) ^ group;
    counter = split_mix(counter) ^ item;
    for (std::uint64_t& word : state_) word = split_mix(counter);
}

}  // namespace l2r

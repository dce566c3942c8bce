#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace l2r {

/// A stream of random numbers (xoshiro256**), the same on every machine and standard library.
/// Work item i of group j draws from the stream (seed, j, i), so results do not depend on who does the work.
class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t group = 0, std::uint64_t item = 0);

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// Uniform over 0 .. bound-1, without bias. bound must be positive.
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t reject_below = -bound % bound;
            while (static_cast<std::uint32_t>(product) < reject_below) product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// Uniform over [0, 1), 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// Every order of `items` equally likely.
    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left)
            std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
    }

  private:
    static std::uint64_t rotate(std::uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }

    std::uint64_t state_[4];
};

}  // namespace l2r

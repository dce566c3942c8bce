#include "base/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace l2r {
namespace {

using Word = std::uint32_t;
constexpr std::size_t block_size = 64;

constexpr std::array<int, 64> first_primes() {
    std::array<int, 64> primes{};
    std::size_t found = 0;
    for (int candidate = 2; found < primes.size(); ++candidate) {
        bool is_prime = true;
        for (std::size_t i = 0; i < found && is_prime; ++i) is_prime = candidate % primes[i] != 0;
        if (is_prime) primes[found++] = candidate;
    }
    return primes;
}

/// The first 32 bits of the fraction of the square root (power 2) or cube root (power 3) of `n`: the largest
/// x with x^power <= n * 2^(32 power), less its whole part.
constexpr Word root_fraction(int n, int power) {
    __extension__ using Wide = unsigned __int128;
    // x stays below 2^37, so that x^3 < 2^111 fits.
    std::uint64_t root = 0;
    for (int bit = 36; bit >= 0; --bit) {
        const std::uint64_t trial = root | (std::uint64_t{1} << bit);
        Wide value = trial;
        for (int i = 1; i < power; ++i) value *= trial;
        if (value <= static_cast<Wide>(static_cast<unsigned>(n)) << (32 * power)) root = trial;
    }
    return static_cast<Word>(root);
}

constexpr std::array<Word, 64> make_round_constants() {
    std::array<Word, 64> constants{};
    const auto primes = first_primes();
    for (std::size_t i = 0; i < constants.size(); ++i) constants[i] = root_fraction(primes[i], 3);
    return constants;
}

constexpr std::array<Word, 8> make_initial_state() {
    std::array<Word, 8> state{};
    const auto primes = first_primes();
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = root_fraction(primes[i], 2);
    return state;
}

constexpr auto round_constants = make_round_constants();
constexpr auto initial_state = make_initial_state();

std::array<Word, 64> message_schedule(const std::byte* block) {
    std::array<Word, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t byte = 0; byte < 4; ++byte)
            w[i] = w[i] << 8 | static_cast<Word>(block[4 * i + byte]);
    for (std::size_t i = 16; i < 64; ++i) {
        const Word low = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const Word high = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    return w;
}

/// The standard's names: a .. h are the working variables.
void compress(std::array<Word, 8>& state, const std::byte* block) {
    const auto w = message_schedule(block);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const Word sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const Word t1 = h + sum1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const Word sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const Word t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    const Word added[] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

/// What is left after the whole blocks, a 1 bit, zeros, and the length in bits as 64 bits.
std::vector<std::byte> padded_tail(std::span<const std::byte> bytes) {
    const auto rest = bytes.last(bytes.size() % block_size);
    std::vector<std::byte> tail(rest.begin(), rest.end());
    tail.push_back(std::byte{0x80});
    while (tail.size() % block_size != block_size - 8) tail.push_back(std::byte{0});
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8) tail.push_back(static_cast<std::byte>(bits >> shift & 0xff));
    return tail;
}

}  // namespace

std::string sha256_hex(std::span<const std::byte> bytes) {
    auto state = initial_state;
    const std::size_t whole = bytes.size() / block_size * block_size;
    for (std::size_t i = 0; i < whole; i += block_size) compress(state, bytes.data() + i);
    const auto tail = padded_tail(bytes);
    for (std::size_t i = 0; i < tail.size(); i += block_size) compress(state, tail.data() + i);
    std::string hex;
    for (const Word word : state)
        for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
    return hex;
}

}  // namespace l2r

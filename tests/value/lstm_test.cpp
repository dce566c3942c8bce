#include "value/lstm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.hpp"

namespace l2r {
namespace {

constexpr int inputs = 3, hidden = 4;

template <class T>
std::vector<T> random_values(std::size_t count, Random& random) {
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(2 * random.uniform() - 1);
    return values;
}

template <class T>
struct Lstm {
    std::vector<T> input, recurrent, bias;

    explicit Lstm(Random& random)
        : input(random_values<T>(4 * hidden * inputs, random)),
          recurrent(random_values<T>(4 * hidden * hidden, random)),
          bias(random_values<T>(4 * hidden, random)) {}
    LstmWeights<T> weights() const { return {inputs, hidden, input.data(), recurrent.data(), bias.data()}; }
};

/// A sequence is its steps' inputs one after the other.
template <class T>
using Sequences = std::vector<std::vector<T>>;

template <class T>
Sequences<T> random_sequences(const std::vector<int>& lengths, Random& random) {
    Sequences<T> sequences;
    for (const int length : lengths)
        sequences.push_back(random_values<T>(static_cast<std::size_t>(length) * inputs, random));
    return sequences;
}

template <class T>
struct Packed {
    Packing packing;
    std::vector<T> x;
};

/// The sequences must come longest first.
template <class T>
Packed<T> pack(const Sequences<T>& sequences) {
    Packed<T> packed;
    packed.packing.sequences = static_cast<int>(sequences.size());
    for (std::size_t at = 0; at < sequences.front().size(); at += inputs) {
        packed.packing.active.push_back(0);
        for (const auto& sequence : sequences) {
            if (at >= sequence.size()) continue;
            ++packed.packing.active.back();
            ++packed.packing.total;
            for (std::size_t k = 0; k < inputs; ++k) packed.x.push_back(sequence[at + k]);
        }
    }
    return packed;
}

template <class T>
std::vector<T> last_states(const Lstm<T>& lstm, const Sequences<T>& sequences,
                           LstmMemory<T>* memory = nullptr) {
    const Packed<T> packed = pack(sequences);
    std::vector<T> last(sequences.size() * hidden, 77);
    lstm_forward(lstm.weights(), packed.packing, packed.x.data(), last.data(), memory);
    return last;
}

double logistic(double value) {
    return 1 / (1 + std::exp(-value));
}

/// The definition, for one sequence: (hidden).
std::vector<double> plain_last_state(const Lstm<double>& lstm, const std::vector<double>& sequence) {
    std::vector<double> state(hidden, 0), cell(hidden, 0);
    for (std::size_t at = 0; at < sequence.size(); at += inputs) {
        const auto gate = [&](int kind, int unit) {
            const int row = kind * hidden + unit;
            double sum = lstm.bias[row];
            for (int k = 0; k < inputs; ++k) sum += lstm.input[row * inputs + k] * sequence[at + k];
            for (int k = 0; k < hidden; ++k) sum += lstm.recurrent[row * hidden + k] * state[k];
            return sum;
        };
        std::vector<double> next(hidden);
        for (int unit = 0; unit < hidden; ++unit) {
            cell[unit] =
                logistic(gate(1, unit)) * cell[unit] + logistic(gate(0, unit)) * std::tanh(gate(2, unit));
            next[unit] = logistic(gate(3, unit)) * std::tanh(cell[unit]);
        }
        state = next;
    }
    return state;
}

/// Lengths 1 .. 9 in no even mixture, longest first.
std::vector<int> mixed_lengths(int count) {
    std::vector<int> lengths;
    for (int k = 0; k < count; ++k) lengths.push_back(9 - 8 * k / std::max(1, count - 1));
    return lengths;
}

template <class T>
void expect_near(const std::vector<T>& a, const std::vector<T>& b, double tolerance) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], tolerance) << "number " << k;
}

TEST(Lstm, EndsAsThePlainDefinitionDoes) {
    Random random(1);
    const Lstm<double> lstm(random);
    const auto sequences = random_sequences<double>({9, 5, 5, 3, 2, 1, 1}, random);
    std::vector<double> plain;
    for (const auto& sequence : sequences) {
        const std::vector<double> state = plain_last_state(lstm, sequence);
        plain.insert(plain.end(), state.begin(), state.end());
    }
    expect_near(last_states(lstm, sequences), plain, 1e-12);
}

TEST(Lstm, RunsAnyNumberOfSequencesAsOneByOne) {
    for (const int count : {1, 63, 64, 65, 128, 200}) {
        SCOPED_TRACE(count);
        Random random(2, static_cast<std::uint64_t>(count));
        const Lstm<float> lstm(random);
        const auto sequences = random_sequences<float>(mixed_lengths(count), random);
        std::vector<float> alone;
        for (const auto& sequence : sequences) {
            const std::vector<float> state = last_states<float>(lstm, {sequence});
            alone.insert(alone.end(), state.begin(), state.end());
        }
        expect_near(last_states(lstm, sequences), alone, 1e-6);
    }
}

TEST(Lstm, GivesTheSameWithMemoryAndWithout) {
    for (const int count : {1, 7, 150}) {
        Random random(3);
        const Lstm<float> lstm(random);
        const auto sequences = random_sequences<float>(mixed_lengths(count), random);
        LstmMemory<float> memory;
        EXPECT_EQ(last_states(lstm, sequences, &memory), last_states(lstm, sequences)) << count;
        EXPECT_EQ(last_states(lstm, sequences, &memory), last_states(lstm, sequences)) << "used again";
    }
}

TEST(Lstm, DoesNotDependOnWhereItsMemoryLies) {
    Random random(4);
    const Lstm<float> lstm(random);
    const auto sequences = random_sequences<float>(mixed_lengths(20), random);
    const std::vector<float> first = last_states(lstm, sequences);
    std::vector<std::vector<char>> in_the_way;
    for (std::size_t size = 8; size < 2'000; size += 16) {
        in_the_way.emplace_back(size);
        ASSERT_EQ(last_states(lstm, sequences), first) << size;
    }
}

/// A number that depends on all last states: their sum, each with a factor of its own.
double weighed(const std::vector<double>& last, const std::vector<double>& factors) {
    return std::inner_product(last.begin(), last.end(), factors.begin(), 0.0);
}

void expect_gradients(const std::vector<int>& lengths, std::uint64_t seed) {
    Random random(seed);
    Lstm<double> lstm(random);
    const auto sequences = random_sequences<double>(lengths, random);
    const auto factors = random_values<double>(sequences.size() * hidden, random);
    LstmMemory<double> memory;
    last_states(lstm, sequences, &memory);
    std::vector<double> input(lstm.input.size(), 77), recurrent(lstm.recurrent.size(), 77),
        bias(lstm.bias.size(), 77);
    lstm_backward(lstm.weights(), pack(sequences).packing, factors.data(), memory, input.data(),
                  recurrent.data(), bias.data());
    const auto compare = [&](const char* name, std::vector<double>& weights,
                             const std::vector<double>& gradient) {
        constexpr double step = 1e-5;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const double weight = weights[k];
            weights[k] = weight + step;
            const double above = weighed(last_states(lstm, sequences), factors);
            weights[k] = weight - step;
            const double below = weighed(last_states(lstm, sequences), factors);
            weights[k] = weight;
            ASSERT_NEAR(gradient[k], (above - below) / (2 * step), 1e-7) << name << " " << k;
        }
    };
    compare("input", lstm.input, input);
    compare("recurrent", lstm.recurrent, recurrent);
    compare("bias", lstm.bias, bias);
}

TEST(Lstm, HasTheGradientsOfFiniteDifferences) {
    expect_gradients({6, 4, 4, 2, 1, 1}, 5);
    expect_gradients({3, 3, 3}, 6);
    expect_gradients({1}, 7);
    expect_gradients({1, 1}, 8);
}

TEST(Lstm, AddsUpTheGradientsOfAllBlocks) {
    expect_gradients(mixed_lengths(150), 9);
}

}  // namespace
}  // namespace l2r

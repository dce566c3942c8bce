#include "value/lstm.hpp"

#include <Eigen/Core>
#include <algorithm>

namespace l2r {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using Column = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
template <class T>
using ConstColumn = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;

/// Sequences in a block. Its numbers stay in the cache from one step to the next.
constexpr int block_size = 64;

/// Calls task(first sequence, columns of each step) for each block of sequences.
template <class Task>
void for_each_block(const Packing& packing, const Task& task) {
    std::vector<int> active;
    for (int first = 0; first < packing.sequences; first += block_size) {
        active.clear();
        for (const int all : packing.active)
            if (all > first) active.push_back(std::min(all - first, block_size));
        task(first, active);
    }
}

/// The weights of input, bias and state side by side, for one product a step: (4 hidden, inputs + 1 +
/// hidden).
template <class T>
Matrix<T> joined_weights(const LstmWeights<T>& weights) {
    const int gates = 4 * weights.hidden;
    Matrix<T> joined(gates, weights.inputs + 1 + weights.hidden);
    joined.leftCols(weights.inputs) = Eigen::Map<const RowMajor<T>>(weights.input, gates, weights.inputs);
    joined.col(weights.inputs) = Eigen::Map<const Vector<T>>(weights.bias, gates);
    joined.rightCols(weights.hidden) =
        Eigen::Map<const RowMajor<T>>(weights.recurrent, gates, weights.hidden);
    return joined;
}

template <class T>
Eigen::Map<Matrix<T>> columns(AlignedVector<T>& data, std::ptrdiff_t rows, std::ptrdiff_t first, int count) {
    return {data.data() + rows * first, rows, count};
}

template <class T>
Eigen::Map<const Matrix<T>> columns(const AlignedVector<T>& data, std::ptrdiff_t rows, std::ptrdiff_t first,
                                    int count) {
    return {data.data() + rows * first, rows, count};
}

/// One step of one sequence: activates its gates, and takes its cell and its state on.
template <class T>
void step_on(int hidden, T* gates, T* cell, T* squashed, T* state) {
    Column<T> in_and_forget(gates, 2 * hidden), candidate(gates + 2 * hidden, hidden),
        out(gates + 3 * hidden, hidden), c(cell, hidden), end(squashed, hidden);
    in_and_forget = in_and_forget.logistic();
    candidate = candidate.tanh();
    out = out.logistic();
    c = in_and_forget.tail(hidden) * c + in_and_forget.head(hidden) * candidate;
    end = c.tanh();
    Column<T>(state, hidden) = out * end;
}

/// The same step in the backward pass. Takes the gradients of state and cell after it to those of its gates,
/// before activation, and of the cell before it.
template <class T>
void step_back(int hidden, const T* gates, const T* cell, const T* squashed, const T* state_gradient,
               T* cell_gradient, T* gate_gradient) {
    const ConstColumn<T> in(gates, hidden), forget(gates + hidden, hidden),
        candidate(gates + 2 * hidden, hidden), out(gates + 3 * hidden, hidden), before(cell, hidden),
        end(squashed, hidden), dh(state_gradient, hidden);
    Column<T> dc(cell_gradient, hidden);
    dc += dh * out * (1 - end * end);
    Column<T>(gate_gradient, hidden) = dc * candidate * in * (1 - in);
    Column<T>(gate_gradient + hidden, hidden) = dc * before * forget * (1 - forget);
    Column<T>(gate_gradient + 2 * hidden, hidden) = dc * in * (1 - candidate * candidate);
    Column<T>(gate_gradient + 3 * hidden, hidden) = dh * end * out * (1 - out);
    dc *= forget;
}

}  // namespace

template <class T>
void lstm_forward(const LstmWeights<T>& weights, const Packing& packing, const T* x, T* last,
                  LstmMemory<T>* memory, const StopPoll& stop) {
    const int hidden = weights.hidden, inputs = weights.inputs, joint = inputs + 1 + hidden;
    const Matrix<T> joined = joined_weights(weights);
    // With memory every step keeps its columns; without, all steps use the same.
    LstmMemory<T> scratch;
    LstmMemory<T>& kept = memory == nullptr ? scratch : *memory;
    const auto room = static_cast<std::size_t>(memory == nullptr ? block_size : packing.total);
    kept.joint.resize(room * static_cast<std::size_t>(joint));
    kept.gates.resize(room * static_cast<std::size_t>(4 * hidden));
    kept.cells.resize(room * static_cast<std::size_t>(hidden));
    kept.squashed.resize(room * static_cast<std::size_t>(hidden));
    Matrix<T> cell(hidden, block_size);
    std::ptrdiff_t at = 0;
    for_each_block(packing, [&](int first, const std::vector<int>& active) {
        Eigen::Map<Matrix<T>> state(last + static_cast<std::ptrdiff_t>(first) * hidden, hidden,
                                    active.front());
        state.setZero();
        cell.setZero();
        const T* step = x + static_cast<std::ptrdiff_t>(first) * inputs;
        for (std::size_t t = 0; t < active.size(); ++t) {
            const int count = active[t];
            if (stop.stops_after(static_cast<std::size_t>(count) * static_cast<std::size_t>(hidden * joint)))
                return;
            auto h = state.leftCols(count);
            auto c = cell.leftCols(count);
            auto z = columns(kept.joint, joint, at, count);
            z.topRows(inputs) = Eigen::Map<const Matrix<T>>(step, inputs, count);
            z.row(inputs).setOnes();
            z.bottomRows(hidden) = h;
            columns(kept.cells, hidden, at, count) = c;
            auto gates = columns(kept.gates, 4 * hidden, at, count);
            if (t == 0)  // there is no state yet
                gates.noalias() = joined.leftCols(inputs + 1) * z.topRows(inputs + 1);
            else
                gates.noalias() = joined * z;
            auto squashed = columns(kept.squashed, hidden, at, count);
            for (int j = 0; j < count; ++j)
                step_on(hidden, gates.col(j).data(), c.col(j).data(), squashed.col(j).data(),
                        h.col(j).data());
            if (memory != nullptr) at += count;
            step += static_cast<std::ptrdiff_t>(packing.active[t]) * inputs;
        }
    });
}

template <class T>
void lstm_backward(const LstmWeights<T>& weights, const Packing& packing, const T* last_gradient,
                   const LstmMemory<T>& memory, T* input_gradient, T* recurrent_gradient, T* bias_gradient) {
    const int hidden = weights.hidden, inputs = weights.inputs, joint = inputs + 1 + hidden;
    const Matrix<T> recurrent =
        Eigen::Map<const RowMajor<T>>(weights.recurrent, 4 * hidden, hidden).transpose();
    Matrix<T> joined_gradient = Matrix<T>::Zero(4 * hidden, joint);
    Matrix<T> state_gradient(hidden, block_size), cell_gradient(hidden, block_size), gate_gradient;
    std::ptrdiff_t begin = 0;
    for_each_block(packing, [&](int first, const std::vector<int>& active) {
        int total = 0;
        for (const int count : active) total += count;
        gate_gradient.resize(4 * hidden, total);
        // A sequence's column holds the gradient at its own end until the backward pass reaches it.
        state_gradient.leftCols(active.front()) = Eigen::Map<const Matrix<T>>(
            last_gradient + static_cast<std::ptrdiff_t>(first) * hidden, hidden, active.front());
        cell_gradient.setZero();
        int at = total;
        for (std::size_t t = active.size(); t-- > 0;) {
            const int count = active[t];
            at -= count;
            const auto gates = columns(memory.gates, 4 * hidden, begin + at, count);
            const auto cells = columns(memory.cells, hidden, begin + at, count);
            const auto squashed = columns(memory.squashed, hidden, begin + at, count);
            auto gradient = gate_gradient.middleCols(at, count);
            for (int j = 0; j < count; ++j)
                step_back(hidden, gates.col(j).data(), cells.col(j).data(), squashed.col(j).data(),
                          state_gradient.col(j).data(), cell_gradient.col(j).data(), gradient.col(j).data());
            if (t > 0) state_gradient.leftCols(count).noalias() = recurrent * gradient;
        }
        joined_gradient.noalias() += gate_gradient * columns(memory.joint, joint, begin, total).transpose();
        begin += total;
    });
    Eigen::Map<RowMajor<T>>(input_gradient, 4 * hidden, inputs) = joined_gradient.leftCols(inputs);
    Eigen::Map<Vector<T>>(bias_gradient, 4 * hidden) = joined_gradient.col(inputs);
    Eigen::Map<RowMajor<T>>(recurrent_gradient, 4 * hidden, hidden) = joined_gradient.rightCols(hidden);
}

template void lstm_forward<float>(const LstmWeights<float>&, const Packing&, const float*, float*,
                                  LstmMemory<float>*, const StopPoll&);
template void lstm_forward<double>(const LstmWeights<double>&, const Packing&, const double*, double*,
                                   LstmMemory<double>*, const StopPoll&);
template void lstm_backward<float>(const LstmWeights<float>&, const Packing&, const float*,
                                   const LstmMemory<float>&, float*, float*, float*);
template void lstm_backward<double>(const LstmWeights<double>&, const Packing&, const double*,
                                    const LstmMemory<double>&, double*, double*, double*);

}  // namespace l2r

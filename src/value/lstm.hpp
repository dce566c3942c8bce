#pragma once

#include <vector>

#include "base/aligned.hpp"
#include "base/stop.hpp"

namespace l2r {

/// How sequences of different lengths lie packed: longest first, step after step, without padding. Step t
/// has active[t] columns, one for each sequence longer than t, in the order of the sequences.
struct Packing {
    std::vector<int> active;
    int sequences = 0;
    int total = 0;  ///< columns of all steps
};

/// One direction of an LSTM, as PyTorch has it: row-major, gates in the order input, forget, cell, output.
template <class T>
struct LstmWeights {
    int inputs = 0;
    int hidden = 0;
    const T* input = nullptr;      ///< (4 hidden, inputs)
    const T* recurrent = nullptr;  ///< (4 hidden, hidden)
    const T* bias = nullptr;       ///< (4 hidden): the sum of PyTorch's two
};

/// What the forward pass keeps for the backward pass: block after block of sequences, step after step.
template <class T>
struct LstmMemory {
    AlignedVector<T> joint;     ///< (total, inputs + 1 + hidden): what a step saw
    AlignedVector<T> gates;     ///< (total, 4 hidden), activated
    AlignedVector<T> cells;     ///< (total, hidden): the cell state before the step
    AlignedVector<T> squashed;  ///< (total, hidden): tanh of the cell state after it
};

/// Runs over all sequences at once. `x` is (total, inputs), packed; `last` gets each sequence's last hidden
/// state, (sequences, hidden). Without `memory` only scoring is possible.
/// Stopped, it leaves `last` unfinished.
template <class T>
void lstm_forward(const LstmWeights<T>& weights, const Packing& packing, const T* x, T* last,
                  LstmMemory<T>* memory = nullptr, const StopPoll& stop = StopPoll());

/// Gradients of the weights, written over what was there, from those of `last`. Inputs get none.
template <class T>
void lstm_backward(const LstmWeights<T>& weights, const Packing& packing, const T* last_gradient,
                   const LstmMemory<T>& memory, T* input_gradient, T* recurrent_gradient, T* bias_gradient);

extern template void lstm_forward<float>(const LstmWeights<float>&, const Packing&, const float*, float*,
                                         LstmMemory<float>*, const StopPoll&);
extern template void lstm_forward<double>(const LstmWeights<double>&, const Packing&, const double*, double*,
                                          LstmMemory<double>*, const StopPoll&);
extern template void lstm_backward<float>(const LstmWeights<float>&, const Packing&, const float*,
                                          const LstmMemory<float>&, float*, float*, float*);
extern template void lstm_backward<double>(const LstmWeights<double>&, const Packing&, const double*,
                                           const LstmMemory<double>&, double*, double*, double*);

}  // namespace l2r

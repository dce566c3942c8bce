#pragma once

#include <vector>

#include "base/stop.hpp"

namespace l2r {

/// Scaled dot-product attention with several heads, among the routes of each start and of no other.
struct AttentionShape {
    int width = 0;  ///< of all heads together
    int heads = 0;  ///< divides the width
};

/// `query`, `key`, `value` and `mixed` are (routes of all starts, width), start after start; `routes` says
/// how many each start has. With `shares`, it keeps how much each route takes of each other one, for the
/// backward pass. Stopped, it leaves `mixed` unfinished.
template <class T>
void attend(const AttentionShape& shape, const std::vector<int>& routes, const T* query, const T* key,
            const T* value, T* mixed, std::vector<T>* shares = nullptr, const StopPoll& stop = StopPoll());

/// Gradients of query, key and value, written over what was there, from that of `mixed`.
template <class T>
void attend_backward(const AttentionShape& shape, const std::vector<int>& routes, const T* query,
                     const T* key, const T* value, const std::vector<T>& shares, const T* mixed_gradient,
                     T* query_gradient, T* key_gradient, T* value_gradient);

extern template void attend<float>(const AttentionShape&, const std::vector<int>&, const float*, const float*,
                                   const float*, float*, std::vector<float>*, const StopPoll&);
extern template void attend<double>(const AttentionShape&, const std::vector<int>&, const double*,
                                    const double*, const double*, double*, std::vector<double>*,
                                    const StopPoll&);
extern template void attend_backward<float>(const AttentionShape&, const std::vector<int>&, const float*,
                                            const float*, const float*, const std::vector<float>&,
                                            const float*, float*, float*, float*);
extern template void attend_backward<double>(const AttentionShape&, const std::vector<int>&, const double*,
                                             const double*, const double*, const std::vector<double>&,
                                             const double*, double*, double*, double*);

}  // namespace l2r

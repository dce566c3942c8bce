#include "value/attention.hpp"

#include <Eigen/Core>
#include <cmath>

namespace l2r {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using Part = Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>>;
template <class T>
using ConstPart = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>;

/// Calls task(offset of one head of one start in arrays of (routes, width), routes of that start, offset in
/// the shares).
template <class Task>
void for_each_head(const AttentionShape& shape, const std::vector<int>& routes, const Task& task) {
    std::ptrdiff_t first = 0, shares = 0;
    for (const int count : routes) {
        for (int head = 0; head < shape.heads; ++head) {
            task(first * shape.width + head * (shape.width / shape.heads), count, shares);
            shares += static_cast<std::ptrdiff_t>(count) * count;
        }
        first += count;
    }
}

}  // namespace

template <class T>
void attend(const AttentionShape& shape, const std::vector<int>& routes, const T* query, const T* key,
            const T* value, T* mixed, std::vector<T>* shares, const StopPoll& stop) {
    const int width = shape.width / shape.heads;
    const T sharpness = 1 / std::sqrt(static_cast<T>(width));
    const Eigen::OuterStride<> stride(shape.width);
    Matrix<T> share;  // (of, for)
    if (shares != nullptr) shares->clear();
    for_each_head(shape, routes, [&](std::ptrdiff_t at, int count, std::ptrdiff_t) {
        const auto size = static_cast<std::size_t>(count);
        if (stop.stops_after(size * size * static_cast<std::size_t>(width))) return;
        const ConstPart<T> q(query + at, width, count, stride), k(key + at, width, count, stride),
            v(value + at, width, count, stride);
        share.noalias() = k.transpose().lazyProduct(q);
        for (int j = 0; j < count; ++j) {
            auto column = share.col(j).array();
            column = ((column - column.maxCoeff()) * sharpness).exp();
            column /= column.sum();
        }
        Part<T>(mixed + at, width, count, stride).noalias() = v.lazyProduct(share);
        if (shares != nullptr) shares->insert(shares->end(), share.data(), share.data() + share.size());
    });
}

template <class T>
void attend_backward(const AttentionShape& shape, const std::vector<int>& routes, const T* query,
                     const T* key, const T* value, const std::vector<T>& shares, const T* mixed_gradient,
                     T* query_gradient, T* key_gradient, T* value_gradient) {
    const int width = shape.width / shape.heads;
    const T sharpness = 1 / std::sqrt(static_cast<T>(width));
    const Eigen::OuterStride<> stride(shape.width);
    Matrix<T> change;
    for_each_head(shape, routes, [&](std::ptrdiff_t at, int count, std::ptrdiff_t from) {
        const ConstPart<T> q(query + at, width, count, stride), k(key + at, width, count, stride),
            v(value + at, width, count, stride), gradient(mixed_gradient + at, width, count, stride);
        const Eigen::Map<const Matrix<T>> share(shares.data() + from, count, count);
        Part<T>(value_gradient + at, width, count, stride).noalias() =
            gradient.lazyProduct(share.transpose());
        change.noalias() = v.transpose().lazyProduct(gradient);
        for (int j = 0; j < count; ++j) {
            auto column = change.col(j).array();
            const T mean = (column * share.col(j).array()).sum();
            column = (column - mean) * share.col(j).array() * sharpness;
        }
        Part<T>(query_gradient + at, width, count, stride).noalias() = k.lazyProduct(change);
        Part<T>(key_gradient + at, width, count, stride).noalias() = q.lazyProduct(change.transpose());
    });
}

template void attend<float>(const AttentionShape&, const std::vector<int>&, const float*, const float*,
                            const float*, float*, std::vector<float>*, const StopPoll&);
template void attend<double>(const AttentionShape&, const std::vector<int>&, const double*, const double*,
                             const double*, double*, std::vector<double>*, const StopPoll&);
template void attend_backward<float>(const AttentionShape&, const std::vector<int>&, const float*,
                                     const float*, const float*, const std::vector<float>&, const float*,
                                     float*, float*, float*);
template void attend_backward<double>(const AttentionShape&, const std::vector<int>&, const double*,
                                      const double*, const double*, const std::vector<double>&, const double*,
                                      double*, double*, double*);

}  // namespace l2r

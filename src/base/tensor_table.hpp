#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace l2r {

/// One tensor of a network.
struct TensorShape {
    std::string name;
    std::vector<std::int64_t> shape;
    std::size_t begin = 0;  ///< where its numbers are in a vector of all parameters

    std::size_t size() const {
        std::size_t product = 1;
        for (const std::int64_t extent : shape) product *= static_cast<std::size_t>(extent);
        return product;
    }
};

/// The tensors of a network: names and shapes, and how training keeps all their numbers in one vector, tensor
/// after tensor. Readable as C++17.
class TensorTable {
  public:
    void add(std::string name, std::vector<std::int64_t> shape) {
        tensors_.push_back({std::move(name), std::move(shape), parameters()});
    }
    /// Throws std::out_of_range where there is no tensor of that name.
    const TensorShape& at(const std::string& name) const {
        for (const TensorShape& tensor : tensors_)
            if (tensor.name == name) return tensor;
        throw std::out_of_range("there is no tensor '" + name + "'");
    }
    /// Numbers in all tensors.
    std::size_t parameters() const {
        return tensors_.empty() ? 0 : tensors_.back().begin + tensors_.back().size();
    }
    auto begin() const { return tensors_.begin(); }
    auto end() const { return tensors_.end(); }

  private:
    std::vector<TensorShape> tensors_;
};

}  // namespace l2r

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor_table.hpp"

namespace l2r {

/// A row-major array of numbers.
struct Tensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
    bool operator==(const Tensor&) const = default;
};

/// What a scorer has learned, and what must be known to use it. Travels as a safetensors file whose header
/// holds `about`, and the SHA-256 of the whole file with the digest's own digits taken as '0'.
struct Weights {
    /// Texts by key. `kind` (siamese, regression, improve, linear) says what the tensors mean.
    std::map<std::string, std::string> about;
    std::map<std::string, Tensor> tensors;
    bool operator==(const Weights&) const = default;

    /// Throws InputError where there is no such tensor or it has another shape. `file` is for the message.
    const Tensor& tensor(const std::string& name, const std::vector<std::int64_t>& shape,
                         const std::string& file) const;
    /// Throws InputError where there is no such text.
    const std::string& text(const std::string& key, const std::string& file) const;
};

/// Adds the tensors of a table, their numbers taken from `parameters`.
void put_tensors(Weights& weights, const TensorTable& table, const std::vector<float>& parameters);
/// The way back. Throws InputError, naming `file`, where a tensor is missing or has another shape.
std::vector<float> parameters_of(const Weights& weights, const TensorTable& table, const std::string& file);

std::string format_weights(const Weights& weights);
/// Throws InputError, naming `file`, where anything is damaged or not as it must be.
Weights parse_weights(std::string_view bytes, const std::string& file);

/// Bytes that a file of weights may have.
constexpr std::size_t weights_limit = 256'000'000;
Weights read_weights(const std::filesystem::path& path);
void write_weights(const std::filesystem::path& path, const Weights& weights);
/// To be called before long work that ends with `write_weights`. Throws OutsideError where `path` clearly
/// cannot be written, InputError where a file is there that is not weights.
void check_weights_writable(const std::filesystem::path& path);

}  // namespace l2r

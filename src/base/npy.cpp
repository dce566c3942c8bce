#include "base/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r::npy {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

[[noreturn]] void refuse_array(const std::string& file, const std::string& reason) {
    throw InputError(file, 0, "the array " + reason);
}

/// What stands behind `'key':` in the header, which is a Python dictionary of three keys.
std::optional<std::string_view> behind_key(std::string_view header, std::string_view key) {
    const std::string quoted = "'" + std::string(key) + "'";
    const std::size_t found = header.find(quoted);
    if (found == std::string_view::npos || header.find(quoted, found + 1) != std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text::trimmed(header.substr(found + quoted.size()));
    if (!rest.starts_with(':')) return std::nullopt;
    return text::trimmed(rest.substr(1));
}

/// The numbers of a tuple such as (3, 3) or (3,).
std::optional<std::vector<std::size_t>> tuple_of(std::string_view text) {
    if (!text.starts_with('(') || text.find(')') == std::string_view::npos) return std::nullopt;
    text = text.substr(1, text.find(')') - 1);
    std::vector<std::size_t> numbers;
    while (!text::trimmed(text).empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view word = text::trimmed(text.substr(0, comma));
        const auto [rest, error] =
            std::from_chars(word.data(), word.data() + word.size(), numbers.emplace_back());
        if (error != std::errc() || rest != word.data() + word.size()) return std::nullopt;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return numbers;
}

template <class Number>
double number_in(const std::array<char, 8>& bytes) {
    Number value;
    std::memcpy(&value, bytes.data(), sizeof(value));
    return static_cast<double>(value);
}

}  // namespace

bool looks_like_npy(std::string_view bytes) {
    return bytes.starts_with(magic);
}

Table::Table(std::string_view bytes, const std::string& file) {
    constexpr std::size_t before_length = magic.size() + 2;
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<std::uint8_t>(bytes[at]));
    };
    if (bytes.size() < before_length + 4) refuse_array(file, "is cut off");
    const std::size_t version = byte(magic.size());
    if (version < 1 || version > 3)
        refuse_array(file, "is of version " + std::to_string(version) + " of .npy, which is not known");
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = length_bytes; i-- > 0;) length = 256 * length + byte(before_length + i);
    const std::size_t begin = before_length + length_bytes;
    if (bytes.size() - begin < length) refuse_array(file, "is cut off within its header");
    values_ = bytes.substr(begin + length);
    read_header(bytes.substr(begin, length), file);
    // Compared by division: sizes may be beyond what a number holds.
    const std::size_t numbers = values_.size() / size_;
    const bool fits =
        values_.size() % size_ == 0 &&
        (rows_ == 0 || columns_ == 0 ? numbers == 0 : numbers % rows_ == 0 && numbers / rows_ == columns_);
    if (!fits)
        refuse_array(file, "has " + std::to_string(values_.size()) + " bytes of values, which is not " +
                               std::to_string(rows_) + " x " + std::to_string(columns_) + " times " +
                               std::to_string(size_) + "; was it cut off?");
}

void Table::read_header(std::string_view header, const std::string& file) {
    const auto type = behind_key(header, "descr"), order = behind_key(header, "fortran_order"),
               shape = behind_key(header, "shape");
    if (!type || !order || !shape) refuse_array(file, "has no header that says type, order and shape");
    if (!type->starts_with('\'') || type->find('\'', 1) == std::string_view::npos)
        refuse_array(file, "is one of records; save an array of numbers");
    read_type(std::string(type->substr(1, type->find('\'', 1) - 1)), file);
    columns_first_ = order->starts_with("True");
    if (!columns_first_ && !order->starts_with("False")) refuse_array(file, "does not say its order");
    const auto sides = tuple_of(*shape);
    if (!sides) refuse_array(file, "does not say its shape");
    if (sides->size() != 2)
        refuse_array(file, "has " + std::to_string(sides->size()) +
                               (sides->size() == 1 ? " dimension" : " dimensions") + "; 2 are wanted");
    rows_ = (*sides)[0];
    columns_ = (*sides)[1];
}

void Table::read_type(const std::string& type, const std::string& file) {
    constexpr std::array<std::string_view, 10> known{"f4", "f8", "i1", "i2", "i4",
                                                     "i8", "u1", "u2", "u4", "u8"};
    const bool has_order =
        type.size() == 3 && std::string_view("<>|=").find(type[0]) != std::string_view::npos;
    if (!has_order || std::find(known.begin(), known.end(), type.substr(1)) == known.end())
        refuse_array(file, "holds values of type " + text::quoted(type) +
                               "; those that are read are whole numbers (int8 to int64, uint8 to uint64) "
                               "and float32, float64: save array.astype('float64')");
    kind_ = type[1];
    size_ = static_cast<std::size_t>(type[2] - '0');
    is_swapped_ = type[0] == (std::endian::native == std::endian::little ? '>' : '<');
}

double Table::at(std::size_t row, std::size_t column) const {
    const std::size_t index = columns_first_ ? column * rows_ + row : row * columns_ + column;
    const char* const begin = values_.data() + index * size_;
    std::array<char, 8> bytes{};
    for (std::size_t i = 0; i < size_; ++i) bytes[i] = begin[is_swapped_ ? size_ - 1 - i : i];
    switch (kind_ == 'f' ? 100 + size_ : kind_ == 'i' ? 10 + size_ : size_) {
        case 104:
            return number_in<float>(bytes);
        case 108:
            return number_in<double>(bytes);
        case 11:
            return number_in<std::int8_t>(bytes);
        case 12:
            return number_in<std::int16_t>(bytes);
        case 14:
            return number_in<std::int32_t>(bytes);
        case 18:
            return number_in<std::int64_t>(bytes);
        case 1:
            return number_in<std::uint8_t>(bytes);
        case 2:
            return number_in<std::uint16_t>(bytes);
        case 4:
            return number_in<std::uint32_t>(bytes);
        default:
            return number_in<std::uint64_t>(bytes);
    }
}

}  // namespace l2r::npy

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/sha256.hpp"

/// The bytes of a safetensors file with the length of its header and its digest made right, where they have
/// the usual places. That gets mutations past both.
inline std::string mended(std::string bytes) {
    constexpr std::string_view mark = "\"sha256\":\"", end_of_header = "}}";
    const std::size_t found = bytes.find(mark), place = found + mark.size();
    const std::size_t last = bytes.rfind(end_of_header);
    if (found == std::string::npos || last == std::string::npos || bytes.size() < place + 64) return bytes;
    const std::size_t blanks = bytes.find_first_not_of(' ', last + end_of_header.size());
    const std::uint64_t length = std::min(blanks, bytes.size()) - sizeof(length);
    std::memcpy(bytes.data(), &length, sizeof(length));
    bytes.replace(place, 64, 64, '0');
    return bytes.replace(place, 64, l2r::sha256_hex(std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

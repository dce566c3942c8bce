/// Any bytes are refused with `file: reason` or give weights that write and read back. So are bytes whose
/// digest is made right, which gets mutations past it.

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "base/weights.hpp"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// With the digest that the file would have to state, where it has the usual place for one.
std::string with_right_digest(std::string bytes) {
    constexpr std::string_view mark = "\"sha256\":\"";
    const std::size_t found = bytes.find(mark), place = found + mark.size();
    if (found == std::string::npos || bytes.size() < place + 64) return bytes;
    bytes.replace(place, 64, 64, '0');
    return bytes.replace(place, 64, l2r::sha256_hex(std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

void check(std::string_view bytes) {
    try {
        const l2r::Weights weights = l2r::parse_weights(bytes, "fuzz.safetensors");
        require(l2r::parse_weights(l2r::format_weights(weights), "again.safetensors") == weights);
    } catch (const l2r::InputError& error) {
        require(std::string_view(error.what()).starts_with("fuzz.safetensors: "));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    check(bytes);
    check(with_right_digest(bytes));
    return 0;
}

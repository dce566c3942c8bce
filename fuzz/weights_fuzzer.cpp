/// Any bytes are refused with `file: reason` or give weights that write and read back, as they are and
/// mended.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/weights.hpp"
#include "mended.hpp"
#include "require.hpp"

namespace {

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
    check(mended(bytes));
    return 0;
}

/// Any bytes are refused with `file:line: reason` or give samples that are written as the same bytes.
///
/// The digest keeps nearly all of them from HDF5; with mended digests this would be a test of HDF5 itself.

#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "require.hpp"
#include "sample/sample_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        require(l2r::format_samples(l2r::parse_samples(bytes, "fuzz.h5")) == bytes);
        require(l2r::is_intact(bytes));
    } catch (const l2r::InputError& error) {
        require(std::string_view(error.what()).starts_with("fuzz.h5: "));
        require(!l2r::is_intact(bytes));
    }
    return 0;
}

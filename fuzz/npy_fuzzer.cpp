/// Any bytes are refused with `file: reason`, or give a table whose entries can all be read.

#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "base/npy.hpp"
#include "require.hpp"

namespace {

volatile double last_read;  // keeps reads, for a sanitizer to look at

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (!l2r::npy::looks_like_npy(bytes)) return 0;
    try {
        const l2r::npy::Table table(bytes, "fuzz.npy");
        if (table.rows() == 0 || table.columns() == 0) return 0;
        require(table.columns() <= size / table.rows());
        for (std::size_t row = 0; row < table.rows(); ++row)
            for (std::size_t column = 0; column < table.columns(); ++column)
                last_read = table.at(row, column);
    } catch (const l2r::InputError& error) {
        require(std::string_view(error.what()).starts_with("fuzz.npy:"));
    }
    return 0;
}

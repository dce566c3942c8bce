#include "base/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace l2r {

void append_number(std::string& out, double value, int decimals) {
    std::array<char, 400> buffer;  // holds the largest double in full
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals)
            .ptr;
    std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    if (digits.find('.') != std::string_view::npos) {
        digits = digits.substr(0, digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.remove_suffix(1);
    }
    out += digits == "-0" ? "0" : digits;
}

std::string short_number(double value) {
    std::string out;
    const double size = std::abs(value);
    const int before_point = size < 1 ? 1 : static_cast<int>(std::log10(size)) + 1;
    append_number(out, value, std::max(2, 6 - before_point));
    return out;
}

}  // namespace l2r

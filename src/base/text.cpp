#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/error.hpp"

namespace l2r::text {
namespace {

constexpr std::size_t size_limit = INT32_MAX;
constexpr std::size_t quoted_limit = 40;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n') || c == '\x7f';
}

/// How many bytes the character in front has; 0 where that is a control character or not UTF-8.
std::size_t printable_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return byte(0) >= ' ' && byte(0) != 0x7f ? 1 : 0;
    const std::size_t size = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    const bool is_control = byte(0) == 0xc2 && byte(1) < 0xa0;
    const bool is_too_long = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
    const bool is_no_character = (byte(0) == 0xed && byte(1) > 0x9f) || (byte(0) == 0xf4 && byte(1) > 0x8f);
    return is_control || is_too_long || is_no_character ? 0 : size;
}

}  // namespace

std::optional<Line> Lines::next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find('\n');
    const Line line{trimmed(rest_.substr(0, end)), next_number_++};
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return line;
}

void require_text(std::string_view text, const std::string& file) {
    if (text.size() > size_limit) throw InputError(file, 0, "files over 2 GB are not supported");
    int line = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') ++line;
        if (!is_control(text[i])) continue;
        if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] == '\n')) continue;
        throw InputError(file, line,
                         "byte " + std::to_string(static_cast<unsigned char>(text[i])) +
                             " is a control character: this is not a text file, or it is damaged");
    }
}

std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string upper_case(std::string_view text) {
    std::string upper(text);
    for (char& c : upper)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return upper;
}

std::string_view take_word(std::string_view& rest) {
    const auto begin = std::find_if_not(rest.begin(), rest.end(), is_blank);
    const auto end = std::find_if(begin, rest.end(), is_blank);
    const std::string_view word(begin, end);
    rest = std::string_view(end, rest.end());
    return word;
}

std::optional<double> number(std::string_view word) {
    if (word.starts_with('+')) {
        word.remove_prefix(1);
        if (word.starts_with('-')) return std::nullopt;
    }
    double value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string shortest(double value) {
    char digits[64];
    const double size = std::abs(value);
    const bool plain = size == 0 || (size >= 1e-7 && size < 1e17);
    const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
    return {digits, std::to_chars(std::begin(digits), std::end(digits), value, format).ptr};
}

std::string quoted(std::string_view word) {
    std::string result = "'";
    for (const char c : word.substr(0, quoted_limit)) result += c >= ' ' && c <= '~' ? c : '?';
    return result + (word.size() > quoted_limit ? "...'" : "'");
}

std::string printable(std::string_view said) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result;
    std::string_view rest = said.substr(0, printable_limit);
    while (!rest.empty()) {
        const std::size_t bytes = printable_bytes(rest);
        const auto byte = static_cast<unsigned char>(rest[0]);
        if (bytes > 0)
            result += rest.substr(0, bytes);
        else
            result += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
        rest.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return result + (said.size() > printable_limit ? "..." : "");
}

std::string in_quotes(std::string_view said) {
    std::string result = "'";
    result += printable(said);
    return result += '\'';
}

}  // namespace l2r::text

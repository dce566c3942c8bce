#include "plot/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace l2r {
namespace {

/// Bytes of the UTF-8 character at the start of `text`, or 0 where there is none that XML allows.
std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || size > text.size()) return 0;
    std::uint32_t code = first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fU);
    }
    const bool too_long = code < (size == 4 ? 0x10000U : size == 3 ? 0x800U : 0x80U);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool not_for_xml = code == 0xfffe || code == 0xffff;
    return too_long || surrogate || not_for_xml || code > 0x10ffff ? 0 : size;
}

using Rgb = std::array<double, 3>;

/// Björn Ottosson's OKLab, to linear sRGB.
Rgb linear_rgb(double lightness, double chroma, double hue) {
    const double radians = hue * std::numbers::pi / 180;
    const double a = chroma * std::cos(radians), b = chroma * std::sin(radians);
    const auto cube = [](double x) { return x * x * x; };
    const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool on_screen(const Rgb& colour) {
    return std::all_of(colour.begin(), colour.end(), [](double c) { return c > -1e-4 && c < 1 + 1e-4; });
}

}  // namespace

std::string xml_text(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        switch (text[0]) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                size == 0 ? out += '?' : out += text.substr(0, size);
        }
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out;
}

std::string script_text(std::string_view json) {
    std::string out;
    for (const char c : json) {
        if (c == '<')
            out += "\\u003c";
        else
            out += c;
    }
    return out;
}

std::string oklch_colour(double lightness, double chroma, double hue) {
    Rgb colour = linear_rgb(lightness, chroma, hue);
    while (!on_screen(colour) && chroma > 0.001) colour = linear_rgb(lightness, chroma *= 0.97, hue);
    std::string out = "#";
    for (const double linear : colour) {
        const double c = std::clamp(linear, 0.0, 1.0);
        const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
        const auto value = static_cast<unsigned>(std::lround(255 * encoded));
        out += "0123456789abcdef"[value / 16];
        out += "0123456789abcdef"[value % 16];
    }
    return out;
}

}  // namespace l2r

#pragma once

#include <string>
#include <string_view>

namespace l2r {

/// `text` as it may stand in XML, between tags or in quotes. What XML cannot hold (control characters, bytes
/// that are not UTF-8) becomes '?'.
std::string xml_text(std::string_view text);

/// JSON as it may stand in a script of a page: nothing within it can end the script.
std::string script_text(std::string_view json);

/// A colour as sRGB's #rrggbb from OKLCH, where equal steps look equally large: lightness 0 .. 1, chroma from
/// 0 (grey) to about 0.3, hue in degrees. Chroma gives way where a screen cannot show it.
std::string oklch_colour(double lightness, double chroma, double hue);

}  // namespace l2r

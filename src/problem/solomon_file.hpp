#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "problem/instance.hpp"

namespace l2r {

/// Whether a text is of Solomon's format, as Gehring and Homberger use it too: VEHICLE stands on its second
/// line.
bool looks_like_solomon(std::string_view text);

/// Reads such a text. Distances are truncated to one decimal, as the DIMACS challenge has them, unless
/// `rounding` says otherwise. Throws InputError `file:line: reason`.
Instance parse_solomon(std::string_view text, const std::string& file,
                       std::optional<Rounding> rounding = std::nullopt);

}  // namespace l2r

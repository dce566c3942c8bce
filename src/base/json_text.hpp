#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace l2r {

/// A key that an object in a JSON text has twice, of which a parser would keep one without a word; nothing
/// where there is none before the text ends or is wrong.
std::optional<std::string> repeated_key(std::string_view text);

/// Reads a JSON text. Throws InputError `file:line: reason`, also for a key that an object has twice.
nlohmann::json parse_json(std::string_view text, const std::string& file);

}  // namespace l2r

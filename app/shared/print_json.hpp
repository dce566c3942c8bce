#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace l2r {

/// One JSON object and the end of its line on standard output, the only thing that a command with --json
/// writes there. Keys are lower case with underscores; lengths and times (in seconds) are plain numbers,
/// exact as computed; what does not apply is null. Bytes of file names that are not UTF-8 are replaced.
void print_json(const nlohmann::ordered_json& result);

/// The same as a single line, for commands that print one object after another.
std::string json_line(const nlohmann::ordered_json& result);

}  // namespace l2r

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// Whether a text is a JSON document, judged by its first letter.
bool looks_like_json(std::string_view text);

/// Reads a problem as VROOM has it (see docs/formats.md): jobs with one amount each, equal vehicles of one
/// depot, and a matrix of durations or longitudes and latitudes. Adds to `warnings` what is left out. Throws
/// InputError `file: path: reason`, where the path is that in the document: jobs[3].time_windows.
Instance parse_vroom(std::string_view text, const std::string& file, std::optional<Rounding> rounding,
                     std::vector<std::string>& warnings);

}  // namespace l2r

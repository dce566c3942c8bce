#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "problem/instance.hpp"

namespace l2r {

/// Reads the text of a .vrp file (TSPLIB95 and CVRPLIB's variants, see docs/formats.md). `file` is the name
/// that errors give. `rounding` overrides what the file's EDGE_WEIGHT_TYPE says. Throws InputError
/// `file:line: reason` for anything malformed and for every constraint that is not supported.
Instance parse_vrp(std::string_view text, const std::string& file,
                   std::optional<Rounding> rounding = std::nullopt);
Instance read_vrp(const std::filesystem::path& path, std::optional<Rounding> rounding = std::nullopt);

/// The text of a .vrp file that reads back as the same instance, bit for bit. Explicit distances are written
/// as they count, already rounded. Throws InputError for names and for pairs of metric and rounding that the
/// format lacks.
std::string format_vrp(const Instance& instance, const std::string& comment = "");

}  // namespace l2r

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// What a table of stops leaves open.
struct StopsOptions {
    std::int64_t capacity = 0;       ///< of each vehicle; 0: as the column `capacity` says in the depot's row
    std::string depot{};             ///< its id; empty: the first row
    std::filesystem::path matrix{};  ///< distances, CSV or .npy; empty: places give them

    bool is_empty() const { return capacity == 0 && depot.empty() && matrix.empty(); }
};

/// Whether a text is a table of stops, judged by its first line, and not a .vrp file.
bool looks_like_stops(std::string_view text);

/// Reads a table of stops (see docs/formats.md): a row each, columns found by name. Longitudes and latitudes
/// give great-circle distances, to the nearest metre unless `rounding` says otherwise; x and y straight ones,
/// exact. Adds to `warnings` what is left out. Throws InputError `file:line: reason`.
Instance parse_stops(std::string_view text, const std::string& file, const StopsOptions& options,
                     std::optional<Rounding> rounding, std::vector<std::string>& warnings);

}  // namespace l2r

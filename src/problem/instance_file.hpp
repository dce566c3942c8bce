#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/stops_file.hpp"

namespace l2r {

struct ReadingOptions {
    std::optional<Rounding> rounding{};  ///< of distances, whatever the file says
    StopsOptions stops{};                ///< for tables of stops alone
};

struct InstanceFile {
    Instance instance;
    std::vector<std::string> warnings;  ///< a sentence each, for whoever reads to pass on
};

/// Reads an instance from the text of a .vrp file of CVRPLIB or TSPLIB, of Solomon's format, of a table of
/// stops or of a problem of VROOM (JSON): the content decides, not the name. Throws InputError, also where
/// options do not belong to the file.
InstanceFile parse_instance_file(std::string_view text, const std::string& file,
                                 const ReadingOptions& options = {});
InstanceFile read_instance_file(const std::filesystem::path& path, const ReadingOptions& options = {});

}  // namespace l2r

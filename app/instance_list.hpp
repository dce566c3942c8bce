#pragma once

#include <string>
#include <vector>

namespace l2r {

/// Whether these name more than a single instance: several, or a folder.
bool are_many(const std::vector<std::string>& inputs);

/// The files named and, of the folders named, all .vrp files directly in them, by name. Throws InputError for
/// a folder without any, for standard input, and for two files that would write the same NAME.sol.
std::vector<std::string> instance_files(const std::vector<std::string>& inputs);

/// The file's name without folder and ending.
std::string stem_of(const std::string& file);

}  // namespace l2r

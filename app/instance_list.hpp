#pragma once

#include <string>
#include <vector>

namespace l2r {

/// Whether these name more than a single instance: several, or a folder.
bool are_many(const std::vector<std::string>& inputs);

/// The first of them that is not there and has not even the name of a file, with an ending or a folder; empty
/// where there is none.
std::string stray_word(const std::vector<std::string>& inputs);

/// The files named and, of the folders named, all .vrp files directly in them, by name; where a folder has
/// none, its .csv, .tsv and .json files. Throws InputError for a folder without any, for standard input, and
/// for two files that would write the same NAME.sol.
std::vector<std::string> instance_files(const std::vector<std::string>& inputs);

/// The file's name without folder and ending.
std::string stem_of(const std::string& file);

}  // namespace l2r

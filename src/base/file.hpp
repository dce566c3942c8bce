#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace l2r {

/// The whole file as bytes. Throws InputError where it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Throws OutsideError where `path` clearly cannot be written, so that this shows before long work, not after
/// it.
void check_writable(const std::filesystem::path& path);

/// Writes a file that is whole or absent: to a name beside it that ends in .part, then renamed. A link stays,
/// and what it names is written. Special files such as /dev/stdout are written directly. Throws OutsideError
/// where that fails.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Removes a .part of `write_file` unless a process, this or another, is still writing it.
void remove_stale_part(const std::filesystem::path& part);

}  // namespace l2r

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace l2r {

/// The most that is read of any file, in bytes: a table of distances may have as much. Devices and pipes may
/// never end.
constexpr std::size_t most_file_bytes = 1'000'000'000;

/// The whole file as bytes. Throws InputError where it cannot be read, and where it has more than `limit`.
std::string read_file(const std::filesystem::path& path, std::size_t limit = most_file_bytes);

/// Throws OutsideError where `path` clearly cannot be written, so that this shows before long work, not after
/// it.
void check_writable(const std::filesystem::path& path);

/// Writes a file that is whole or absent: to a name beside it that ends in .part, then renamed. A link stays,
/// and what it names is written. Special files such as /dev/stdout are written directly, but no pipe that
/// nobody reads. Throws OutsideError where that fails.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Writes a file in place of whatever has its name: a link, a FIFO, a folder with all that is in it. For
/// folders that other programs work in. Throws OutsideError where that fails.
void replace_file(const std::filesystem::path& path, std::string_view content);

/// What another program left there, at most `limit` bytes and one more; nothing where that is no file. Waits
/// for no FIFO.
std::optional<std::string> read_left(const std::filesystem::path& path, std::size_t limit);

/// Removes a .part of `write_file` unless a process, this or another, is still writing it.
void remove_stale_part(const std::filesystem::path& part);

}  // namespace l2r

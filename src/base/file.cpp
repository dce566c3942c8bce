#include "base/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/error.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void cannot_write(const fs::path& path) {
    throw OutsideError(path.string() + ": cannot write: " + std::strerror(errno));
}

/// Writes and closes; false, with errno set, where that fails.
bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            const int reason = errno;
            ::close(descriptor);
            errno = reason;
            return false;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::close(descriptor) == 0;
}

/// What a write to a path ends up in.
struct Target {
    fs::path path;
    bool is_special;  ///< no file that could be replaced: a device, a pipe, a name of an open stream
};

/// Links are followed, so that they stay; what they name need not be there.
Target target_of(fs::path path) {
    constexpr int most_links = 40;  // as many as the system follows
    std::error_code none;
    if (fs::exists(path, none) && !fs::is_regular_file(path, none)) return {path, true};
    for (int links = 0; links < most_links && fs::is_symlink(path, none); ++links) {
        if (fs::equivalent(path.parent_path(), "/proc/self/fd", none)) return {path, true};
        path = path.parent_path() / fs::read_symlink(path, none);
    }
    return {path, fs::is_symlink(path, none)};  // a link that leads nowhere; opening it says so
}

}  // namespace

std::string read_file(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw InputError(path.string(), 0, "is a folder, not a file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(path.string(), 0, std::string("cannot read: ") + std::strerror(errno));
    std::string content;
    std::vector<char> buffer(1 << 16);
    do {
        in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        content.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    } while (in);
    if (in.bad()) throw InputError(path.string(), 0, std::string("cannot read: ") + std::strerror(errno));
    return content;
}

void check_writable(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw OutsideError(path.string() + ": cannot write: it is a folder");
    const Target target = target_of(path);
    const fs::path folder = target.path.has_parent_path() ? target.path.parent_path() : fs::path(".");
    if (::access((target.is_special ? target.path : folder).c_str(), W_OK) != 0) cannot_write(path);
}

void write_file(const fs::path& path, std::string_view content) {
    const Target target = target_of(path);
    if (target.is_special) {
        const int descriptor = ::open(target.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        if (descriptor < 0 || !write_all(descriptor, content)) cannot_write(path);
        return;
    }
    const fs::path part = target.path.string() + "." + std::to_string(::getpid()) + ".part";
    const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) cannot_write(path);
    if (write_all(descriptor, content) && ::rename(part.c_str(), target.path.c_str()) == 0) return;
    const int reason = errno;
    ::unlink(part.c_str());
    errno = reason;
    cannot_write(path);
}

}  // namespace l2r

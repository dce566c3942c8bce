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
    const bool special = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (::access((special ? path : folder).c_str(), W_OK) != 0) cannot_write(path);
}

void write_file(const fs::path& path, std::string_view content) {
    std::error_code ignored;
    const bool special = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
    const fs::path target =
        special ? path : fs::path(path.string() + "." + std::to_string(::getpid()) + ".part");
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CREAT | (special ? 0 : O_TRUNC), 0666);
    if (descriptor < 0) cannot_write(path);
    if (write_all(descriptor, content) && (special || ::rename(target.c_str(), path.c_str()) == 0)) return;
    const int reason = errno;
    if (!special) ::unlink(target.c_str());
    errno = reason;
    cannot_write(path);
}

}  // namespace l2r

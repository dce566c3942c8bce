#include "base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void cannot_write(const fs::path& path) {
    throw OutsideError(path.string() + ": cannot write: " + std::strerror(errno));
}

[[noreturn]] void refuse_size(const fs::path& path, std::size_t limit) {
    throw InputError(path.string(), 0,
                     "has more than " + std::to_string(limit / 1'000'000) +
                         " MB, which no such file has; is it the right one?");
}

/// A pipe that nobody reads would be waited for until somebody does; one with a reader is waited for while
/// that is busy.
int open_special(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno == ENXIO)
        throw OutsideError(path.string() + ": cannot write: nobody reads it");
    if (descriptor >= 0) ::fcntl(descriptor, F_SETFL, O_APPEND);
    return descriptor;
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

/// A file beside another that is to take its place.
struct Part {
    fs::path path;
    Descriptor file;
};

/// It is locked until it is closed, which tells it from one that a killed process left. Not open, with errno
/// set, where it cannot be made.
Part make_part(const fs::path& path) {
    for (int number = ::getpid();; ++number) {
        const fs::path name = path.string() + "." + std::to_string(number) + ".part";
        Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!file.open() && errno == EEXIST) continue;
        if (file.open()) file.lock();
        if (!file.open() || file.is_at(name)) return {name, std::move(file)};  // else it was removed as stale
    }
}

/// Puts a new file in the place of `path`; false, with errno set and nothing changed, where that fails.
bool write_beside(const fs::path& path, std::string_view content) {
    const Part part = make_part(path);
    if (!part.file.open()) return false;
    // Some errors show when a file is closed, and the lock has to stay until it has its name.
    const int copy = ::fcntl(part.file.number(), F_DUPFD_CLOEXEC, 0);
    if (copy >= 0 && write_all(copy, content) && ::rename(part.path.c_str(), path.c_str()) == 0) return true;
    const int reason = errno;
    ::unlink(part.path.c_str());
    errno = reason;
    return false;
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit) try {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw InputError(path.string(), 0, "is a folder, not a file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(path.string(), 0, std::string("cannot read: ") + std::strerror(errno));
    std::string content;
    std::vector<char> buffer(1 << 16);
    do {
        in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        content.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
        if (content.size() > limit) refuse_size(path, limit);
    } while (in);
    if (in.bad()) throw InputError(path.string(), 0, std::string("cannot read: ") + std::strerror(errno));
    return content;
} catch (const std::bad_alloc&) {
    throw OutsideError(path.string() + ": cannot read: it does not fit into memory");
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
    if (!target.is_special) {
        if (!write_beside(target.path, content)) cannot_write(path);
        return;
    }
    const int descriptor = open_special(target.path);
    if (descriptor < 0 || !write_all(descriptor, content)) cannot_write(path);
}

void replace_file(const fs::path& path, std::string_view content) {
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(path, ignored))) fs::remove_all(path, ignored);
    if (!write_beside(path, content)) cannot_write(path);
}

std::optional<std::string> read_left(const fs::path& path, std::size_t limit) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat about{};
    if (!file.open() || ::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
    std::string content;
    std::vector<char> buffer(1 << 16);
    while (content.size() <= limit) {
        const ssize_t count =
            ::read(file.number(), buffer.data(), std::min(buffer.size(), limit + 1 - content.size()));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return std::nullopt;
        if (count == 0) break;
        content.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return content;
}

void remove_stale_part(const fs::path& part) {
    const Descriptor file(::open(part.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.open() && file.try_lock() && file.is_at(part)) ::unlink(part.c_str());
}

}  // namespace l2r

#include "base/descriptor.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.hpp"

namespace l2r {
namespace {

[[noreturn]] void cannot_open() {
    throw OutsideError(std::string("cannot open a pipe: ") + std::strerror(errno));
}

/// A number above those of the standard streams, which a child's own take the place of.
Descriptor above_standard(Descriptor descriptor) {
    if (descriptor.number() > STDERR_FILENO) return descriptor;
    Descriptor higher(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher.open()) cannot_open();
    return higher;
}

}  // namespace

void Descriptor::close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
}

void Descriptor::lock() const {
    while (::flock(number_, LOCK_EX) != 0 && errno == EINTR) continue;
}

bool Descriptor::try_lock() const {
    return ::flock(number_, LOCK_EX | LOCK_NB) == 0;
}

bool Descriptor::is_at(const std::filesystem::path& path) const {
    struct stat here{}, there{};
    return ::fstat(number_, &here) == 0 && ::lstat(path.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

Pipe make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) cannot_open();
    Descriptor read(ends[0]), write(ends[1]);
    return {above_standard(std::move(read)), above_standard(std::move(write))};
}

}  // namespace l2r

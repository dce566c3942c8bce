#include "base/descriptor.hpp"

#include <fcntl.h>
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

Pipe make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) cannot_open();
    Descriptor read(ends[0]), write(ends[1]);
    return {above_standard(std::move(read)), above_standard(std::move(write))};
}

}  // namespace l2r

#include "standard_output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#include "base/error.hpp"

namespace l2r {

void print_output(std::string_view text) {
    errno = 0;
    const bool is_whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (is_whole && std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    throw OutsideError(std::string("cannot write to standard output") +
                       (errno == 0 ? "" : std::string(": ") + std::strerror(errno)));
}

}  // namespace l2r

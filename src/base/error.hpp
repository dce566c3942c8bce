#pragma once

#include <stdexcept>
#include <string>

namespace l2r {

/// The user's input is wrong: a file, a value, a combination of settings. The message says what, where and
/// what to do; programs end with exit code 2.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    /// `file:line: reason`; line 0 speaks of the file as a whole.
    InputError(const std::string& file, int line, const std::string& reason)
        : std::runtime_error(file + ":" + std::to_string(line) + ": " + reason) {}
};

/// Something outside failed: a disk, another program. Programs end with exit code 3.
class OutsideError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace l2r

#pragma once

#include <stdexcept>
#include <string>

namespace l2r {

/// The user's input is wrong: a file, a value, a combination of settings. The message says what, where and
/// what to do; programs end with exit code 2.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    /// `file:line: reason`; `file: reason` where the line is 0, which speaks of the file as a whole.
    InputError(const std::string& file, int line, const std::string& reason)
        : std::runtime_error((line > 0 ? file + ":" + std::to_string(line) : file) + ": " + reason) {}
};

/// Something outside failed: a disk, another program. Programs end with exit code 3.
class OutsideError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace l2r

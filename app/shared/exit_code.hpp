#pragma once

#include <functional>
#include <string>

namespace l2r {

enum ExitCode { bad_input = 2, outside_failed = 3 };  // 0: done; 1: the answer is no

/// Says it on standard error and returns the code.
int complain(const std::string& message, ExitCode code);

/// The whole of a program. What `task` returns, once all that it printed was written; what it throws becomes
/// an exit code and a message. Writing to a pipe that nobody reads, or beyond the limit on files, is an error
/// as others are, not a signal that ends the program.
int exit_code_of(const std::function<int()>& task);

}  // namespace l2r

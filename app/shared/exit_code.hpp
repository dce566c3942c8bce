#pragma once

#include <functional>
#include <string>

namespace l2r {

enum ExitCode { bad_input = 2, outside_failed = 3 };  // 0: done; 1: the answer is no

/// Says it on standard error and returns the code.
int complain(const std::string& message, ExitCode code);

/// What `task` returns, once all that it printed was written; what it throws becomes an exit code and a
/// message.
int exit_code_of(const std::function<int()>& task);

}  // namespace l2r

#pragma once

#include <string>
#include <vector>

namespace l2r {

/// The words that this program was called with, its own name first.
std::vector<std::string> own_arguments();

/// Becomes l2r-train, so that its output, signals and exit code are those of this command. Throws
/// OutsideError where there is none.
[[noreturn]] void become_trainer(std::vector<std::string> arguments);

}  // namespace l2r

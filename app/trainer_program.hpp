#pragma once

#include <string>
#include <vector>

namespace l2r {

/// The words that this program was called with, its own name first.
std::vector<std::string> own_arguments();

/// Whether the launcher asks (L2R_ONLY_CHECK) if a command that needs the trainer is right, before it
/// installs and builds that: then nothing is trained.
bool is_only_checked();

/// Becomes l2r-train, so that its output, signals and exit code are those of this command. Throws
/// OutsideError where there is none.
[[noreturn]] void become_trainer(std::vector<std::string> arguments);

}  // namespace l2r

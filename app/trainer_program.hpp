#pragma once

#include <string>
#include <vector>

namespace l2r {

/// Whether the launcher asks (L2R_ONLY_CHECK) if a command that needs the trainer is right, before it
/// installs and builds that: then nothing is trained.
bool is_only_checked();

/// Becomes l2r-train with this command and these words, so that its output, signals and exit code are those
/// of this command. Throws OutsideError where there is none.
[[noreturn]] void become_trainer(std::string command, std::vector<std::string> words);

}  // namespace l2r

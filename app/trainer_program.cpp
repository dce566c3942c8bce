#include "trainer_program.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

/// Beside this program, where both were installed, or in the next folder, where both were built.
fs::path trainer_program() {
    const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
    for (const fs::path& path : {folder / "l2r-train", folder.parent_path() / "train" / "l2r-train"})
        if (fs::exists(path)) return path;
    throw OutsideError(
        "l2r-train, which trains networks, was not built; run './l2r train ...' from the source folder, "
        "which builds it when it is first needed, or build with cmake -DL2R_BUILD_TRAINER=ON");
}

}  // namespace

bool is_only_checked() {
    return std::getenv("L2R_ONLY_CHECK") != nullptr;
}

void become_trainer(std::string command, std::vector<std::string> words) {
    std::string program = trainer_program().string();
    std::vector<char*> arguments{program.data(), command.data()};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(program.c_str(), arguments.data());
    throw OutsideError("cannot run " + program + ": " + std::strerror(errno));
}

}  // namespace l2r

#pragma once

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace l2r::test {

/// The letter that /proc gives for the state of a process, 'Z' for a zombie; 0 where there is no such
/// process.
inline char state_of(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name_end = line.rfind(") ");
    return name_end == std::string::npos ? '\0' : line[name_end + 2];
}

inline bool is_running(int pid) {
    const char state = state_of(pid);
    return state != '\0' && state != 'Z' && state != 'X';
}

/// Processes that this one has started and not seen to their end; zombies are among them.
inline int child_count() {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (!std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
            continue;
        std::ifstream file(entry.path() / "stat");
        const std::string line{std::istreambuf_iterator<char>(file), {}};
        const std::size_t name_end = line.rfind(") ");
        if (name_end == std::string::npos) continue;
        if (std::stoi(line.substr(name_end + 4)) == ::getpid()) ++count;
    }
    return count;
}

inline int descriptor_count() {
    const std::filesystem::directory_iterator entries("/proc/self/fd");
    return static_cast<int>(std::distance(begin(entries), end(entries)));
}

}  // namespace l2r::test

#include "base/private_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

/// A name that nobody gives a folder of their own, since those without an owner are removed.
constexpr std::string_view private_name = "l2r-private-XXXXXX";
constexpr std::size_t drawn = 6;  ///< letters at its end that are

[[noreturn]] void cannot_make(const fs::path& parent) {
    throw OutsideError(parent.string() + ": cannot make a folder there: " + std::strerror(errno) +
                       "; TMPDIR may name another place");
}

Descriptor open_folder(const fs::path& path) {
    return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_ours(const Descriptor& folder) {
    struct stat about{};
    return ::fstat(folder.number(), &about) == 0 && about.st_uid == ::geteuid();
}

/// Removes what killed processes left. A folder is locked by the process that made it, for as long as it
/// lives.
void remove_stale_folders(const fs::path& parent) {
    std::error_code ignored;
    for (fs::directory_iterator entry(parent, ignored), end; entry != end; entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (name.size() != private_name.size() ||
            !name.starts_with(private_name.substr(0, private_name.size() - drawn)))
            continue;
        const Descriptor folder = open_folder(entry->path());
        if (folder.open() && is_ours(folder) && folder.try_lock() && folder.is_at(entry->path()))
            fs::remove_all(entry->path(), ignored);
    }
}

}  // namespace

PrivateFolder::PrivateFolder() {
    const char* const variable = std::getenv("TMPDIR");
    const fs::path parent = variable == nullptr || *variable == '\0' ? "/tmp" : variable;
    std::error_code ignored;
    remove_stale_folders(parent);
    do {
        std::string name = fs::absolute(parent / private_name, ignored);
        if (::mkdtemp(name.data()) == nullptr) cannot_make(parent);
        path_ = name;
        folder_ = open_folder(path_);
        if (!folder_.open() && errno != ENOENT) {
            ::rmdir(path_.c_str());
            cannot_make(parent);
        }
        if (folder_.open()) folder_.lock();
    } while (!is_there());  // another process took it for a stale one, before it was locked
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace l2r

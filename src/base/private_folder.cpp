#include "base/private_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"

namespace l2r {
namespace fs = std::filesystem;

PrivateFolder::PrivateFolder() {
    const char* const variable = std::getenv("TMPDIR");
    const fs::path parent = variable == nullptr || *variable == '\0' ? "/tmp" : variable;
    std::string name = fs::absolute(parent / "l2r-XXXXXX");
    if (::mkdtemp(name.data()) == nullptr)
        throw OutsideError(parent.string() + ": cannot make a folder there: " + std::strerror(errno) +
                           "; TMPDIR may name another place");
    path_ = name;
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace l2r

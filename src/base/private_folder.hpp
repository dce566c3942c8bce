#pragma once

#include <filesystem>
#include <string_view>

#include "base/descriptor.hpp"

namespace l2r {

/// A folder that nobody else uses, below TMPDIR or /tmp; removed with all that is in it. One whose process
/// was killed is removed by the next process that makes one there.
class PrivateFolder {
  public:
    /// Throws OutsideError where there can be none.
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
    /// False once somebody has removed the folder, or put something else in its place.
    bool is_there() const { return folder_.is_at(path_); }

  private:
    std::filesystem::path path_;
    Descriptor folder_;  ///< locked: others see that its process lives
};

}  // namespace l2r

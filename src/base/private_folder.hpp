#pragma once

#include <filesystem>
#include <string_view>

namespace l2r {

/// A folder that nobody else uses, below TMPDIR or /tmp; removed with all that is in it.
class PrivateFolder {
  public:
    /// Throws OutsideError where there can be none.
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

}  // namespace l2r

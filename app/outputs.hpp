#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace l2r {

/// A file to be written has this name where standard output is meant.
constexpr std::string_view standard_output = "-";

/// Writes a file, or to standard output. Throws OutsideError where that fails.
void write_output(const std::string& file, std::string_view text);

/// What a command writes, piece by piece: one that fails costs no other.
class Outputs {
  public:
    /// Whether `write` went well; if not, `require_all` will say why.
    bool attempt(const std::function<void()>& write);
    /// Adds to the reason why the last attempt that failed did.
    void remark(const std::string& text) { failures_ += "; " + text; }
    /// Throws OutsideError with all that failed.
    void require_all() const;

  private:
    std::string failures_;
};

}  // namespace l2r

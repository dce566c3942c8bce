#pragma once

#include <string_view>

namespace l2r {

/// Prints `text`, behind all that was printed before, and returns once it is written. Throws OutsideError
/// where it cannot be.
void print_output(std::string_view text);

}  // namespace l2r

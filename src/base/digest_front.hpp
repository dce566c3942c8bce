#pragma once

#include <string>
#include <string_view>

namespace l2r {

/// HDF5's user block, as our files use it: a line of text, `opening` and the SHA-256 of all that follows the
/// block, then zeros.
constexpr std::size_t digest_front_size = 512;

/// The block that belongs before `rest`.
std::string digest_front(std::string_view opening, std::string_view rest);
/// Whether a file begins with the block that belongs there: then every bit of it is as it was written.
bool has_digest_front(std::string_view opening, std::string_view bytes);

}  // namespace l2r

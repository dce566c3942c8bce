#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace l2r {

/// The SHA-256 digest of `bytes` (FIPS 180-4) as 64 hexadecimal digits.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace l2r

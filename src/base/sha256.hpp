#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace l2r {

/// The SHA-256 digest of `bytes` (FIPS 180-4) as 64 hexadecimal digits. Some eighty lines that never change,
/// where OpenSSL, nettle or libmd would be one more library to install, link and ship for every user.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace l2r

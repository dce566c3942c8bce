#include "base/digest_front.hpp"

#include <span>

#include "base/sha256.hpp"

namespace l2r {

std::string digest_front(std::string_view opening, std::string_view rest) {
    std::string front(opening);
    front += sha256_hex(std::as_bytes(std::span(rest))) + "\n";
    front.resize(digest_front_size, '\0');
    return front;
}

bool has_digest_front(std::string_view opening, std::string_view bytes) {
    return bytes.size() > digest_front_size &&
           bytes.substr(0, digest_front_size) == digest_front(opening, bytes.substr(digest_front_size));
}

}  // namespace l2r

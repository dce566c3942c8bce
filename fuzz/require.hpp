#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

/// What fuzz targets abort on.

inline void require(bool holds) {
    if (!holds) std::abort();
}

/// A message for people: bounded, and without bytes that a terminal would obey.
inline void require_readable(std::string_view message) {
    require(!message.empty() && message.size() < 4096);
    require(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
}

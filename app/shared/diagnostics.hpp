#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

/// All that the programs say on standard error. What cannot be written there is dropped, and nothing here
/// throws: no diagnostic may cost a result.
namespace l2r {

/// A text and the end of its line. Waits a second at most for a reader that sleeps.
void tell_line(std::string_view text) noexcept;

template <class... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) noexcept {
    try {
        tell_line(fmt::format(format, std::forward<Args>(args)...));
    } catch (...) {  // no memory for a message
    }
}

/// Writes the last line of a terminal over; the next message takes its place. Waits for nobody.
void show_progress(std::string_view line) noexcept;
/// Leaves that line empty, where one is shown.
void clear_progress() noexcept;

}  // namespace l2r

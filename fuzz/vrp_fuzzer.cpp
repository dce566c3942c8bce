/// Any bytes are refused with `file:line: reason` or give an instance that writes and reads back as the same
/// text.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "problem/vrp_file.hpp"
#include "require.hpp"

namespace {

bool names_file_and_line(std::string_view message) {
    constexpr std::string_view prefix = "fuzz.vrp:";
    if (!message.starts_with(prefix)) return false;
    message.remove_prefix(prefix.size());
    const std::size_t digits = message.find_first_not_of("0123456789");
    return digits > 0 && message[0] != '0' && digits < message.size() &&
           message.substr(digits).starts_with(": ");
}

void check_round_trip(const l2r::Instance& instance) {
    const std::string text = l2r::format_vrp(instance);
    const l2r::Instance again = l2r::parse_vrp(text, "again.vrp");
    require(l2r::format_vrp(again) == text);
    require(again.name() == instance.name() && again.metric() == instance.metric() &&
            again.rounding() == instance.rounding());
    for (l2r::Node a = 0; a < instance.nodes(); ++a) {
        require(again.demand(a) == instance.demand(a));
        require(again.distance(0, a) == instance.distance(0, a) && again.cost(0, a) == instance.cost(0, a));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        check_round_trip(l2r::parse_vrp(text, "fuzz.vrp"));
    } catch (const l2r::InputError& error) {
        require(names_file_and_line(error.what()));
    }
    return 0;
}

/// Any bytes are refused with `file:line: reason`, or give an instance that writes and reads back.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "problem/solomon_file.hpp"
#include "problem/vrp_file.hpp"
#include "require.hpp"

namespace {

void check_round_trip(const l2r::Instance& instance) {
    require(instance.has_windows() && instance.has_fleet_limit());
    const std::string text = l2r::format_vrp(instance);
    const l2r::Instance again = l2r::parse_vrp(text, "again.vrp");
    require(again.rounding() == instance.rounding() && again.nodes() == instance.nodes() &&
            again.capacity() == instance.capacity());
    for (l2r::Node node = 0; node < instance.nodes(); ++node) {
        require(again.demand(node) == instance.demand(node));
        require(again.window(node) == instance.window(node));
        require(again.exact_service(node) == instance.exact_service(node));
        require(again.distance(0, node) == instance.distance(0, node));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    l2r::looks_like_solomon(text);
    try {
        check_round_trip(l2r::parse_solomon(text, "fuzz.txt"));
    } catch (const l2r::InputError& error) {
        require(std::string_view(error.what()).starts_with("fuzz.txt:"));
    }
    return 0;
}

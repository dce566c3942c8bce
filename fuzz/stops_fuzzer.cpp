/// Any bytes are refused with `file:line: reason`, or `file: reason` of an array, or give an instance as
/// valid as any, or a symmetric table of distances.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "problem/stops_file.hpp"
#include "problem/stops_matrix.hpp"
#include "require.hpp"

namespace {

void require_place(std::string_view message) {
    constexpr std::string_view prefix = "fuzz.csv:";
    require(message.starts_with(prefix));
    message.remove_prefix(prefix.size());
    if (message.starts_with(" the array ") || message.starts_with(" the entry ") ||
        message.starts_with(" the distance "))
        return;  // bytes of an array have no lines
    const std::size_t digits = message.find_first_not_of("0123456789");
    require(digits > 0 && message[0] != '0' && digits < message.size() && message[digits] == ':');
}

template <class Read>
void read_or_refuse(Read read) {
    try {
        read();
    } catch (const l2r::InputError& error) {
        require_place(error.what());
    }
}

void read_as_stops(std::string_view text) {
    std::vector<std::string> warnings;
    const l2r::Instance instance =
        l2r::parse_stops(text, "fuzz.csv", {.capacity = 100}, std::nullopt, warnings);
    require(instance.demand(0) == 0 && warnings.size() <= 1);
    for (l2r::Node a = 0; a < instance.nodes(); ++a) {
        require(instance.demand(a) >= 0 && instance.demand(a) <= 100);
        require(instance.distance(0, a) >= 0 && instance.distance(0, a) == instance.distance(a, 0));
        require(!instance.stop_name(a).empty());
    }
}

void read_as_matrix(std::string_view text) {
    const l2r::StopsOrder stops{{1, 0, 2}, {{"d", 1}, {"a", 0}, {"b", 2}}};
    const std::vector<double> matrix = l2r::parse_stops_matrix(text, "fuzz.csv", stops);
    require(matrix.size() == 9);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) require(matrix[3 * a + b] == matrix[3 * b + a]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    l2r::looks_like_stops(text);
    read_or_refuse([&] { read_as_stops(text); });
    read_or_refuse([&] { read_as_matrix(text); });
    return 0;
}

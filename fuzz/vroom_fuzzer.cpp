/// Any bytes are refused with the file's name and a bounded message, or give an instance as valid as any.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "problem/vroom_file.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    l2r::looks_like_json(text);
    try {
        std::vector<std::string> warnings;
        const l2r::Instance instance = l2r::parse_vroom(text, "fuzz.json", std::nullopt, warnings);
        require(instance.demand(0) == 0 && instance.has_ids() && warnings.size() <= 2);
        for (l2r::Node a = 0; a < instance.nodes(); ++a) {
            require(instance.demand(a) >= 0 && instance.demand(a) <= instance.capacity());
            require(instance.distance(0, a) >= 0 && instance.distance(0, a) == instance.distance(a, 0));
            require(!instance.stop_name(a).empty() && !instance.stop_id(a).empty());
        }
        for (int vehicle = 1; vehicle <= instance.max_routes(); ++vehicle)
            require(!instance.vehicle_id(vehicle).empty());
    } catch (const l2r::InputError& error) {
        const std::string_view message = error.what();
        require(message.starts_with("fuzz.json:") && message.size() < 4096);
        for (const char c : message) require(static_cast<unsigned char>(c) >= ' ' && c != 0x7f);
    }
    return 0;
}

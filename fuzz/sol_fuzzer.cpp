/// Any bytes are refused with `file:line: reason` or give a solution that writes and reads back.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "problem/sol_file.hpp"
#include "require.hpp"

namespace {

void check_round_trip(const l2r::SolutionFile& file) {
    const double cost = file.stated_cost.value_or(0);
    const std::string text = l2r::format_sol(file.solution, cost);
    const l2r::SolutionFile again = l2r::parse_sol(text, "again.sol");
    require(again.stated_cost == cost);
    require(std::equal(again.solution.customers().begin(), again.solution.customers().end(),
                       file.solution.customers().begin(), file.solution.customers().end()));
    require(again.solution.routes() <= file.solution.routes());
    require(l2r::format_sol(again.solution, cost) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        check_round_trip(l2r::parse_sol(text, "fuzz.sol"));
    } catch (const l2r::InputError& error) {
        require(std::string_view(error.what()).starts_with("fuzz.sol:"));
    }
    return 0;
}

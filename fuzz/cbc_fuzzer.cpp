/// Whatever CBC writes is refused with a reason, or is an answer of which `faults` can tell whether it is
/// feasible; what it prints gives a bound or none.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "experiment/integer_program.hpp"
#include "problem/generate.hpp"
#include "require.hpp"

namespace {

const l2r::Instance instance = l2r::random_instance(3, 1, 0);

void write_edge(l2r::Node from, l2r::Node to, std::string& text) {
    text += "0 x_" + std::to_string(from) + "_" + std::to_string(to) + " 1 0\n";
}

/// As CBC would write it.
std::string written(const l2r::Solution& solution) {
    std::string text = "Optimal - objective value 0\n";
    for (int r = 0; r < solution.routes(); ++r) {
        l2r::Node last = 0;
        for (const l2r::Node customer : solution.route(r))
            write_edge(std::exchange(last, customer), customer, text);
        write_edge(last, 0, text);
    }
    return text;
}

void check(const l2r::ProgramAnswer& answer) {
    require(answer.has_solution || answer.solution.routes() == 0);
    require(!answer.has_solution || answer.status != l2r::ProgramAnswer::Status::infeasible);
    if (!l2r::faults(instance, answer.solution).empty()) return;
    require(l2r::length(instance, answer.solution) > 0);
    require(l2r::parse_cbc_solution(written(answer.solution), instance).solution == answer.solution);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        check(l2r::parse_cbc_solution(text, instance));
    } catch (const l2r::InputError& error) {
        require_readable(error.what());
        require(std::string_view(error.what()).starts_with("CBC's solution"));
    }
    require(l2r::parse_cbc_bound(text) < std::numeric_limits<double>::infinity());
    return 0;
}

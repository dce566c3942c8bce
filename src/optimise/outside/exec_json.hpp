#pragma once

#include <cstdint>
#include <string>

#include "optimise/outside/outside_program.hpp"

namespace l2r {

/// The lines that go to and come from a program that is asked in JSON (docs/formats.md).
std::string format_request(std::int64_t id, const OutsideRequest& request, bool with_instance,
                           double seconds);

/// The answer to request `id`; whether it is feasible is for the caller to see. Throws Failure.
Solution parse_answer(const std::string& line, std::int64_t id);

}  // namespace l2r

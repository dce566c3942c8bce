#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "optimise/cycles.hpp"
#include "optimise/outside/outside_program.hpp"
#include "start/start.hpp"

namespace l2r {

/// The lines that go to and come from a program that is asked in JSON (docs/formats.md).
std::string format_request(std::int64_t id, const OutsideRequest& request, bool with_instance,
                           double seconds);

/// The answer to request `id`; whether it is feasible is for the caller to see. Throws Failure.
Solution parse_answer(const std::string& line, std::int64_t id);

/// The same for a program that scores starts: for which of them runs of so many cycles end shortest.
std::string format_request(std::int64_t id, const Instance& instance, std::span<const Start> starts,
                           int cycles, bool with_instance);

/// As many scores as there were starts. Throws Failure.
std::vector<double> parse_scores(const std::string& line, std::int64_t id, std::size_t starts);

}  // namespace l2r

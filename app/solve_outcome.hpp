#pragma once

#include <optional>
#include <string>

#include "solve_table.hpp"

namespace l2r {

/// What became of one of several instances.
struct SolveOutcome {
    std::optional<SolveRow> row;  ///< where it was solved
    std::string line;             ///< of standard output
    std::string failure;          ///< empty where all went well
    int exit_code = 0;
};

/// As a message between ranks, with the instance's number.
std::string as_bytes(std::size_t instance, const SolveOutcome& outcome);
/// Back from that.
std::pair<std::size_t, SolveOutcome> outcome_from(const std::string& bytes);

}  // namespace l2r

#pragma once

#include <limits>
#include <string>

/// Cycles: rounds of all moves of an optimiser. Budgets, samples and scorers count them alike.
namespace l2r {

/// In place of a number of cycles: as many as it takes.
constexpr int until_converged = std::numeric_limits<int>::max();

/// As users and files have it: "converged", or the number itself.
std::string cycles_text(int cycles);
/// Back from such a text.
int cycles_of(const std::string& text);

}  // namespace l2r

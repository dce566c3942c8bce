#pragma once

#include <string>
#include <vector>

namespace l2r {

/// Kinds of scorers that come with the program, one for each of some sizes.
const std::vector<std::string>& shipped_kinds();

/// The file of the one whose size is nearest. Throws OutsideError where it is not there.
std::string shipped_scorer(const std::string& kind, int customers);

/// The policy that comes with l2r.
std::string shipped_policy();

}  // namespace l2r

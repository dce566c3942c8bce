#pragma once

#include <string>
#include <vector>

#include "problem/instance.hpp"

namespace l2r {

/// What is allowed, but hardly meant: a sentence each, for whoever reads an instance to pass on.
std::vector<std::string> warnings(const Instance& instance);

}  // namespace l2r

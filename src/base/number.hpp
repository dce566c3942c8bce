#pragma once

#include <string>

namespace l2r {

/// Appends `value` with at most `decimals` digits after the point, without trailing zeros, in any locale.
void append_number(std::string& out, double value, int decimals = 1);

/// A number for people: whole as it is, else about six digits. At least two after the point.
std::string short_number(double value);

}  // namespace l2r

#pragma once

#include <string>

#include "problem/instance.hpp"

/// Places as TSPLIB's GEO has them: latitude, then longitude, each DDD.MM, degrees and minutes.
namespace l2r {

/// DDD.MM in decimal degrees.
double decimal_degrees(double coordinate);

/// Kilometres on a sphere, one added. Whole after `trunc`, which is TSPLIB's convention.
double geographic_distance(Point a, Point b);

/// Why `place` is none in degrees and minutes, and what to do; empty where it is one.
std::string geographic_fault(Point place);

}  // namespace l2r

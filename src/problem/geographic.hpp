#pragma once

#include <string>

#include "problem/instance.hpp"

namespace l2r {

// Places as TSPLIB's GEO has them: latitude, then longitude, each DDD.MM, degrees and minutes.

/// DDD.MM in decimal degrees.
double decimal_degrees(double coordinate);

/// Kilometres on a sphere, one added. Whole after `trunc`, which is TSPLIB's convention.
double geographic_distance(Point a, Point b);

/// Why `place` is none in degrees and minutes, and what to do; empty where it is one.
std::string geographic_fault(Point place);

// Places as maps and tables have them: longitude, then latitude, in decimal degrees.

/// Metres on a sphere that has the earth's mean radius.
double great_circle_metres(Point a, Point b);

/// No two places so many degrees of longitude and latitude apart are farther than this.
double most_metres(double longitudes, double latitudes);

/// Nothing between these longitudes and latitudes is nearer to a place than this.
double least_metres(Point from, Point low, Point high);

/// Why `place` is none in decimal degrees, and what to do; empty where it is one.
std::string degrees_fault(Point place);

}  // namespace l2r

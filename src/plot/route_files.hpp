#pragma once

#include <string>

#include "problem/solution.hpp"

/// Routes as files for other programs. Routes without customers are left out; the others are numbered from 1
/// on. Coordinates are as the instance has them; those in degrees and minutes become decimal, longitude
/// first.
namespace l2r {

/// GeoJSON: a closed LineString for each route and a Point for each stop. Throws InputError as `check_map`
/// does.
std::string routes_geojson(const Instance& instance, const Solution& solution);

/// `route,position,stop,id,name,x,y,demand,load,distance`: a row for each stop of each route, from the depot
/// back to the depot; load and distance are those up to there. Without coordinates x and y are empty. With
/// time windows `arrival,waiting` follow. Throws InputError as `check_customers` does.
std::string routes_csv(const Instance& instance, const Solution& solution);

/// JSON as VROOM answers with: a summary, routes with the steps of each, and what is on no route. Steps have
/// times of arrival where there are time windows or a matrix. Throws InputError as `check_customers` does.
std::string routes_vroom(const Instance& instance, const Solution& solution);

}  // namespace l2r

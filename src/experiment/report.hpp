#pragma once

#include <string>
#include <vector>

#include "experiment/figure_result.hpp"

namespace l2r {

/// The tables of all figures as one JSON object: each arm against the unguided one. A factor that is null is
/// above its `limit`, which is as far as the unguided arm went.
std::string summary_json(const std::vector<FigureResult>& results);

/// One page that shows all figures, in any browser and without anything from outside: curves to look into,
/// tables, and the routes of some instances, made again for that on so many threads.
std::string report_page(const std::vector<FigureResult>& results, int threads);

}  // namespace l2r

#pragma once

#include <string>
#include <vector>

#include "experiment/figure_result.hpp"

namespace l2r {

/// The tables of all figures as one JSON object: each arm against the unguided one. A factor that is null is
/// above its `limit`, which is as far as the unguided arm went.
std::string summary_json(const std::vector<FigureResult>& results);

/// One page that shows all figures, in any browser, without other files: curves, tables, and the routes of
/// some instances, which are run again for that.
std::string report_page(const std::vector<FigureResult>& results, int threads);

}  // namespace l2r

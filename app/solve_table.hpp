#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solve_report.hpp"

namespace l2r {

/// What the table says of an instance.
struct SolveRow {
    int customers = 0;
    double length = 0;
    int routes = 0;
    std::optional<double> gap;  ///< in percent
    double seconds = 0;
    StopReason reason = StopReason::time;
};

SolveRow row_of(const SolveJob& job);

/// The table of several instances, line by line.
class SolveTable {
  public:
    explicit SolveTable(const std::vector<std::string>& names);

    std::string header() const;
    std::string line(const std::string& name, const SolveRow& row) const;
    /// Of an instance without a result.
    std::string line(const std::string& name, const std::string& what_happened) const;
    /// Means over these rows; the gap's over those that have one. Empty where there are none.
    std::string means(const std::vector<SolveRow>& rows) const;

  private:
    std::size_t width_;  ///< of the first column
};

}  // namespace l2r

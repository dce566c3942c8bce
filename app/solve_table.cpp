#include "solve_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "base/text.hpp"
#include "options.hpp"

namespace l2r {
namespace {

std::string gap_text(const std::optional<double>& gap) {
    if (!gap) return "-";
    return fmt::format("{:.2f}", std::abs(*gap) < 0.005 ? 0 : *gap);  // not -0.00
}

std::string title_of_means(std::size_t rows) {
    return fmt::format("mean of {}", rows);
}

}  // namespace

SolveRow row_of(const SolveJob& job) {
    SolveRow row{job.instance.customers(), job.result.length, job.result.best.used_routes(), std::nullopt,
                 job.result.seconds,       job.result.reason};
    if (job.best_known) row.gap = gap(job.result.length, *job.best_known);
    return row;
}

SolveTable::SolveTable(const std::vector<std::string>& names) : width_(title_of_means(names.size()).size()) {
    for (const std::string& name : names) width_ = std::max(width_, text::printable(name).size());
}

std::string SolveTable::header() const {
    return fmt::format("{:<{}}  {:>9}  {:>12}  {:>7}  {:>7}  {:>9}  {}\n", "instance", width_, "customers",
                       "length", "routes", "gap, %", "seconds", "stopped by");
}

std::string SolveTable::line(const std::string& name, const SolveRow& row) const {
    return fmt::format("{:<{}}  {:>9}  {:>12}  {:>7}  {:>7}  {:>9.2f}  {}\n", text::printable(name), width_,
                       row.customers, short_number(row.length), row.routes, gap_text(row.gap), row.seconds,
                       stop_reason_text(row.reason));
}

std::string SolveTable::line(const std::string& name, const std::string& what_happened) const {
    return fmt::format("{:<{}}  {}\n", text::printable(name), width_, what_happened);
}

std::string SolveTable::means(const std::vector<SolveRow>& rows) const {
    if (rows.empty()) return "";
    double customers = 0, length = 0, routes = 0, seconds = 0, gaps = 0;
    int with_gap = 0;
    for (const SolveRow& row : rows) {
        customers += row.customers;
        length += row.length;
        routes += row.routes;
        seconds += row.seconds;
        gaps += row.gap.value_or(0);
        with_gap += row.gap ? 1 : 0;
    }
    const auto count = static_cast<double>(rows.size());
    const std::optional<double> gap = with_gap == 0 ? std::nullopt : std::optional(gaps / with_gap);
    return fmt::format("{:<{}}  {:>9.1f}  {:>12}  {:>7.1f}  {:>7}  {:>9.2f}{}\n", title_of_means(rows.size()),
                       width_, customers / count, short_number(length / count), routes / count, gap_text(gap),
                       seconds / count,
                       with_gap == 0 || with_gap == static_cast<int>(rows.size())
                           ? ""
                           : fmt::format("  gap: mean of {}", with_gap));
}

}  // namespace l2r

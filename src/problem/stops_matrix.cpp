#include "problem/stops_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/npy.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

class StopsMatrixParser {
  public:
    StopsMatrixParser(std::string_view text, const std::string& file, const StopsOrder& stops)
        : text_(text), file_(file), stops_(stops), side_(stops.nodes.size()) {}

    std::vector<double> parse() {
        columns_ = stops_.nodes;
        lines_.assign(side_, 0);
        npy::looks_like_npy(text_) ? read_array() : read_rows();
        require_symmetric();
        return std::move(matrix_);
    }

  private:
    [[noreturn]] void fail(int line, const std::string& reason) const {
        throw InputError(file_, line, reason);
    }

    void read_rows() {
        const bool has_header = count_rows() == side_ + 1;
        csv::Rows rows(text_, file_);
        csv::Row row;
        if (has_header && rows.next(row)) read_header(row);
        matrix_.assign(side_ * side_, 0.0);
        for (std::size_t index = 0; rows.next(row); ++index) read_row(row, index);
    }

    /// NumPy's: no ids, so in the order of the stops.
    void read_array() {
        const npy::Table table(text_, file_);
        if (table.rows() != side_ || table.columns() != side_)
            fail(0, "the array is " + std::to_string(table.rows()) + " x " + std::to_string(table.columns()) +
                        "; there are " + std::to_string(side_) + " stops, so it must be " +
                        std::to_string(side_) + " x " + std::to_string(side_));
        matrix_.assign(side_ * side_, 0.0);
        for (std::size_t row = 0; row < side_; ++row)
            for (std::size_t column = 0; column < side_; ++column) {
                if (row == column) continue;
                const double distance = table.at(row, column);
                if (!(distance >= 0 && distance <= 1e12))
                    fail(0, "the entry [" + std::to_string(row) + "][" + std::to_string(column) + "] is " +
                                (std::isfinite(distance) ? text::shortest(distance) : "no finite number") +
                                "; a distance must be a number from 0 to 1e12");
                matrix_[static_cast<std::size_t>(columns_[row]) * side_ +
                        static_cast<std::size_t>(columns_[column])] = distance;
            }
    }

    /// The table is held against the number of stops before anything is allocated for it.
    std::size_t count_rows() const {
        csv::Rows rows(text_, file_);
        csv::Row row;
        std::size_t count = 0;
        while (rows.next(row)) ++count;
        if (count != side_ && count != side_ + 1)
            fail(rows.line(), "there are " + std::to_string(count) + " rows of distances for " +
                                  std::to_string(side_) +
                                  " stops; give one each, and a row of ids if you like");
        return count;
    }

    Node node_of(const std::string& id, int line) const {
        const auto found = stops_.ids.find(id);
        if (found == stops_.ids.end())
            fail(line, text::in_quotes(id) + " is not the id of a stop" +
                           (stops_.ids.empty() ? "; the stops have no column 'id'" : ""));
        return found->second;
    }

    void read_header(csv::Row& row) {
        has_labels_ = row.fields.size() == side_ + 1;
        if (!has_labels_ && row.fields.size() != side_)
            fail(row.line, "the first row has " + std::to_string(row.fields.size()) + " ids for " +
                               std::to_string(side_) + " stops");
        if (has_labels_) row.fields.erase(row.fields.begin());  // the corner
        std::vector<bool> is_there(side_, false);
        for (std::size_t column = 0; column < side_; ++column) {
            const Node node = node_of(row.fields[column], row.line);
            if (is_there[static_cast<std::size_t>(node)])
                fail(row.line,
                     "the id " + text::in_quotes(row.fields[column]) + " stands twice in the first row");
            is_there[static_cast<std::size_t>(node)] = true;
            columns_[column] = node;
        }
    }

    void read_row(const csv::Row& row, std::size_t index) {
        const std::size_t begin = has_labels_ ? 1 : 0;
        if (row.fields.size() != side_ + begin)
            fail(row.line, "the row has " + std::to_string(row.fields.size()) + " fields instead of " +
                               std::to_string(side_ + begin));
        const Node from = has_labels_ ? node_of(row.fields[0], row.line) : columns_[index];
        const auto at = static_cast<std::size_t>(from);
        if (lines_[at] != 0)
            fail(row.line, "the id " + text::in_quotes(row.fields[0]) + " was given on line " +
                               std::to_string(lines_[at]) + " already");
        lines_[at] = row.line;
        for (std::size_t column = 0; column < side_; ++column) {
            const Node to = columns_[column];
            if (to == from) continue;
            const std::string& field = row.fields[column + begin];
            const auto distance = text::number(field);
            if (!distance || *distance < 0 || *distance > 1e12)
                fail(row.line, "a distance must be a number from 0 to 1e12, not " + text::quoted(field));
            matrix_[at * side_ + static_cast<std::size_t>(to)] = *distance;
        }
    }

    void require_symmetric() const {
        for (std::size_t a = 0; a < side_; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const double there = matrix_[a * side_ + b], back = matrix_[b * side_ + a];
                if (there != back)
                    fail(lines_[a], "the distance from " + described(a) + " to " + described(b) + " is " +
                                        text::shortest(there) + ", and back " + text::shortest(back) +
                                        "; asymmetric distances are not supported: make both the same");
            }
    }

    std::string described(std::size_t node) const {
        for (const auto& [id, of] : stops_.ids)
            if (static_cast<std::size_t>(of) == node) return text::in_quotes(id);
        const auto row = std::find(stops_.nodes.begin(), stops_.nodes.end(), static_cast<Node>(node));
        return "stop " + std::to_string(row - stops_.nodes.begin() + 1);
    }

    std::string_view text_;
    const std::string& file_;
    const StopsOrder& stops_;
    std::size_t side_;
    bool has_labels_ = false;
    std::vector<Node> columns_;
    std::vector<int> lines_;  ///< of each node's row
    std::vector<double> matrix_;
};

}  // namespace

std::vector<double> parse_stops_matrix(std::string_view text, const std::string& file,
                                       const StopsOrder& stops) {
    return StopsMatrixParser(text, file, stops).parse();
}

}  // namespace l2r

#include "problem/vrp_matrix.hpp"

#include <cstdint>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

constexpr double weight_limit = 1e12;

/// The part of the matrix that the file gives, row by row. As the matrix is symmetric, a triangle by columns
/// is the other triangle by rows.
enum class Part { full, lower, upper };

struct Layout {
    Part part;
    bool diagonal;
};

struct NamedLayout {
    std::string_view name;
    Layout layout;
};

constexpr NamedLayout layouts[] = {
    {"FULL_MATRIX", {Part::full, true}},     {"UPPER_ROW", {Part::upper, false}},
    {"LOWER_ROW", {Part::lower, false}},     {"UPPER_DIAG_ROW", {Part::upper, true}},
    {"LOWER_DIAG_ROW", {Part::lower, true}}, {"UPPER_COL", {Part::lower, false}},
    {"LOWER_COL", {Part::upper, false}},     {"UPPER_DIAG_COL", {Part::lower, true}},
    {"LOWER_DIAG_COL", {Part::upper, true}},
};

Layout find_layout(const VrpEntry& format, const std::string& file) {
    const std::string name = text::upper_case(format.value);
    for (const NamedLayout& named : layouts)
        if (named.name == name) return named.layout;
    throw InputError(
        file, format.line,
        "EDGE_WEIGHT_FORMAT " + text::quoted(format.value) + " is not one for explicit distances");
}

std::size_t count_weights(Layout layout, std::size_t nodes) {
    if (layout.part == Part::full) return nodes * nodes;
    return nodes * (nodes - 1) / 2 + (layout.diagonal ? nodes : 0);
}

std::vector<double> read_weights(const VrpSection& section, std::size_t expected, const std::string& file) {
    std::vector<double> weights;
    text::Lines lines(section.body, section.line + 1);
    int last_line = section.line;
    while (const auto line = lines.next()) {
        std::string_view rest = line->content;
        for (auto word = text::take_word(rest); !word.empty(); word = text::take_word(rest)) {
            last_line = line->number;
            const auto weight = text::number(word);
            if (!weight || *weight < 0 || *weight > weight_limit)
                throw InputError(file, line->number,
                                 "a distance must be a number from 0 to 1e12, not " + text::quoted(word));
            if (weights.size() == expected)
                throw InputError(file, line->number,
                                 "EDGE_WEIGHT_SECTION has more than the " + std::to_string(expected) +
                                     " numbers that DIMENSION and EDGE_WEIGHT_FORMAT ask for");
            weights.push_back(*weight);
        }
    }
    if (weights.size() < expected)
        throw InputError(file, last_line,
                         "EDGE_WEIGHT_SECTION ends after " + std::to_string(weights.size()) + " of the " +
                             std::to_string(expected) +
                             " numbers that DIMENSION and EDGE_WEIGHT_FORMAT ask for");
    return weights;
}

/// The line that holds number `index` of the section, counted from 0.
int line_of_weight(const VrpSection& section, std::size_t index) {
    text::Lines lines(section.body, section.line + 1);
    for (std::size_t passed = 0; const auto line = lines.next();) {
        std::string_view rest = line->content;
        while (!text::take_word(rest).empty())
            if (passed++ == index) return line->number;
    }
    return section.line;
}

void require_symmetric(const std::vector<double>& matrix, std::size_t nodes, const VrpSection& section,
                       const std::string& file) {
    for (std::size_t a = 0; a < nodes; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (matrix[a * nodes + b] != matrix[b * nodes + a])
                throw InputError(file, line_of_weight(section, a * nodes + b),
                                 "the distance between nodes " + std::to_string(b + 1) + " and " +
                                     std::to_string(a + 1) +
                                     " depends on the direction; asymmetric problems are not supported");
}

}  // namespace

std::vector<double> read_vrp_matrix(const VrpSection& section, const VrpEntry& format, int nodes,
                                    const std::string& file) {
    const Layout layout = find_layout(format, file);
    const auto side = static_cast<std::size_t>(nodes);
    std::vector<double> weights = read_weights(section, count_weights(layout, side), file);
    if (layout.part == Part::full) {
        require_symmetric(weights, side, section, file);
        for (std::size_t a = 0; a < side; ++a) weights[a * side + a] = 0;
        return weights;
    }
    std::vector<double> matrix(side * side, 0.0);
    std::size_t next = 0;
    for (std::size_t row = 0; row < side; ++row) {
        const std::size_t begin = layout.part == Part::lower ? 0 : row;
        const std::size_t end = layout.part == Part::lower ? row + 1 : side;
        for (std::size_t column = begin; column < end; ++column) {
            if (row != column) matrix[row * side + column] = matrix[column * side + row] = weights[next++];
            if (row == column && layout.diagonal) ++next;
        }
    }
    return matrix;
}

}  // namespace l2r

#include "base/csv.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r::csv {
namespace {

/// Of the first row that is not empty; a comma where it has one field.
char find_separator(std::string_view text) {
    constexpr std::string_view separators = ",;\t";
    std::size_t counts[separators.size()] = {};
    bool is_quoted = false, is_empty = true;
    for (const char c : text) {
        if (c == '\n' && !is_quoted && !is_empty) break;
        if (c == '"') is_quoted = !is_quoted;
        is_empty = is_empty && (c == ' ' || c == '\t' || c == '\r' || c == '\n');
        const std::size_t found = separators.find(c);
        if (!is_quoted && found != std::string_view::npos) ++counts[found];
    }
    return separators[static_cast<std::size_t>(std::max_element(std::begin(counts), std::end(counts)) -
                                               std::begin(counts))];
}

}  // namespace

Rows::Rows(std::string_view text, const std::string& file)
    : text_(text::without_byte_order_mark(text)), file_(file), separator_(find_separator(text_)) {
    text::require_text(text, file);
}

bool Rows::next(Row& row) {
    while (at_ < text_.size()) {
        take_row(row);
        if (std::any_of(row.fields.begin(), row.fields.end(),
                        [](const std::string& field) { return !field.empty(); }))
            return true;
    }
    return false;
}

void Rows::take_row(Row& row) {
    row.fields.clear();
    row.line = line_ = next_line_;
    row.fields.push_back(take_field());
    while (is_at(separator_)) {
        ++at_;
        row.fields.push_back(take_field());
    }
    line_ = next_line_++;
    ++at_;  // the line's end
}

std::string Rows::take_field() {
    skip_blanks();
    if (is_at('"')) return take_quoted();
    const char ends[] = {separator_, '\n'};
    const std::size_t end = std::min(text_.find_first_of({ends, 2}, at_), text_.size());
    const std::string_view field = text::trimmed(text_.substr(at_, end - at_));
    at_ = end;
    return std::string(field);
}

std::string Rows::take_quoted() {
    const int first_line = next_line_;
    std::string field;
    while (is_at('"')) {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos)
            throw InputError(file_, first_line, "a quotation mark that begins a field is not closed");
        const std::string_view part = text_.substr(at_ + 1, end - at_ - 1);
        next_line_ += static_cast<int>(std::count(part.begin(), part.end(), '\n'));
        field += part;
        at_ = end + 1;
        if (is_at('"')) field += '"';  // two of them are one within the field
    }
    skip_blanks();
    if (at_ < text_.size() && !is_at(separator_) && !is_at('\n'))
        throw InputError(file_, next_line_,
                         "there is text behind a closing quotation mark; within a field write two of them");
    return field;
}

void Rows::skip_blanks() {
    while (at_ < text_.size() && text_[at_] != separator_ &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r'))
        ++at_;
}

}  // namespace l2r::csv

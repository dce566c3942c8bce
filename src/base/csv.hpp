#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Tables as text, as RFC 4180 has them: fields may be in quotation marks, and then hold anything.
namespace l2r::csv {

struct Row {
    std::vector<std::string> fields;
    int line = 0;  ///< on which it begins
};

/// Goes through a table row by row. Commas, semicolons or tabs separate fields: whichever the first row has
/// most of. Blanks around fields, rows without content and a byte order mark do no harm. The text stays where
/// it is.
class Rows {
  public:
    /// Throws InputError where this is not a text. `file` is the name that errors give.
    Rows(std::string_view text, const std::string& file);

    /// Reads the next row; false at the end. Throws InputError `file:line: reason` for quotation marks that
    /// are not closed, or closed too early.
    bool next(Row& row);
    char separator() const { return separator_; }
    /// The line that was read last.
    int line() const { return line_; }

  private:
    void take_row(Row& row);
    std::string take_field();
    std::string take_quoted();
    void skip_blanks();
    bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }

    std::string_view text_;
    std::string file_;
    char separator_;
    std::size_t at_ = 0;
    int next_line_ = 1, line_ = 1;
};

}  // namespace l2r::csv

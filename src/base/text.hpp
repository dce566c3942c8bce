#pragma once

#include <optional>
#include <string>
#include <string_view>

/// What the readers of text files share. Everything is independent of the locale and linear in the text.
namespace l2r::text {

/// A line without its end and without blanks around it.
struct Line {
    std::string_view content;
    int number = 0;
};

/// Goes through a text line by line; `\n` and `\r\n` end a line.
class Lines {
  public:
    explicit Lines(std::string_view text, int first_number = 1) : rest_(text), next_number_(first_number) {}
    std::optional<Line> next();
    /// Where the next line begins.
    const char* position() const { return rest_.data(); }

  private:
    std::string_view rest_;
    int next_number_;
};

/// Throws InputError at the first byte that no text file has, and for files over 2 GB.
void require_text(std::string_view text, const std::string& file);

/// `text` without a UTF-8 byte order mark in front.
std::string_view without_byte_order_mark(std::string_view text);

std::string_view trimmed(std::string_view text);
std::string upper_case(std::string_view text);

/// Takes the next word, up to a blank, off the front of `rest`; empty when nothing is left.
std::string_view take_word(std::string_view& rest);

/// A decimal number such as 5, +5, -0.5 or 1e3; nothing for infinities, NaN, numbers too large and other
/// words.
std::optional<double> number(std::string_view word);

/// As few digits as read back exactly, and no exponent where people would not write one.
std::string shortest(double value);

/// `word` in quotes, fit for a message: shortened, and `?` for what is not printable ASCII.
std::string quoted(std::string_view word);

/// What somebody else has said, fit for a message and a terminal: the first `printable_limit` bytes, with
/// \xNN for each byte of a control character, and for each that is not UTF-8.
constexpr std::size_t printable_limit = 600;
std::string printable(std::string_view said);
/// The same in quotes: what a name looks like in a message.
std::string in_quotes(std::string_view said);

}  // namespace l2r::text

#include "help.hpp"

#include <CLI/CLI.hpp>

#include "base/text.hpp"

namespace l2r {
namespace {

constexpr std::size_t help_width = 80, help_column = 26;

/// Breaks between words. The first line begins in column `at`, others are indented; `joint` ends each line
/// that goes on.
std::string wrapped(std::string_view text, std::size_t at, std::size_t indent, std::string_view joint = "") {
    std::string result;
    std::size_t column = at;
    bool is_first = true;
    for (auto word = text::take_word(text); !word.empty(); word = text::take_word(text)) {
        const bool is_last = text.find_first_not_of(' ') == std::string_view::npos;
        const std::size_t room = help_width - (is_last ? 0 : joint.size());
        if (!is_first && column + 1 + word.size() > room) {
            result.append(joint).append("\n").append(indent, ' ');
            column = indent;
        } else if (!is_first) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
        is_first = false;
    }
    return result + "\n";
}

class WrappedHelp : public CLI::Formatter {
  public:
    WrappedHelp() { column_width(help_column); }
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        return row(make_option_name(option, is_positional) + make_option_opts(option),
                   make_option_desc(option));
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return row(command->get_name(), command->get_description());
    }
    std::string make_description(const CLI::App* command) const override {
        return wrapped(command->get_description(), 0, 0);
    }
    /// Commands are indented; broken they can still be copied.
    std::string make_footer(const CLI::App* command) const override {
        std::string result;
        const std::string footer = command->get_footer();
        text::Lines lines(footer);
        for (const char* begin = lines.position(); const auto line = lines.next(); begin = lines.position())
            result +=
                *begin == ' ' ? "  " + wrapped(line->content, 2, 6, " \\") : wrapped(line->content, 0, 0);
        return result;
    }

  private:
    std::string row(const std::string& name, const std::string& description) const {
        const std::size_t column = get_column_width();
        std::string left = "  " + wrapped(name, 2, 6);
        left.pop_back();
        if (left.size() < column)
            left.append(column - left.size(), ' ');
        else
            left.append("\n").append(column, ' ');
        return left + wrapped(description, column, column);
    }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format() {
    return std::make_shared<WrappedHelp>();
}

}  // namespace l2r

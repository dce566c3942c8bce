#include "problem/sol_file.hpp"

#include <charconv>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "problem/tour_file.hpp"

namespace l2r {
namespace {

bool is_word_end(std::string_view rest) {
    return rest.empty() || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '#' || rest[0] == ':';
}

/// Takes `word` off the front of `rest`, in any case, if it stands there as a whole word.
bool take_keyword(std::string_view& rest, std::string_view word) {
    if (rest.size() < word.size() || text::upper_case(rest.substr(0, word.size())) != word) return false;
    if (!is_word_end(rest.substr(word.size()))) return false;
    rest = text::trimmed(rest.substr(word.size()));
    return true;
}

bool take_symbol(std::string_view& rest, char symbol) {
    if (!rest.starts_with(symbol)) return false;
    rest = text::trimmed(rest.substr(1));
    return true;
}

/// Takes the number and the colon of `Route #1:`; what the number is does not matter.
bool take_route_number(std::string_view& rest) {
    take_symbol(rest, '#');
    const std::size_t digits = rest.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos) return false;
    rest = text::trimmed(rest.substr(digits));
    return take_symbol(rest, ':');
}

/// Whether a .vrp file may begin so.
bool is_of_instance(std::string_view line) {
    const std::string key = text::upper_case(line.substr(0, line.find_first_of(": \t")));
    return key == "NAME" || key == "COMMENT" || key == "TYPE" || key == "DIMENSION";
}

class SolParser {
  public:
    explicit SolParser(const std::string& file) : file_(file) {}

    void take_line(const text::Line& line) {
        line_ = line.number;
        std::string_view rest = line.content;
        if (rest.empty()) return;
        if (take_keyword(rest, "ROUTE")) {
            if (!take_route_number(rest)) fail("a route must begin like 'Route #1:'");
            take_route(rest);
        } else if (take_keyword(rest, "COST")) {
            take_symbol(rest, ':');
            take_cost(rest);
        } else if (is_of_instance(line.content)) {
            fail("this looks like an instance (.vrp), not like a solution (.sol)");
        } else {
            fail("expected 'Route #1: ...' or 'Cost ...' but found " + text::quoted(line.content));
        }
    }

    SolutionFile result;

  private:
    [[noreturn]] void fail(const std::string& reason) const { throw InputError(file_, line_, reason); }

    void take_route(std::string_view rest) {
        route_.clear();
        for (auto word = text::take_word(rest); !word.empty(); word = text::take_word(rest)) {
            Node customer = -1;
            const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), customer);
            if (problem != std::errc() || end != word.data() + word.size() || customer < 0)
                fail(text::quoted(word) + " is not a customer's number");
            route_.push_back(customer);
        }
        result.solution.add_route(route_);
    }

    void take_cost(std::string_view rest) {
        if (result.stated_cost) fail("the cost is stated twice");
        result.stated_cost = text::number(rest);
        if (!result.stated_cost) fail("the cost " + text::quoted(rest) + " is not a number");
    }

    const std::string& file_;
    int line_ = 0;
    std::vector<Node> route_;
};

}  // namespace

SolutionFile parse_sol(std::string_view text, const std::string& file) {
    text::require_text(text, file);
    if (is_tour(text)) return {parse_tour(text, file), std::nullopt};
    SolParser parser(file);
    text::Lines lines(text::without_byte_order_mark(text));
    while (const auto line = lines.next()) parser.take_line(*line);
    return std::move(parser.result);
}

SolutionFile read_sol(const std::filesystem::path& path) {
    constexpr std::size_t limit = 64'000'000;  // some ten times what a million customers take
    return parse_sol(read_file(path, limit), path.string());
}

std::string format_sol(const Solution& solution, double cost) {
    std::string out;
    int written = 0;
    for (int r = 0; r < solution.routes(); ++r) {
        if (solution.route(r).empty()) continue;
        out += "Route #" + std::to_string(++written) + ":";
        for (const Node customer : solution.route(r)) out += ' ' + std::to_string(customer);
        out += '\n';
    }
    return out + "Cost " + text::shortest(cost) + '\n';
}

}  // namespace l2r

#include "problem/tour_file.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

constexpr std::string_view section = "TOUR_SECTION";

std::string key_of(std::string_view line) {
    return text::upper_case(line.substr(0, line.find_first_of(": \t")));
}

class TourParser {
  public:
    explicit TourParser(const std::string& file) : file_(file) {}

    void take_line(const text::Line& line) {
        line_ = line.number;
        const std::string key = key_of(line.content);
        if (line.content.empty() || key == "EOF") return;
        if (key == section) {
            if (in_section_) fail("a second tour is not supported");
            in_section_ = true;
        } else if (in_section_) {
            take_nodes(line.content);
        } else if (key != "NAME" && key != "COMMENT" && key != "TYPE" && key != "DIMENSION") {
            fail("unknown keyword " + text::quoted(line.content));
        } else if (key == "TYPE" && !text::upper_case(line.content).ends_with("TOUR")) {
            fail("a file with a TOUR_SECTION has TYPE TOUR");
        }
    }

    Solution solution() {
        if (!ended_) fail("the tour is not ended by -1; the file may be cut off");
        const auto depot = std::find(nodes_.begin(), nodes_.end(), 1);
        if (depot == nodes_.end()) fail("the tour does not visit node 1");
        std::rotate(nodes_.begin(), depot, nodes_.end());
        for (Node& node : nodes_) --node;
        Solution solution;
        solution.add_route(std::span(nodes_).subspan(1));
        return solution;
    }

  private:
    [[noreturn]] void fail(const std::string& reason) const { throw InputError(file_, line_, reason); }

    void take_nodes(std::string_view rest) {
        for (auto word = text::take_word(rest); !word.empty(); word = text::take_word(rest)) {
            Node node = 0;
            const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), node);
            const bool is_number = problem == std::errc() && end == word.data() + word.size();
            if (ended_) fail("there is text after the -1 that ends the tour");
            if (!is_number || (node < 1 && node != -1)) fail(text::quoted(word) + " is not a node's number");
            ended_ = node == -1;
            if (!ended_) nodes_.push_back(node);
        }
    }

    const std::string& file_;
    int line_ = 1;
    bool in_section_ = false, ended_ = false;
    std::vector<Node> nodes_;
};

}  // namespace

bool is_tour(std::string_view text) {
    text::Lines lines(text::without_byte_order_mark(text));
    while (const auto line = lines.next())
        if (key_of(line->content) == section) return true;
    return false;
}

Solution parse_tour(std::string_view text, const std::string& file) {
    TourParser parser(file);
    text::Lines lines(text::without_byte_order_mark(text));
    while (const auto line = lines.next()) parser.take_line(*line);
    return parser.solution();
}

}  // namespace l2r

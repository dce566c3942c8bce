#include "problem/solomon_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

class SolomonParser {
  public:
    SolomonParser(std::string_view text, const std::string& file)
        : text_(text::without_byte_order_mark(text)), file_(file), lines_(text_) {}

    /// 1. The name.
    /// 2. VEHICLE, NUMBER and CAPACITY, and the two numbers.
    /// 3. CUSTOMER, the names of the columns, and a row for each node, the depot as number 0.
    InstanceData parse() {
        data_.name = next("the name");
        expect("VEHICLE");
        expect("NUMBER");
        const std::vector<double> fleet = numbers(next("the number and the capacity of vehicles"), 2);
        data_.vehicles = static_cast<int>(whole(fleet[0], 1, std::numeric_limits<int>::max()));
        data_.capacity = whole(fleet[1], 1, Instance::capacity_limit);
        expect("CUSTOMER");
        expect("CUST");
        while (take_line()) add_node(numbers(content_, 7));
        if (data_.demands.size() < 2) fail("there are no customers; the file may be cut off");
        require_whole_last_line();
        // Services that do not differ are one number.
        const auto first = data_.services.begin() + 1;
        if (std::all_of(first, data_.services.end(), [&](double service) { return service == *first; })) {
            data_.service = *first;
            data_.services.clear();
        }
        return std::move(data_);
    }
    int line_of(Node node) const { return node_lines_[static_cast<std::size_t>(node)]; }

  private:
    [[noreturn]] void fail(const std::string& reason) const { throw InputError(file_, line_, reason); }

    bool take_line() {
        while (const auto line = lines_.next()) {
            line_ = line->number;
            content_ = line->content;
            if (!content_.empty()) return true;
        }
        return false;
    }
    std::string next(const std::string& what) {
        if (!take_line()) fail(what + " is missing; the file may be cut off");
        return std::string(content_);
    }
    void expect(const std::string& word) {
        next(word);
        const std::string found = text::upper_case(content_.substr(0, word.size()));
        if (found != word) fail("expected " + word + " but found " + text::quoted(content_));
    }

    std::vector<double> numbers(std::string_view rest, std::size_t count) const {
        std::vector<double> found;
        for (auto word = text::take_word(rest); !word.empty(); word = text::take_word(rest)) {
            const auto value = text::number(word);
            if (!value || std::abs(*value) > 1e12) fail(text::quoted(word) + " is not a number within 1e12");
            found.push_back(*value);
        }
        if (found.size() != count)
            fail("there are " + std::to_string(found.size()) + " numbers on this line instead of " +
                 std::to_string(count));
        return found;
    }
    std::int64_t whole(double value, std::int64_t low, std::int64_t high) const {
        if (value != std::floor(value) || value < static_cast<double>(low) ||
            value > static_cast<double>(high))
            fail(text::shortest(value) + " is not a whole number from " + std::to_string(low) + " to " +
                 std::to_string(high));
        return static_cast<std::int64_t>(value);
    }

    /// Number, x, y, demand, ready time, due date, service time.
    void add_node(const std::vector<double>& row) {
        const auto number = static_cast<std::int64_t>(data_.demands.size());
        if (number >= Instance::node_limit)
            fail("more than " + std::to_string(Instance::node_limit) + " nodes are not supported");
        if (row[0] != static_cast<double>(number))
            fail("expected number " + std::to_string(number) + " but found " + text::shortest(row[0]));
        data_.places.push_back({row[1], row[2]});
        data_.demands.push_back(whole(row[3], 0, data_.capacity));
        if (number == 0 && (row[3] != 0 || row[6] != 0)) fail("the depot has a demand or a time of service");
        for (const std::size_t column : {4, 5, 6})
            if (row[column] < 0) fail("a time must be 0 or more");
        data_.windows.push_back({row[4], row[5]});
        data_.services.push_back(row[6]);
        node_lines_.push_back(line_);
    }

    /// One without its end may have lost digits.
    void require_whole_last_line() const {
        if (!text::trimmed(text_.substr(text_.find_last_of('\n') + 1)).empty())
            fail("the file ends in the middle of a line; it may be cut off (a line end is missing)");
    }

    const std::string_view text_;
    const std::string& file_;
    text::Lines lines_;
    int line_ = 1;
    std::string_view content_;
    InstanceData data_;
    std::vector<int> node_lines_;
};

}  // namespace

bool looks_like_solomon(std::string_view text) {
    text::Lines lines(text::without_byte_order_mark(text));
    for (int full = 0; const auto line = lines.next();) {
        if (line->content.empty()) continue;
        if (++full == 2) return text::upper_case(line->content) == "VEHICLE";
    }
    return false;
}

Instance parse_solomon(std::string_view text, const std::string& file, std::optional<Rounding> rounding) {
    text::require_text(text, file);
    SolomonParser parser(text, file);
    InstanceData data = parser.parse();
    data.rounding = rounding.value_or(Rounding::tenths);
    try {
        return Instance(std::move(data));
    } catch (const CustomerError& error) {
        throw InputError(file, parser.line_of(error.customer()), error.what());
    } catch (const InputError& error) {
        throw InputError(file, 0, error.what());
    }
}

}  // namespace l2r

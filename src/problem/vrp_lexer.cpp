#include "problem/vrp_lexer.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

enum class Kind { comment, entry, section, end, refused };

struct Keyword {
    std::string_view name;
    Kind kind;
    std::string_view meaning = {};  ///< for refused ones, what would have to be obeyed
};

constexpr Keyword keywords[] = {
    {"NAME", Kind::entry},
    {"COMMENT", Kind::comment},
    {"TYPE", Kind::entry},
    {"DIMENSION", Kind::entry},
    {"CAPACITY", Kind::entry},
    {"DISTANCE", Kind::entry},
    {"SERVICE_TIME", Kind::entry},
    {"SCALE", Kind::entry},
    {"VEHICLES", Kind::entry},
    {"TRUCKS", Kind::entry},
    {"EDGE_WEIGHT_TYPE", Kind::entry},
    {"EDGE_WEIGHT_FORMAT", Kind::entry},
    {"NODE_COORD_TYPE", Kind::entry},
    {"DISPLAY_DATA_TYPE", Kind::entry},
    {"NODE_COORD_SECTION", Kind::section},
    {"DEMAND_SECTION", Kind::section},
    {"DEPOT_SECTION", Kind::section},
    {"TIME_WINDOW_SECTION", Kind::section},
    {"SERVICE_TIME_SECTION", Kind::section},
    {"EDGE_WEIGHT_SECTION", Kind::section},
    {"DISPLAY_DATA_SECTION", Kind::section},
    {"EOF", Kind::end},
    // Of several that are refused the first of these is named: what the problem is, then what is only a
    // number.
    {"BACKHAUL_SECTION", Kind::refused, "backhaul customers"},
    {"PICKUP_AND_DELIVERY_SECTION", Kind::refused, "pickups and deliveries"},
    {"DRAFT_LIMIT_SECTION", Kind::refused, "draft limits"},
    {"CTSP_SET_SECTION", Kind::refused, "sets of nodes for each salesman"},
    {"GTSP_SET_SECTION", Kind::refused, "sets of nodes of which one is visited"},
    {"REQUIRED_NODES_SECTION", Kind::refused, "customers that may be left out"},
    {"RISK_THRESHOLD", Kind::refused, "a limit on the risk of a route"},
    {"DEMAND_DIMENSION", Kind::refused, "demands of several kinds"},
    {"EDGE_DATA_FORMAT", Kind::refused, "a graph that lacks edges"},
    {"EDGE_DATA_SECTION", Kind::refused, "a graph that lacks edges"},
    {"FIXED_EDGES_SECTION", Kind::refused, "edges that every solution must use"},
    {"TOUR_SECTION", Kind::refused, "a tour"},
    {"STANDTIME_SECTION", Kind::refused, "time spent at customers"},
    {"SALESMEN", Kind::refused, "a number of salesmen"},
    {"MTSP_", Kind::refused, "a setting for several salesmen"},  // and more behind it
};

/// Null where it is unknown.
const Keyword* find_keyword(std::string_view name) {
    const Keyword* const found = std::find_if(
        std::begin(keywords), std::end(keywords),
        [&](const Keyword& keyword) { return keyword.name == (name.starts_with("MTSP_") ? "MTSP_" : name); });
    return found == std::end(keywords) ? nullptr : found;
}

bool starts_keyword(std::string_view line) {
    return (line[0] >= 'A' && line[0] <= 'Z') || (line[0] >= 'a' && line[0] <= 'z');
}

class Lexer {
  public:
    Lexer(std::string_view text, const std::string& file)
        : text_(text::without_byte_order_mark(text)), file_(file), lines_(text_) {}

    VrpParts split() {
        const char* before = lines_.position();
        while (const auto line = lines_.next()) {
            line_ = *line;
            if (!line_.content.empty()) take_line(before);
            before = lines_.position();
        }
        if (section_ != nullptr) section_->at_end_of_file = true;
        close_section(before);
        parts_.last_line = std::max(line_.number, 1);
        if (refused_ != nullptr) fail(refusal_);
        if (!ended_) require_whole_last_line();
        return std::move(parts_);
    }

  private:
    /// What else may be wrong with a file does not matter once it is refused.
    [[noreturn]] void fail(const std::string& reason) const {
        if (refused_ != nullptr) throw InputError(file_, refused_line_, refusal_);
        throw InputError(file_, line_.number, reason);
    }

    void take_line(const char* begin) {
        if (ended_) fail("there is text after EOF");
        if (starts_keyword(line_.content)) {
            close_section(begin);
            take_keyword();
        } else if (section_ == nullptr && refused_ == nullptr) {
            std::string_view rest = line_.content;
            fail("expected a keyword but found " + text::quoted(text::take_word(rest)));
        }
    }

    void take_keyword() {
        in_depots_ = false;
        const std::size_t key_end = std::min(line_.content.find_first_of(": \t"), line_.content.size());
        const std::string key = text::upper_case(line_.content.substr(0, key_end));
        std::string_view value = text::trimmed(line_.content.substr(key_end));
        if (value.starts_with(':')) value = text::trimmed(value.substr(1));
        const Keyword* const keyword = find_keyword(key);
        if (keyword == nullptr) fail_at_unknown(key, line_.content.substr(0, key_end));
        switch (keyword->kind) {
            case Kind::comment:
                return;
            case Kind::entry:
                return add_entry(key, value);
            case Kind::section:
                return open_section(key, value);
            case Kind::end:
                if (!value.empty()) fail("there is text after EOF");
                ended_ = true;
                return;
            case Kind::refused:
                return refuse(*keyword, key);
        }
    }

    /// Reads on: a file with draft limits is refused for these, not for the salesmen that come first.
    void refuse(const Keyword& keyword, const std::string& key) {
        if (refused_ != nullptr && refused_ <= &keyword) return;
        refused_ = &keyword;
        refused_line_ = line_.number;
        refusal_ = key + " (" + std::string(keyword.meaning) + ") is not supported";
    }

    [[noreturn]] void fail_at_unknown(const std::string& key, std::string_view as_written) const {
        if (key.starts_with("ROUTE") && parts_.entries.empty())
            fail("this looks like a solution (.sol), not like an instance (.vrp)");
        fail("unknown keyword " + text::quoted(as_written));
    }

    void add_entry(const std::string& key, std::string_view value) {
        if (value.empty() && key != "NAME") fail(key + " has no value");
        const auto [place, is_new] = parts_.entries.try_emplace(key, VrpEntry{value, line_.number});
        if (!is_new)
            fail(key + " stands in the file twice, first on line " + std::to_string(place->second.line));
    }

    void open_section(const std::string& key, std::string_view value) {
        if (!value.empty()) fail(key + " takes no value; its numbers begin on the next line");
        const auto [place, is_new] = parts_.sections.try_emplace(key, VrpSection{{}, line_.number});
        if (!is_new)
            fail(key + " stands in the file twice, first on line " + std::to_string(place->second.line));
        section_ = &place->second;
        section_begin_ = lines_.position();
        in_depots_ = key == "DEPOT_SECTION";
    }

    void close_section(const char* end) {
        if (section_ != nullptr)
            section_->body = {section_begin_, static_cast<std::size_t>(end - section_begin_)};
        section_ = nullptr;
    }

    /// A last line without its end may be one that lost digits; only the -1 that ends the depots is surely
    /// whole.
    void require_whole_last_line() const {
        if (text_.empty() || text_.back() == '\n' || line_.content.empty()) return;
        if (in_depots_ &&
            (line_.content == "-1" || line_.content.ends_with(" -1") || line_.content.ends_with("\t-1")))
            return;
        fail("the file ends in the middle of a line; it may be cut off (EOF or a line end is missing)");
    }

    std::string_view text_;
    const std::string& file_;
    text::Lines lines_;
    text::Line line_;
    VrpParts parts_;
    VrpSection* section_ = nullptr;
    const char* section_begin_ = nullptr;
    const Keyword* refused_ = nullptr;  ///< the most telling constraint so far that is not supported
    int refused_line_ = 0;
    std::string refusal_;
    bool in_depots_ = false;  ///< the last keyword is DEPOT_SECTION
    bool ended_ = false;
};

}  // namespace

VrpParts split_vrp(std::string_view text, const std::string& file) {
    text::require_text(text, file);
    return Lexer(text, file).split();
}

}  // namespace l2r

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace l2r::test {

inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++found;
    return found;
}

/// Empty if every tag is closed in order, attributes are quoted and & begins an entity; else what is wrong.
inline std::string xml_fault(std::string_view text) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '&' && text.substr(at, 10).find(';') == std::string_view::npos) return "bare &";
        if (text[at] == '>') return "bare >";
        if (text[at] != '<') continue;
        const std::size_t end = text.find('>', at);
        if (end == std::string_view::npos) return "tag without end";
        const std::string_view tag = text.substr(at + 1, end - at - 1);
        at = end;
        if (tag.find('<') != std::string_view::npos) return "< inside a tag";
        if (std::count(tag.begin(), tag.end(), '"') % 2 != 0)
            return "odd quotes in <" + std::string(tag) + ">";
        if (tag[0] == '?' || tag.back() == '/') continue;
        if (tag[0] != '/') {
            open.emplace_back(tag.substr(0, tag.find(' ')));
            continue;
        }
        if (open.empty() || open.back() != tag.substr(1)) return "unexpected <" + std::string(tag) + ">";
        open.pop_back();
    }
    return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

}  // namespace l2r::test

#include "base/json_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

/// A callback of the parser could tell, but makes it look at all keys of an object again for each that is
/// added.
class RepeatedKey : public nlohmann::json_sax<nlohmann::json> {
  public:
    std::optional<std::string> take() { return std::move(found_); }

    bool start_object(std::size_t) override {
        open_.emplace_back();
        return true;
    }
    bool end_object() override {
        open_.pop_back();
        return true;
    }
    bool key(std::string& name) override {
        if (!open_.back().insert(name).second) found_ = name;
        return !found_;
    }
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(std::int64_t) override { return true; }
    bool number_unsigned(std::uint64_t) override { return true; }
    bool number_float(double, const std::string&) override { return true; }
    bool string(std::string&) override { return true; }
    bool binary(nlohmann::json::binary_t&) override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
        return false;
    }

  private:
    std::vector<std::set<std::string>> open_;  ///< keys of the objects that are
    std::optional<std::string> found_;
};

/// What the parser found, without its own error number and place.
std::string reason_in(std::string what) {
    if (const std::size_t at = what.find("syntax error"); at != std::string::npos) what.erase(0, at);
    if (const std::size_t at = what.find("; last read"); at != std::string::npos) what.erase(at);
    return text::printable(what);
}

}  // namespace

std::optional<std::string> repeated_key(std::string_view text) {
    RepeatedKey looker;
    nlohmann::json::sax_parse(text.begin(), text.end(), &looker);
    return looker.take();
}

nlohmann::json parse_json(std::string_view text, const std::string& file) {
    text = text::without_byte_order_mark(text);
    nlohmann::json document;
    try {
        document = nlohmann::json::parse(text.begin(), text.end());
    } catch (const nlohmann::json::parse_error& error) {
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        throw InputError(file, 1 + static_cast<int>(std::count(text.begin(), end, '\n')),
                         "no JSON: " + reason_in(error.what()));
    } catch (const nlohmann::json::exception& error) {
        throw InputError(file, 1, "no JSON that can be read: " + reason_in(error.what()));
    }
    if (const std::optional<std::string> key = repeated_key(text))
        throw InputError(file, 1, "the key " + text::in_quotes(*key) + " stands twice in one object");
    return document;
}

}  // namespace l2r

#include "base/settings.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

std::string part_of(std::string_view name) {
    return std::string(name.substr(0, name.find('.')));
}

void require_in_range(const Setting& setting, double value) {
    const bool is_fit = value >= setting.least && value <= setting.most;
    if (is_fit && (!setting.is_whole || value == std::floor(value))) return;
    throw InputError("the setting " + setting.name + " is a " + (setting.is_whole ? "whole " : "") +
                     "number from " + text::shortest(setting.least) + " to " + text::shortest(setting.most) +
                     ", not " + text::shortest(value));
}

}  // namespace

void SettingList::set(std::string_view name, double value) const {
    const auto found =
        std::find_if(settings_.begin(), settings_.end(), [&](const Setting& s) { return s.name == name; });
    if (found == settings_.end()) {
        std::string known;
        for (const Setting& setting : settings_)
            if (part_of(setting.name) == part_of(name)) known += (known.empty() ? "" : ", ") + setting.name;
        throw InputError("there is no setting " + text::quoted(name) + " here" +
                         (known.empty() ? "" : "; there are " + known));
    }
    require_in_range(*found, value);
    found->set(value);
}

void SettingList::set(std::string_view assignment) const {
    const std::size_t sign = assignment.find('=');
    const auto value =
        sign == std::string_view::npos ? std::nullopt : text::number(assignment.substr(sign + 1));
    if (!value) throw InputError(text::quoted(assignment) + " is not of the form NAME=NUMBER");
    set(assignment.substr(0, sign), *value);
}

std::string SettingList::changes(const SettingList& defaults) const {
    std::string text;
    for (std::size_t i = 0; i < settings_.size(); ++i)
        if (const double value = settings_[i].get(); value != defaults.settings_[i].get())
            text += " " + settings_[i].name + "=" + text::shortest(value);
    return text;
}

void SettingList::check() const {
    for (const Setting& setting : settings_) require_in_range(setting, setting.get());
}

}  // namespace l2r

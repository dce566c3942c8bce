#include "value/view.hpp"

#include <array>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "value/tidy.hpp"

namespace l2r {
namespace {

constexpr std::array<std::pair<std::string_view, Reading>, 3> readings{
    {{"given", {View::given, false}}, {"tidied", {View::tidied, false}}, {"cycle", {View::given, true}}}};

}  // namespace

Reading reading_named(std::string_view name) {
    for (const auto& [known, reading] : readings)
        if (known == name) return reading;
    throw InputError("there is no view " + text::quoted(name) + ": it is given, tidied or cycle");
}

std::string_view name_of(const Reading& reading) {
    for (const auto& [name, known] : readings)
        if (known == reading) return name;
    throw InputError("a start that is moved on is read as given, not tidied");
}

const Solution& Viewer::show(const Instance& instance, const Start& start, const StopPoll& stop) {
    if (view_ == View::given) return start.solution;
    tidy(instance, start, tidied_, stop);
    return tidied_;
}

}  // namespace l2r

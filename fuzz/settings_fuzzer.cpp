/// Any lines are refused with a reason, and then change nothing, or set numbers that are written and read
/// back.

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "explore/explore_settings.hpp"
#include "explore/optimisers.hpp"
#include "require.hpp"

namespace {

/// All that --set takes with the default optimiser.
struct Everything {
    l2r::OptimiserSettings optimiser;
    l2r::ExploreSettings exploration;
    l2r::SettingList list;

    Everything() {
        l2r::list("anneal", optimiser, list);
        l2r::list(exploration, list);
    }
};

const Everything usual;
Everything changed;

std::string changes() {
    return changed.list.changes(usual.list);
}

void reset() {
    for (std::size_t i = 0; i < usual.list.all().size(); ++i)
        changed.list.all()[i].set(usual.list.all()[i].get());
}

void set(std::string_view assignment) {
    const std::string before = changes();
    try {
        changed.list.set(assignment);
        changed.list.check();
    } catch (const l2r::InputError& error) {
        require_readable(error.what());
        require(changes() == before);
    }
}

void check_number(std::string_view word) {
    const auto value = l2r::text::number(word);
    if (!value) return;
    require(std::isfinite(*value) && l2r::text::number(l2r::text::shortest(*value)) == value);
    const auto rounded = l2r::text::number(l2r::short_number(*value));
    // Of large numbers two decimals are fewer than they have: what is read back may be the next one.
    const double spacing = std::numeric_limits<double>::epsilon() * std::abs(*value);
    require(rounded && std::abs(*rounded - *value) < 0.00501 + spacing);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    l2r::text::Lines lines(std::string_view(reinterpret_cast<const char*>(data), size));
    while (const auto line = lines.next()) {
        set(line->content);
        check_number(line->content.substr(line->content.find('=') + 1));
    }
    const std::string all = changes();
    reset();
    for (std::string_view rest = all; !rest.empty();) changed.list.set(l2r::text::take_word(rest));
    require(changes() == all);
    reset();
    return 0;
}

#include "value/view.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "value/tidy.hpp"

namespace l2r {

View view_named(std::string_view name) {
    const auto found = std::find(view_names.begin(), view_names.end(), name);
    if (found == view_names.end())
        throw InputError("there is no view '" + std::string(name) + "': it is given, tidied or cycle");
    return static_cast<View>(found - view_names.begin());
}

const Solution& Viewer::look(const Instance& instance, const Start& start) {
    if (view_ == View::given) return start.solution;
    if (view_ == View::tidied) {
        tidy(instance, start, seen_);
    } else {
        Budget one_cycle;
        one_cycle.cycles = 1;
        Random none(0);  // the search draws nothing
        seen_ = search_.improve(instance, start, one_cycle, none).solution;
    }
    return seen_;
}

}  // namespace l2r

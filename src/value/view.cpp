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

const Solution& Viewer::show(const Instance& instance, const Start& start) {
    if (view_ == View::given || (view_ == View::cycle && start.cycles > 0)) return start.solution;
    if (view_ == View::tidied)
        tidy(instance, start, seen_);
    else
        seen_ = after_cycle(instance, start);
    return seen_;
}

void Viewer::look_ahead(const Instance& instance, Start& start) {
    const Solution after = after_cycle(instance, start);
    std::vector<int> starting_with(static_cast<std::size_t>(instance.nodes()), -1);  // settled routes
    for (int r = 0; r < start.settled; ++r)
        if (const auto route = start.solution.route(r); !route.empty())
            starting_with[static_cast<std::size_t>(route.front())] = r;
    const auto is_settled = [&](std::span<const Node> route) {
        const int r = starting_with[static_cast<std::size_t>(route.front())];
        return r >= 0 && std::ranges::equal(start.solution.route(r), route);
    };
    Start moved;
    moved.cycles = start.cycles + 1;
    for (const bool settled : {true, false}) {
        for (int r = 0; r < after.routes(); ++r)
            if (is_settled(after.route(r)) == settled) moved.solution.add_route(after.route(r));
        if (settled) moved.settled = moved.solution.routes();
    }
    start = std::move(moved);
}

Solution Viewer::after_cycle(const Instance& instance, const Start& start) {
    Budget one_cycle;
    one_cycle.cycles = 1;
    Random none(0);  // the search draws nothing
    return search_.improve(instance, start, one_cycle, none).solution;
}

}  // namespace l2r

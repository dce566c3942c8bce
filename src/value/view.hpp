#pragma once

#include <string_view>

#include "base/stop.hpp"
#include "start/start.hpp"

namespace l2r {

/// How features are read from a start: its routes as they are, as the paper does; or each put into order
/// first, which any optimiser does at once.
enum class View { given, tidied };

/// What a trained scorer sees of a start. Users and files call it a view: given, tidied or cycle.
struct Reading {
    View view = View::tidied;
    /// The start is moved on first, by one cycle of the paper's optimiser (value/look_ahead.hpp). That says
    /// far more and costs a good part of a run.
    bool ahead = false;
    bool operator==(const Reading&) const = default;
};

/// Throws InputError where there is no such view.
Reading reading_named(std::string_view name);
std::string_view name_of(const Reading& reading);

/// Shows starts in one view. One object serves one thread; a copy serves another.
class Viewer {
  public:
    explicit Viewer(View view) : view_(view) {}

    View view() const { return view_; }

    /// Valid until the next call, and as long as the start is. Stopped, it may lack routes.
    const Solution& show(const Instance& instance, const Start& start, const StopPoll& stop = StopPoll());

  private:
    View view_;
    Solution tidied_;
};

}  // namespace l2r

#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "optimise/paper/local_search.hpp"

namespace l2r {

/// How scorers look at a start: as it is, as the paper does; with each route by itself put into order, which
/// any optimiser does at once; or after one cycle of the paper's optimiser, which says far more and costs a
/// good part of a run.
enum class View { given, tidied, cycle };

constexpr std::array<std::string_view, 3> view_names = {"given", "tidied", "cycle"};

/// Throws InputError where there is no such view.
View view_named(std::string_view name);

inline std::string_view name_of(View view) {
    return view_names[static_cast<std::size_t>(view)];
}

/// Shows starts in one view. One object serves one thread; a copy serves another.
class Viewer {
  public:
    explicit Viewer(View view) : view_(view) {}
    Viewer(const Viewer& other) : view_(other.view_) {}

    View view() const { return view_; }

    /// Valid until the next call, and as long as the start is.
    const Solution& show(const Instance& instance, const Start& start);

    /// Puts a start through one cycle, so that whoever chose it by that view need not do it again. Of its
    /// settled routes those stay settled that the cycle left alone.
    void look_ahead(const Instance& instance, Start& start);

  private:
    Solution after_cycle(const Instance& instance, const Start& start);

    View view_;
    paper::LocalSearch search_;
    Solution seen_;
};

}  // namespace l2r

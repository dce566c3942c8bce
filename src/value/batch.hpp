#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "value/features.hpp"
#include "value/lstm.hpp"
#include "value/view.hpp"

namespace l2r {

/// Starts as a network reads them: all routes of all starts at once, packed for the LSTM. Equal routes, which
/// perturbations of one solution share, are packed once.
struct Batch {
    int starts = 0;
    Packing packing;             ///< of the routes, longest first
    std::vector<float> forward;  ///< (total, stop_features): each route from its first customer on
    std::vector<float> reverse;  ///< the same from its last customer back
    std::vector<int> slot;       ///< for each route, start after start: its place in the packing
    std::vector<int> routes;     ///< of each start
    std::vector<float> summary;  ///< (starts, start_features)
};

/// One of the eight symmetries of a square: bit 0 mirrors x, bit 1 mirrors y, bit 2 then exchanges them.
using Symmetry = unsigned;

/// Collects starts, of one or several instances, into a batch. Empty routes are left out.
class BatchBuilder {
  public:
    /// From features `mean` is taken off, and what is left is multiplied by `scale`.
    struct Scaling {
        std::vector<float> stop_mean, stop_scale, start_mean, start_scale;
    };
    BatchBuilder(Scaling scaling, View view);

    View view() const { return viewer_.view(); }
    void clear();
    /// Stopped, this and `finish` leave the batch unfinished, to be cleared.
    void add(Features& features, const Instance& instance, const Start& start, Symmetry symmetry = 0,
             const StopPoll& stop = StopPoll());
    /// Valid until the next call.
    const Batch& finish(const StopPoll& stop = StopPoll());

  private:
    std::span<const float> stops_of(std::size_t route) const;
    void find_alike(const StopPoll& stop);
    void pack(const StopPoll& stop);

    Scaling scaling_;
    Viewer viewer_;
    Batch batch_;
    std::vector<float> stops_;  ///< (customers of all starts, stop_features), scaled
    std::vector<int> first_;    ///< for each route, its first row in `stops_`
    std::vector<int> length_;
    std::vector<std::size_t> same_as_;  ///< for each route, the first that is equal: often itself
};

}  // namespace l2r

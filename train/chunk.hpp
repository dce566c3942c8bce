#pragma once

#include <span>
#include <vector>

#include "engine.hpp"
#include "sample/samples.hpp"
#include "value/look_ahead.hpp"
#include "value/network.hpp"

namespace l2r::train {

/// Some groups of a sample set, as the engine takes them. Made and used by one thread.
class Chunk {
  public:
    /// `outputs`: the numbers of cycles whose lengths are wanted. `ahead`: starts are moved on first.
    Chunk(const SampleSet& samples, std::vector<int> outputs, const BatchBuilder& builder, bool ahead);
    Chunk(const Chunk&) = delete;  // the batch points into it
    Chunk& operator=(const Chunk&) = delete;

    /// Rebuilds the starts of these groups, each group turned by its symmetry.
    void fill(std::span<const std::int64_t> groups, std::span<const Symmetry> symmetries);
    const EngineBatch& batch() const { return engine_batch_; }

  private:
    const SampleSet& samples_;
    std::vector<int> outputs_;
    BatchBuilder builder_;
    bool ahead_;
    HeadStart head_start_;
    std::vector<float> lengths_, parents_;
    EngineBatch engine_batch_;
};

/// The network's sizes as the engine takes them.
EngineShape engine_shape(const NetworkShape& shape);

}  // namespace l2r::train

#include "chunk.hpp"

#include "sample/learning.hpp"

namespace l2r::train {

Chunk::Chunk(const SampleSet& samples, std::vector<int> outputs, const BatchBuilder& builder, bool ahead)
    : samples_(samples), outputs_(std::move(outputs)), builder_(builder), ahead_(ahead) {}

void Chunk::fill(std::span<const std::int64_t> groups, std::span<const Symmetry> symmetries) {
    const int size = samples_.recipe().starts;
    builder_.clear();
    lengths_.clear();
    parents_.clear();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Instance instance = samples_.instance(groups[g]);
        Features features(instance);
        std::vector<Start> starts = samples_.starts(groups[g], instance);
        if (ahead_) head_start_.give(instance, starts, Stop());
        for (int s = 0; s < size; ++s) {
            builder_.add(features, instance, starts[static_cast<std::size_t>(s)], symmetries[g]);
            for (const int cycles : outputs_)
                lengths_.push_back(static_cast<float>(samples_.length(groups[g], s, cycles)));
        }
        if (samples_.recipe().perturbed_routes > 0)
            parents_.push_back(static_cast<float>(length_to_beat(samples_, groups[g])));
    }
    const Batch& batch = builder_.finish();
    engine_batch_ = {&batch.packing,
                     batch.forward.data(),
                     batch.reverse.data(),
                     &batch.slot,
                     &batch.routes,
                     batch.summary.data(),
                     static_cast<int>(groups.size()),
                     size,
                     lengths_.data(),
                     parents_.data()};
}

EngineShape engine_shape(const NetworkShape& shape) {
    EngineShape engine;
    engine.stop_features = static_cast<int>(stop_features.size());
    engine.start_features = static_cast<int>(start_features.size());
    engine.hidden = shape.hidden;
    engine.embedding = shape.embedding;
    engine.heads = shape.heads;
    engine.attention = shape.attention;
    engine.attended = shape.attended;
    engine.dense = shape.dense;
    engine.outputs = shape.outputs;
    engine.tensors = network_tensors(shape);
    return engine;
}

}  // namespace l2r::train

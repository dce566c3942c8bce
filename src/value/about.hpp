#pragma once

#include "base/weights.hpp"
#include "value/batch.hpp"
#include "value/network.hpp"

/// What weights say of themselves. All readers throw InputError, naming `file`, where a text or tensor is
/// missing or does not fit this program.
namespace l2r {

/// How a scorer is to be used, whatever its kind.
struct About {
    std::string kind;                 ///< siamese, regression, improve or linear
    std::vector<int> outputs;         ///< the numbers of cycles that the scores are for, in order
    Reading reading;                  ///< what it sees of a start
    int customers = 0;                ///< of the instances that it was trained on
    std::string optimiser = "paper";  ///< whose results it learned to predict
    std::string record;               ///< how it was trained: a JSON text
};

/// Samples, by what their instances are made from.
struct SampleSource {
    int customers = 0;
    std::uint64_t seed = 0;
    bool operator==(const SampleSource&) const = default;
};

/// The samples that it learned from, and those of the network that it began with, as far as recorded.
std::vector<SampleSource> learned_from(const About& about);

void write_about(Weights& weights, const About& about);
void write_shape(Weights& weights, const NetworkShape& shape);
void write_scaling(Weights& weights, const BatchBuilder::Scaling& scaling);

About read_about(const Weights& weights, const std::string& file);
NetworkShape shape_of(const Weights& weights, const std::string& file);
BatchBuilder::Scaling scaling_of(const Weights& weights, const std::string& file);
Reading reading_of(const Weights& weights, const std::string& file);
/// Which of the scores is for this number of cycles.
int output_of(const Weights& weights, const std::string& file, int cycles);

}  // namespace l2r

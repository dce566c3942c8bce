#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/weights.hpp"
#include "sample/samples.hpp"
#include "value/network.hpp"

namespace CLI {
class App;
}

namespace l2r {

/// The name of a file of weights with this ending in place of .safetensors.
std::filesystem::path beside(std::filesystem::path weights, const std::string& ending);

/// What `l2r train` is asked for; l2r and l2r-train read it alike.
struct TrainOptions {
    std::vector<std::filesystem::path> samples;
    std::filesystem::path output;
    std::filesystem::path from;     ///< a network to begin with; empty: random
    std::string model = "network";  ///< network or linear
    std::string loss = "pairs";     ///< pairs, regression or improve
    std::vector<std::string> cycles = {"converged"};
    std::string view = "tidied";  ///< of view_names
    double margin = 0.01;
    NetworkShape shape;
    int batch = 512;  ///< starts
    double rate = 0.0005;
    std::string schedule = "constant";  ///< constant or cosine
    double clip = 0;                    ///< of the gradient's norm; 0: none
    double epochs = 1;
    double validation = 0.02;         ///< share of the instances
    std::int64_t validate_every = 0;  ///< starts; 0: a tenth of the run, at most a million
    int patience = 0;                 ///< validations without improvement; 0: no early stop
    bool turn = true;                 ///< learn from instances turned and mirrored
    std::uint64_t seed = 1;
    int threads = 1;
    double checkpoint_seconds = 60;
    std::string device = "cpu";
    bool json = false;

    /// `cycles` as numbers.
    std::vector<int> outputs() const;
    std::filesystem::path beside(const std::string& ending) const { return l2r::beside(output, ending); }
};

/// Throws InputError where a network cannot be trained on these samples with these options.
void check_samples(const TrainOptions& options, const SampleSet& samples);

/// The network to begin with (`from`). Throws InputError where it is not one like that to be trained.
Weights first_network(const TrainOptions& options);

/// Adds the command; `run` is called with the options once they have been read and checked.
void add_train_command(CLI::App& program, const std::function<void(const TrainOptions&)>& run);

}  // namespace l2r

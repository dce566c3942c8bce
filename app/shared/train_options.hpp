#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/weights.hpp"
#include "sample/samples.hpp"
#include "value/network.hpp"

namespace l2r {

/// The name of a file of weights with this ending in place of .safetensors.
std::filesystem::path beside(std::filesystem::path weights, const std::string& ending);

/// What `l2r train` is asked for.
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

/// What `l2r train-policy` is asked for.
struct TrainPolicyOptions {
    std::filesystem::path output;
    int size = 20;  ///< customers of the instances
    int hidden = 32;
    std::int64_t episodes = 1'000'000;  ///< runs to learn from
    int batch = 64;                     ///< starts between two steps of Adam
    int rollouts = 16;                  ///< runs from each of them
    double rate = 0.002;                ///< falls to nothing as a cosine does
    double entropy = 0.003;             ///< weight of the entropy of the choices
    std::string choice = "greedy";      ///< how the policy is to be used
    int held_out = 20'000;              ///< starts to judge by
    std::uint64_t seed = 1;
    int threads = 1;
    double checkpoint_seconds = 60;
    bool json = false;

    std::filesystem::path beside(const std::string& ending) const { return l2r::beside(output, ending); }
};

/// What l2r hands to l2r-train: the options as JSON, then the names of files, which need not be UTF-8.
std::vector<std::string> words_of(const TrainOptions& options);
std::vector<std::string> words_of(const TrainPolicyOptions& options);
/// The same way back; throws InputError for other words.
TrainOptions read_train_options(std::span<const std::string> words);
TrainPolicyOptions read_train_policy_options(std::span<const std::string> words);

}  // namespace l2r

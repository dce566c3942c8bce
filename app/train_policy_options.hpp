#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "train_options.hpp"

namespace CLI {
class App;
}

namespace l2r {

/// What `l2r train-policy` is asked for; l2r and l2r-train read it alike.
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

/// Adds the command; `run` is called with the options once they have been read and checked.
void add_train_policy_command(CLI::App& program, const std::function<void(const TrainPolicyOptions&)>& run);

}  // namespace l2r

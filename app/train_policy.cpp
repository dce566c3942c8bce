#include <CLI/CLI.hpp>
#include <memory>

#include "base/weights.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "train_options.hpp"
#include "trainer_program.hpp"

namespace l2r {
namespace {

void add_learning_options(CLI::App& command, TrainPolicyOptions& options) {
    command.add_option("--hidden", options.hidden, "Units of the hidden layer")
        ->check(whole_number(1, 1024))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--episodes", options.episodes,
                    "Runs to learn from; 0 gives a policy that has learnt nothing")
        ->check(whole_number(0, 1'000'000'000'000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--batch", options.batch, "Starts between two steps of Adam")
        ->check(whole_number(1, 1 << 16))
        ->type_name("B")
        ->capture_default_str();
    command.add_option("--rollouts", options.rollouts, "Runs from each start, which are compared")
        ->check(whole_number(2, 1 << 10))
        ->type_name("K")
        ->capture_default_str();
    command.add_option("--rate", options.rate, "Adam's learning rate at first; it falls as a cosine does")
        ->check(positive_number(1))
        ->type_name("R")
        ->capture_default_str();
    command.add_option("--entropy", options.entropy, "What it is worth to keep trying all moves")
        ->check(real_number(0, 10))
        ->type_name("W")
        ->capture_default_str();
    command.add_option("--held-out", options.held_out, "Starts that the best weights are chosen by")
        ->check(whole_number(1, 10'000'000))
        ->type_name("N")
        ->capture_default_str();
}

}  // namespace

void add_train_policy(CLI::App& program, int&) {
    const auto options = std::make_shared<TrainPolicyOptions>();
    CLI::App& command =
        add_command(program, "train-policy", "Train a policy that chooses the optimiser's moves",
                    "l2r train-policy --size 20 --seed 1 -o policy-20.safetensors");
    command
        .add_option("-o,--output", options->output,
                    "The weights; a learning curve and checkpoints are put beside them")
        ->required()
        ->type_name("POLICY.safetensors");
    command.add_option("--size", options->size, "Customers of the random instances to learn on")
        ->check(whole_number(1, 10'000))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--choice", options->choice,
                    "How the policy is to be used: the best move always, or moves drawn by their "
                    "probabilities")
        ->check(one_of({"greedy", "sampled"}))
        ->type_name("HOW")
        ->capture_default_str();
    add_learning_options(command, *options);
    add_seed_option(command, options->seed);
    add_threads_option(command, options->threads,
                       "How many threads work at once; the result does not depend on it");
    command.add_option("--checkpoint-seconds", options->checkpoint_seconds, "Time between two checkpoints")
        ->check(real_number(0, 1e6))
        ->type_name("S")
        ->capture_default_str();
    add_json_option(command, options->json);
    command.footer(command.get_footer() + "\n\nThe same command goes on where an interrupted one was.");
    command.callback([options] {
        if (is_only_checked()) return check_weights_writable(options->output);
        become_trainer("train-policy", words_of(*options));
    });
}

}  // namespace l2r

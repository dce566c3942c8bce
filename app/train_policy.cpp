#include <CLI/CLI.hpp>

#include "base/weights.hpp"
#include "commands.hpp"
#include "train_policy_options.hpp"
#include "trainer_program.hpp"

namespace l2r {

void add_train_policy(CLI::App& program, int&) {
    add_train_policy_command(program, [](const TrainPolicyOptions& options) {
        if (is_only_checked()) return check_weights_writable(options.output);
        become_trainer(own_arguments());
    });
}

}  // namespace l2r

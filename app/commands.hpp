#pragma once

namespace CLI {
class App;
}

namespace l2r {

/// Each adds one command to the program. The command runs while the command line is parsed. It sets
/// `exit_code` where it ends well but the answer is no, and throws InputError or OutsideError where it cannot
/// go on.
void add_solve(CLI::App& program, int& exit_code);
void add_check(CLI::App& program, int& exit_code);
void add_generate(CLI::App& program, int& exit_code);
void add_plot(CLI::App& program, int& exit_code);
void add_bench(CLI::App& program, int& exit_code);
void add_experiment(CLI::App& program, int& exit_code);
void add_samples(CLI::App& program, int& exit_code);
void add_train(CLI::App& program, int& exit_code);
void add_train_policy(CLI::App& program, int& exit_code);
void add_evaluate(CLI::App& program, int& exit_code);
void add_exact(CLI::App& program, int& exit_code);

/// `generate samples`.
void add_generate_samples(CLI::App& generate);
/// `experiment paper`.
void add_experiment_paper(CLI::App& experiment);
void add_experiment_starts(CLI::App& experiment);

}  // namespace l2r

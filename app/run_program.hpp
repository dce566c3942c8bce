#pragma once

namespace CLI {
class App;
}

namespace l2r {

/// Parses the command line, which runs the command, and sees to it that all it printed was written. The exit
/// code is `exit_code`, as the command left it; 2 for wrong input and 3 where the outside world failed, with
/// a message on standard error.
int run_program(CLI::App& program, int argc, char** argv, const int& exit_code);

}  // namespace l2r

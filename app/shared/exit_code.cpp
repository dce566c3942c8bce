#include "exit_code.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

#include "base/error.hpp"
#include "diagnostics.hpp"
#include "standard_output.hpp"

namespace l2r {
namespace {

/// A standard stream that is closed stays without use, but its number is taken: a file that is opened later
/// must not get it, and what is meant for the stream.
void take_numbers_of_closed_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0)  // the lowest that is free, so this one
            ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int run_and_flush(const std::function<int()>& task) {
    try {
        const int code = task();
        print_output("");
        return code;
    } catch (const std::system_error& error) {  // by fmt::print
        if (std::ferror(stdout) == 0) throw;
        throw OutsideError("cannot write to standard output: " + error.code().message());
    }
}

}  // namespace

int complain(const std::string& message, ExitCode code) {
    tell("l2r: {}", message);
    return code;
}

int exit_code_of(const std::function<int()>& task) {
    take_numbers_of_closed_streams();
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
    try {
        return run_and_flush(task);
    } catch (const InputError& error) {
        return complain(error.what(), bad_input);
    } catch (const std::bad_alloc&) {
        return complain("out of memory", outside_failed);
    } catch (const std::exception& error) {
        return complain(error.what(), outside_failed);
    }
}

}  // namespace l2r

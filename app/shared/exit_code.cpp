#include "exit_code.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <iostream>
#include <new>

#include "base/error.hpp"

namespace l2r {

int complain(const std::string& message, ExitCode code) {
    fmt::print(stderr, "l2r: {}\n", message);
    return code;
}

int exit_code_of(const std::function<int()>& task) {
    try {
        const int code = task();
        if (!std::cout.flush() || std::fflush(stdout) != 0)
            throw OutsideError("cannot write to standard output");
        return code;
    } catch (const InputError& error) {
        return complain(error.what(), bad_input);
    } catch (const std::bad_alloc&) {
        return complain("out of memory", outside_failed);
    } catch (const std::exception& error) {
        return complain(error.what(), outside_failed);
    }
}

}  // namespace l2r

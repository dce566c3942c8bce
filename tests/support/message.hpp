#pragma once

#include <string>

namespace l2r::test {

/// What the exception says, or nothing where there is none.
template <class Error, class Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace l2r::test

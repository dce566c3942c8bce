#include <unistd.h>

#include <string_view>

namespace {

/// Says what is missing instead of crashing. Runs before anything else; this file is compiled for any
/// processor.
[[gnu::constructor(101)]] void check_processor() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return;
    constexpr std::string_view message =
        "l2r: this build needs a processor with AVX2; build it with cmake -DL2R_PORTABLE=ON for this one\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
    ::_exit(3);
}

}  // namespace

#include <cstdio>

// Debian's static HDF5 is compiled for programs: it reads stdout and stderr as if they were its own. In a
// module they are not, so the linker gives it these instead (--wrap).
extern "C" {
extern FILE *__real_stdout, *__real_stderr;
[[gnu::visibility("hidden")]] FILE *__wrap_stdout, *__wrap_stderr;

[[gnu::constructor]] static void set_streams() {
    __wrap_stdout = __real_stdout;
    __wrap_stderr = __real_stderr;
}
}

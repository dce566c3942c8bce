#include "interrupts.hpp"

#include <algorithm>
#include <array>
#include <csignal>

#include "binding.hpp"

namespace l2r::binding {
namespace {

// One flag for each call under way in the main thread: an optimiser written in Python may call l2r itself.
// They are never freed, since a signal may come at any moment.
std::array<std::atomic<bool>, 16> flags;
std::size_t depth = 0;
struct sigaction before{};
bool installed = false;

void handle(int signal) {
    for (std::atomic<bool>& flag : flags) flag.store(true, std::memory_order_relaxed);
    before.sa_handler(signal);
}

bool in_main_thread() {
    const py::module_ threading = py::module_::import("threading");
    return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

/// Where Python, or who embeds it, does not handle the signal, nothing is changed.
void install() {
    if (sigaction(SIGINT, nullptr, &before) != 0 || (before.sa_flags & SA_SIGINFO) != 0) return;
    if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) return;
    struct sigaction ours = before;
    ours.sa_handler = handle;
    installed = sigaction(SIGINT, &ours, nullptr) == 0;
}

/// Unless somebody else has taken over meanwhile.
void uninstall() {
    struct sigaction now{};
    if (installed && sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == handle)
        sigaction(SIGINT, &before, nullptr);
    installed = false;
}

}  // namespace

Interrupts::Interrupts() : is_main_(in_main_thread()) {
    if (!is_main_) return;
    flag_ = &flags[std::min(depth, flags.size() - 1)];
    *flag_ = false;
    if (depth++ == 0) install();
}

Interrupts::~Interrupts() {
    if (is_main_ && --depth == 0) uninstall();
}

void Interrupts::check() {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace l2r::binding

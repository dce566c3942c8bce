#pragma once

#include <atomic>

namespace l2r::binding {

/// Ctrl-C while C++ works. Python's own handler only makes a note, to be looked at when Python goes on; with
/// an object of this class there is a flag as well, for the work under way to stop soon.
///
/// Made and destroyed with the GIL, in the thread that does the work. Only the main thread is ever
/// interrupted, as Python has it.
class Interrupts {
  public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    /// May be raised by others too, where the work is to end for another reason.
    std::atomic<bool>& flag() { return *flag_; }

    /// To be called once the work has ended: raises what Python's handler raises.
    static void check();

  private:
    std::atomic<bool> own_ = false;
    std::atomic<bool>* flag_ = &own_;
    bool is_main_ = false;
};

}  // namespace l2r::binding

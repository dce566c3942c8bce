#pragma once

#include <utility>

namespace l2r {

/// A file descriptor that is closed when it goes.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    void close();
    bool open() const { return number_ >= 0; }
    int number() const { return number_; }

  private:
    int number_ = -1;
};

/// The two ends of a pipe. Other programs that this process starts get neither.
struct Pipe {
    Descriptor read;
    Descriptor write;
};

/// Throws OutsideError where there are too many open files.
Pipe make_pipe();

}  // namespace l2r

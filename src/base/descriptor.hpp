#pragma once

#include <filesystem>
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

    /// Waits for the lock of the file or folder, which goes with this process at the latest. Does nothing
    /// where the file system has no locks.
    void lock() const;
    /// Whether nobody else has the lock, so that it was taken.
    bool try_lock() const;
    /// Whether `path` is a name of what is open, not of something else that took its place.
    bool is_at(const std::filesystem::path& path) const;

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

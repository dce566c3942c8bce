#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The little of HDF5 that samples need: whole numbers and texts as attributes of the file, arrays of
/// numbers, no groups and no compression. Files are made and read in memory. HDF5 is not safe for threads, so
/// one object at a time exists; a second one waits.
namespace l2r::hdf5 {

using Handle = std::int64_t;  ///< HDF5's hid_t
using Shape = std::vector<std::int64_t>;

/// Quiet, alone, and closed at the end.
class File {
  public:
    File();
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

  protected:
    Handle file_ = -1;

  private:
    std::unique_lock<std::mutex> lock_;
    struct Silence;
    std::unique_ptr<Silence> silence_;
};

/// Throws OutsideError where HDF5 fails.
class Writer : public File {
  public:
    /// The first `front` bytes of the file are for the caller to put there: 512 or a power of two above it.
    explicit Writer(std::size_t front);
    void number(const char* name, std::int64_t value);
    void number(const char* name, std::uint64_t value);
    void text(const char* name, const std::string& value);
    void array(const char* name, const Shape& shape, std::span<const float> values);
    void array(const char* name, const Shape& shape, std::span<const std::int32_t> values);
    /// The file without its front; the same calls give the same bytes.
    std::string finish();

  private:
    void attribute(const char* name, Handle type, const void* value);
    void dataset(const char* name, const Shape& shape, Handle type, const void* values);
};

/// Throws InputError that names `file` where something is missing or of another kind or shape.
class Reader : public File {
  public:
    Reader(std::string_view bytes, const std::string& file);
    std::int64_t number(const char* name) const;
    std::uint64_t unsigned_number(const char* name) const;
    std::string text(const char* name) const;
    void array(const char* name, const Shape& shape, std::vector<float>& values) const;
    void array(const char* name, const Shape& shape, std::vector<std::int32_t>& values) const;

  private:
    [[noreturn]] void refuse(const std::string& reason) const;
    void attribute(const char* name, Handle type, void* value) const;
    template <class T>
    void dataset(const char* name, const Shape& shape, Handle type, std::vector<T>& values) const;

    std::string name_;
    std::size_t size_;
};

}  // namespace l2r::hdf5

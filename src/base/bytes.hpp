#pragma once

#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace l2r {

/// Numbers and arrays one after another, as this machine has them in memory: for messages between processes
/// of one program.
class ByteWriter {
  public:
    template <class T>
    void add(const T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class T>
    void add(std::span<const T> values) {
        static_assert(std::is_arithmetic_v<T>);
        add(values.size());
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    }
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Reads what a ByteWriter wrote, in the same order. Throws where there is less than that.
class ByteReader {
  public:
    /// `bytes` must outlive it.
    explicit ByteReader(std::string_view bytes) : left_(bytes) {}

    template <class T>
    T next() {
        T value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    template <class T>
    std::vector<T> next_all() {
        const auto count = next<std::size_t>();
        if (count > left_.size() / sizeof(T)) throw std::out_of_range("a message is too short");
        std::vector<T> values(count);
        if (count > 0) std::memcpy(values.data(), take(count * sizeof(T)).data(), count * sizeof(T));
        return values;
    }

  private:
    std::string_view take(std::size_t count) {
        if (count > left_.size()) throw std::out_of_range("a message is too short");
        const std::string_view taken = left_.substr(0, count);
        left_.remove_prefix(count);
        return taken;
    }

    std::string_view left_;
};

}  // namespace l2r

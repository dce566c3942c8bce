#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace l2r {

/// Memory that begins with a line of the cache, so that vector instructions need no first steps one by one.
template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    AlignedAllocator() = default;
    template <class Other>
    AlignedAllocator(const AlignedAllocator<Other>&) {}

    T* allocate(std::size_t count) {
        if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
        return static_cast<T*>(::operator new(count * sizeof(T), line));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
    bool operator==(const AlignedAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace l2r

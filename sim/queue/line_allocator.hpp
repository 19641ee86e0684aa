// Memory for what is used all the time.
#pragma once

#include <cstddef>

namespace sealring::queue {

/// Memory that begins at a cache line. From half a large page on it fills large pages, where the system has them: a
/// large machine has more small ones than the processor keeps the addresses of.
void* allocate_lines(std::size_t bytes);
void free_lines(void* memory, std::size_t bytes);
inline constexpr std::size_t kLargePage = std::size_t{1} << 21U;

template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}  // NOLINT(google-explicit-constructor): allocators convert
  T* allocate(std::size_t count) { return static_cast<T*>(allocate_lines(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) { free_lines(memory, count * sizeof(T)); }
  friend bool operator==(LineAllocator, LineAllocator) { return true; }
  friend bool operator!=(LineAllocator, LineAllocator) { return false; }
};

}  // namespace sealring::queue

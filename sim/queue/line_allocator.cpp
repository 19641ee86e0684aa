#include "sim/queue/line_allocator.hpp"

#include <sys/mman.h>

#include <new>

namespace sealring::queue {
namespace {

bool is_large(std::size_t bytes) { return bytes >= kLargePage / 2; }
std::align_val_t alignment(std::size_t bytes) { return std::align_val_t{is_large(bytes) ? kLargePage : 64}; }

}  // namespace

void* allocate_lines(std::size_t bytes) {
  if (!is_large(bytes)) {
    return ::operator new(bytes, alignment(bytes));
  }
  const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
  void* const memory = ::operator new(whole, alignment(bytes));
#ifdef MADV_HUGEPAGE
  (void)madvise(memory, whole, MADV_HUGEPAGE);  // small pages do as well
#endif
  return memory;
}

void free_lines(void* memory, std::size_t bytes) { ::operator delete(memory, alignment(bytes)); }

}  // namespace sealring::queue

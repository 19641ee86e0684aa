// Counts every allocation of the program: after warm-up a message must cost none.
#include <cstdlib>
#include <new>

#include <catch2/catch.hpp>

#include "models/fabric/booked_engine.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// All forms, so that memory of one is never freed by another's library version.
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) {
    return memory;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t size) { return operator new (size, std::align_val_t{16}); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace sealring::fabric::test {
namespace {

class Counter : public DeliveryListener {
 public:
  void delivered(std::uint64_t) override { ++count; }
  int count = 0;
};

void all_to_all(BookedEngine& engine, queue::EventQueue& queue, int endpoints) {
  for (std::int32_t s = 0; s < endpoints; ++s) {
    for (std::int32_t d = 0; d < endpoints; ++d) {
      engine.send({s, d, Bytes(75), 0});
    }
  }
  queue.run_all();
}

TEST_CASE("nothing is allocated once the engine has warmed up") {
  StarShape shape;
  shape.endpoints = 8;
  shape.up = station("up", 1, 50);
  shape.up.far_slots = 2;
  shape.port = station("port", 0.7, 30);
  shape.port.far_slots = 3;
  shape.with_down = true;
  shape.down = station("down", 0.9, 10);
  Machine machine;
  make_star(shape, machine);
  queue::EventQueue queue;
  BookedEngine engine(machine.network, queue);
  Counter counter;
  engine.listen(counter);
  all_to_all(engine, queue, 8);

  const std::size_t before = allocations;
  all_to_all(engine, queue, 8);
  const std::size_t during = allocations - before;
  REQUIRE(before > 0);  // the counter counts

  CHECK(during == 0);
  CHECK(counter.count == 128);
}

}  // namespace
}  // namespace sealring::fabric::test

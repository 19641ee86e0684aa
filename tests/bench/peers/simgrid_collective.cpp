// The peer: the same collectives as S4U actors on a star of split-duplex links.
//   simgrid_collective ring|all_to_all RANKS CHUNKS [MEBIBYTES]
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace sg4 = simgrid::s4u;

namespace {

struct Shape {
  int ranks;
  int chunks;
  double bytes;
};

/// A ring all-reduce: sends every chunk of step 0, then passes each chunk on as it comes in.
void ring_actor(const Shape& shape, int rank) {
  const int steps = 2 * (shape.ranks - 1);
  const int next = (rank + 1) % shape.ranks;
  const double size = shape.bytes / shape.ranks / shape.chunks;
  static int payload = 0;
  std::vector<sg4::Mailbox*> in, out;
  for (int chunk = 0; chunk < shape.chunks; ++chunk) {
    in.push_back(sg4::Mailbox::by_name(std::to_string(rank) + ":" + std::to_string(chunk)));
    out.push_back(sg4::Mailbox::by_name(std::to_string(next) + ":" + std::to_string(chunk)));
  }
  std::vector<int*> received(static_cast<std::size_t>(shape.chunks));
  std::vector<sg4::CommPtr> sends;
  for (int step = 0; step < steps; ++step) {
    std::vector<sg4::CommPtr> receives;
    for (int chunk = 0; chunk < shape.chunks; ++chunk) {
      const auto c = static_cast<std::size_t>(chunk);
      receives.push_back(in[c]->get_async<int>(&received[c]));
      out[c]->put_init(&payload, static_cast<std::uint64_t>(size))->detach();
    }
    for (auto& receive : receives) {
      receive->wait();
    }
  }
}

/// An all-to-all: everything is on its way at once, to the next rank first.
void all_to_all_actor(const Shape& shape, int rank) {
  static int payload = 0;
  auto* in = sg4::Mailbox::by_name(std::to_string(rank));
  std::vector<int*> received(static_cast<std::size_t>(shape.ranks));
  std::vector<sg4::CommPtr> receives;
  for (int distance = 1; distance < shape.ranks; ++distance) {
    auto* out = sg4::Mailbox::by_name(std::to_string((rank + distance) % shape.ranks));
    receives.push_back(in->get_async<int>(&received[static_cast<std::size_t>(distance)]));
    out->put_init(&payload, static_cast<std::uint64_t>(shape.bytes / shape.ranks))->detach();
  }
  for (auto& receive : receives) {
    receive->wait();
  }
}

sg4::NetZone* make_star(const Shape& shape, std::vector<sg4::Host*>& hosts) {
  auto* zone = sg4::create_star_zone("star");
  for (int rank = 0; rank < shape.ranks; ++rank) {
    auto* host = zone->create_host("host" + std::to_string(rank), 1e12);
    const auto* link =
        zone->create_split_duplex_link("link" + std::to_string(rank), 400e9)->set_latency(500e-9 / 2)->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {{link, sg4::LinkInRoute::Direction::UP}}, true);
    hosts.push_back(host);
  }
  zone->seal();
  return zone;
}

}  // namespace

int main(int argc, char** argv) {
  sg4::Engine engine(&argc, argv);
  for (const char* setting : {"network/bandwidth-factor:1",
                              "network/latency-factor:1",
                              "network/weight-S:0",
                              "network/crosstraffic:0",
                              "network/TCP-gamma:0",
                              "contexts/stack-size:64"}) {
    sg4::Engine::set_config(setting);
  }
  if (argc < 4) {
    std::fprintf(stderr, "simgrid_collective ring|all_to_all RANKS CHUNKS [MEBIBYTES]\n");
    return 1;
  }
  const std::string op = argv[1];
  const Shape shape{std::stoi(argv[2]), std::stoi(argv[3]), (argc > 4 ? std::stod(argv[4]) : 1024.0) * 1048576.0};
  std::vector<sg4::Host*> hosts;
  make_star(shape, hosts);
  for (int rank = 0; rank < shape.ranks; ++rank) {
    sg4::Actor::create("rank" + std::to_string(rank), hosts[static_cast<std::size_t>(rank)], [op, shape, rank] {
      op == "ring" ? ring_actor(shape, rank) : all_to_all_actor(shape, rank);
    });
  }
  const auto start = std::chrono::steady_clock::now();
  engine.run();
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double cpu = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  std::printf(
      "{\"op\": \"%s\", \"ranks\": %d, \"lanes\": %d, \"wall_s\": %.6f, \"cpu_s\": %.6f, \"simulated_us\": %.3f, "
      "\"peak_rss_mb\": "
      "%.1f}\n",
      op.c_str(),
      shape.ranks,
      shape.chunks,
      wall,
      cpu,
      sg4::Engine::get_clock() * 1e6,
      static_cast<double>(usage.ru_maxrss) / 1024.0);
}

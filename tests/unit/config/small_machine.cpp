#include "tests/unit/config/small_machine.hpp"

#include <tuple>

namespace sealring::config {
namespace {

SmallLink read_link(Reader in) {
  SmallLink link;
  in.need("rate_per_direction", link.rate).get("latency", link.latency).done();
  return link;
}

SmallGpu read_gpu(Reader in) {
  SmallGpu gpu;
  in.need("sms", gpu.sms).need("clock", gpu.clock).need("memory", gpu.memory).get("memory_rate", gpu.memory_rate);
  in.get("efficiency", gpu.efficiency);
  gpu.link = read_link(in.needed_section("link"));
  in.done();
  return gpu;
}

SmallClaim read_claim(Reader in) {
  SmallClaim claim;
  in.need("what", claim.what).need("value", claim.value).get("source", claim.source).done();
  return claim;
}

auto fields(const SmallMachine& m) {
  return std::tie(m.schema,
                  m.name,
                  m.summary,
                  m.gpu,
                  m.link,
                  m.spare_link,
                  m.cores,
                  m.launch,
                  m.links_per_plane,
                  m.published,
                  m.multicast,
                  m.offset,
                  m.caps,
                  m.shares,
                  m.tags,
                  m.budget,
                  m.length,
                  m.peak,
                  m.work,
                  m.setup,
                  m.seed,
                  m.kind,
                  m.profiles);
}

void read_settings(Reader in, SmallMachine& m) {
  in.get("multicast", m.multicast)
      .get_signed("offset", m.offset)
      .get("caps", m.caps)
      .get("shares", m.shares)
      .get("tags", m.tags);
  in.get("budget", m.budget).get("length", m.length).get("peak", m.peak).get("work", m.work).get("setup", m.setup);
  in.get("seed", m.seed).choose("kind", m.kind, {"ring", "tree"}).done();
}

}  // namespace

bool SmallMachine::operator==(const SmallMachine& o) const { return fields(*this) == fields(o); }

SmallMachine read_small_machine(Reader in) {
  SmallMachine m;
  in.need("schema", m.schema).need("name", m.name).get("summary", m.summary);
  m.gpu = read_gpu(in.needed_section("gpu"));
  m.link = read_link(in.needed_section("link"));
  m.spare_link = read_link(in.needed_section("spare_link"));
  Reader host = in.needed_section("host");
  host.get("cores", m.cores).get("launch", m.launch).done();
  for (Reader& claim : in.list("published")) {
    m.published.push_back(read_claim(claim));
  }
  in.get("links_per_plane", m.links_per_plane);
  read_settings(in.section("settings"), m);
  Reader profiles = in.section("profiles");
  for (const std::string& name : profiles.keys()) {
    m.profiles[name] = read_link(profiles.section(name));
  }
  profiles.done();
  in.done();
  return m;
}

}  // namespace sealring::config

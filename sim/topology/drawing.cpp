#include "sim/topology/drawing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/units/text.hpp"

namespace sealring::topology {
namespace {

/// Names come from user files: quotes and backslashes must not end the string.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "\"";
}

const char* shape_of(const Node& node) {
  if (node.role == Role::kRelay) {
    return "ellipse";
  }
  return node.kind == "gpu" ? "box" : "house";
}

const char* style_of(EdgeClass edge_class) {
  switch (edge_class) {
    case EdgeClass::kScaleUp: {
      return "color=darkgreen";
    }
    case EdgeClass::kPcie: {
      return "color=gray40, style=dashed";
    }
    case EdgeClass::kScaleOut: {
      return "color=blue";
    }
  }
  return "";
}

std::string node_line(const Node& node) { return fmt::format("{} [shape={}];\n", quoted(node.name), shape_of(node)); }

std::string domain_text(const Graph& graph, int domain) {
  std::string out = fmt::format("  subgraph cluster_{} {{\n    label=\"domain {}\";\n", domain, domain);
  for (const Node& node : graph.nodes()) {
    if (node.domain == domain) {
      out += "    " + node_line(node);
    }
  }
  return out + "  }\n";
}

}  // namespace

std::string to_dot(const Graph& graph, const std::string& title) {
  std::string out = fmt::format("graph {} {{\n  node [fontname=\"sans-serif\"];\n", quoted(title));
  int domains = 0;
  for (const Node& node : graph.nodes()) {
    domains = std::max(domains, node.domain + 1);
  }
  for (int domain = 0; domain < domains; ++domain) {
    out += domain_text(graph, domain);
  }
  for (const Node& node : graph.nodes()) {
    if (node.domain < 0) {
      out += "  " + node_line(node);
    }
  }
  for (const Edge& edge : graph.edges()) {
    out += fmt::format("  {} -- {} [label=\"{} x {}\", {}];\n",
                       quoted(graph.node(edge.a).name),
                       quoted(graph.node(edge.b).name),
                       edge.links,
                       human_text(edge.rate_per_link),
                       style_of(edge.edge_class));
  }
  return out + "}\n";
}

}  // namespace sealring::topology

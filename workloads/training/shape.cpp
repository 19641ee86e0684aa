#include "workloads/training/shape.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "workloads/training/catalog.hpp"

namespace sealring::training {

namespace {

using Field = std::int64_t Shape::*;

const std::map<std::string, Field>& fields() {
  static const std::map<std::string, Field> kFields = {{"hidden", &Shape::hidden},
                                                       {"layers", &Shape::layers},
                                                       {"heads", &Shape::heads},
                                                       {"kv_heads", &Shape::kv_heads},
                                                       {"feed_forward", &Shape::feed_forward},
                                                       {"vocabulary", &Shape::vocabulary},
                                                       {"context", &Shape::context},
                                                       {"image", &Shape::image},
                                                       {"patch", &Shape::patch},
                                                       {"classes", &Shape::classes}};
  return kFields;
}

constexpr std::int64_t kLargest = std::int64_t{1} << 24;  // of any count: keeps products inside 64 bits

void read_count(config::Reader& in, const std::string& key, std::int64_t& value) {
  if (!in.has(key)) {
    in.need(key, value);
    return;
  }
  in.get(key, value);
  if (value < 1 || value > kLargest) {
    in.problem(key, std::to_string(value) + " is outside 1 to " + std::to_string(kLargest));
  }
}

void read_blocks(config::Reader& in, Shape& shape) {
  in.need("blocks", shape.blocks);
  const std::size_t stages = shape.family == "vgg" ? 5 : 4;
  if (!shape.blocks.empty() && shape.blocks.size() != stages) {
    in.problem(
        "blocks",
        std::to_string(shape.blocks.size()) + " stages; family '" + shape.family + "' has " + std::to_string(stages));
  }
  for (const int count : shape.blocks) {
    if (count < 1 || count > 1000) {
      in.problem("blocks", std::to_string(count) + " blocks in a stage; 1 to 1000 are possible");
    }
  }
}

void check_divides(config::Reader& in, const std::string& whole, std::int64_t total, std::int64_t part) {
  if (total > 0 && part > 0 && total % part != 0) {
    in.problem(whole, std::to_string(total) + " is not a multiple of " + std::to_string(part));
  }
}

void check_rules(config::Reader& in, const Shape& shape) {
  check_divides(in, "hidden", shape.hidden, shape.heads);
  check_divides(in, "heads", shape.heads, shape.kv_heads);
  check_divides(in, "image", shape.image, shape.patch);
  if (!shape.blocks.empty()) {
    check_divides(in, "image", shape.image, 32);  // five halvings
  }
}

}  // namespace

Shape read_shape(config::Reader in) {
  Shape shape;
  in.need("name", shape.name);
  const auto names = family_names();
  int index = -1;
  if (!in.has("family")) {
    in.need("family", shape.family);
  } else {
    in.choose("family", index, names);
  }
  if (index < 0) {
    return shape;  // without a family no other key has a meaning
  }
  const Family& row = families()[static_cast<std::size_t>(index)];
  shape.family = row.name;
  for (const auto& key : row.needs) {
    if (key == "blocks") {
      read_blocks(in, shape);
    } else {
      read_count(in, key, shape.*fields().at(key));
    }
  }
  if (shape.family == "bert") {
    in.get("pretraining", shape.pretraining);
  }
  check_rules(in, shape);
  in.done();
  return shape;
}

std::vector<std::string> zoo_names(const std::string& zoo_directory) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(zoo_directory, failed)) {
    if (entry.path().extension() == ".yaml") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Shape load_shape(const std::string& zoo_directory, const std::string& name, config::Report& report) {
  const auto names = zoo_names(zoo_directory);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string known;
    for (const auto& each : names) {
      known += (known.empty() ? "" : ", ") + each;
    }
    report.add({zoo_directory, 0, 0}, "model", "unknown model '" + name + "'; known: " + known);
    return {};
  }
  config::Document document((std::filesystem::path(zoo_directory) / (name + ".yaml")).string(), {}, report);
  return read_shape(document.root());
}

}  // namespace sealring::training

#include "sim/stats/text_table.hpp"

#include <stdexcept>

#include <catch2/catch.hpp>

using sealring::stats::Align;
using sealring::stats::TextTable;

TEST_CASE("columns are as wide as their widest cell and units stand in the heading") {
  TextTable table({{"model"}, {"slowdown", Align::kRight}, {"cap", Align::kRight, "MiB"}});
  table.add({"gpt2-xl", "41.64x", "25"});
  table.add({"resnet50", "2.1x"});

  CHECK(table.text() ==
        "model     slowdown  cap (MiB)\n"
        "-----------------------------\n"
        "gpt2-xl     41.64x         25\n"
        "resnet50      2.1x\n");
}

TEST_CASE("a rule spans the table") {
  TextTable table({{"a"}, {"b"}});
  table.add({"1", "2"});
  table.add_rule();
  table.add({"3", "4"});

  CHECK(table.text(2) == "  a  b\n  ----\n  1  2\n  ----\n  3  4\n");
}

TEST_CASE("width counts characters and not bytes") {
  TextTable table({{"x", Align::kRight}, {"y"}});
  table.add({"\xC2\xB5s", "1"});  // a micro sign is one character of two bytes

  CHECK(table.body() == "\xC2\xB5s  1\n");
}

TEST_CASE("too many cells are refused") {
  TextTable table({{"a"}});

  CHECK_THROWS_AS(table.add({"1", "2"}), std::logic_error);
}

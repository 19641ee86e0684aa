#include "sim/stats/writers.hpp"

#include <limits>
#include <string>

#include <catch2/catch.hpp>

using namespace sealring;
using stats::Result;

namespace {

Result sample() {
  Result result;
  result.set("workload", "ddp");
  result.set("slowdown", 41.64);
  result.set("iteration_time", microseconds(3));
  Result& link = result.group("link");
  link.set("lossless", true);
  stats::Table table({{"cap", "MiB"}, {"slowdown"}});
  table.add({std::int64_t{25}, 2.5});
  table.add({std::int64_t{50}, std::numeric_limits<double>::quiet_NaN()});
  result.set("curve", table);
  result.array("losses").append(Result(stats::Scalar(std::int64_t{4}), "B"));
  return result;
}

}  // namespace

TEST_CASE("json keeps the order and writes units beside values") {
  CHECK(to_json(sample()) ==
        "{\n"
        "  \"workload\": \"ddp\",\n"
        "  \"slowdown\": 41.64,\n"
        "  \"iteration_time\": {\"value\": 3000000000, \"unit\": \"fs\"},\n"
        "  \"link\": {\n"
        "    \"lossless\": true\n"
        "  },\n"
        "  \"curve\": {\n"
        "    \"units\": {\"cap\": \"MiB\"},\n"
        "    \"rows\": [\n"
        "      {\"cap\": 25, \"slowdown\": 2.5},\n"
        "      {\"cap\": 50, \"slowdown\": null}\n"
        "    ]\n"
        "  },\n"
        "  \"losses\": [\n"
        "    {\"value\": 4, \"unit\": \"B\"}\n"
        "  ]\n"
        "}\n");
}

TEST_CASE("json of an empty tree is an empty object") { CHECK(to_json(Result()) == "{}\n"); }

TEST_CASE("json escapes quotes and line ends") {
  Result result;
  result.set("note", "a \"b\"\nc");

  CHECK(to_json(result) == "{\n  \"note\": \"a \\\"b\\\"\\nc\"\n}\n");
}

TEST_CASE("json survives bytes that are not text") {
  CHECK(stats::json_text(std::string("\xff")) == "\"\xEF\xBF\xBD\"");  // U+FFFD
}

TEST_CASE("csv has one line per value with its path") {
  CHECK(to_csv(sample()) ==
        "path,value,unit\n"
        "workload,ddp,\n"
        "slowdown,41.64,\n"
        "iteration_time,3000000000,fs\n"
        "link.lossless,true,\n"
        "curve.0.cap,25,MiB\n"
        "curve.0.slowdown,2.5,\n"
        "curve.1.cap,50,MiB\n"
        "curve.1.slowdown,,\n"
        "losses.0,4,B\n");
}

TEST_CASE("csv quotes what would break a line") {
  Result result;
  result.set("note", "a,\"b\"");

  CHECK(to_csv(result) == "path,value,unit\nnote,\"a,\"\"b\"\"\",\n");
}

TEST_CASE("the table aligns values and shows no nan") {
  Result result = sample();
  const std::string text = to_table(result);

  CHECK(text.find("workload        ddp\n") == 0);
  CHECK(text.find("curve\n"
                  "  cap (MiB)  slowdown\n"
                  "  -------------------\n"
                  "         25       2.5\n"
                  "         50         -\n") != std::string::npos);
  CHECK(text.find("nan") == std::string::npos);
}

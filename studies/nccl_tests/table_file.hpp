// The output of nccl-tests as data: read from its table or its JSON, and written as its table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::studies {

/// One timing of a size.
struct NcclTiming {
  double time_us = 0;
  double algbw = 0;  ///< GB/s (10^9)
  double busbw = 0;  ///< GB/s (10^9)
};

struct NcclRow {
  Bytes size;
  std::int64_t count = 0;  ///< elements; of one rank's part where every rank holds a part
  std::string type;
  std::string redop;
  int root = -1;
  std::optional<NcclTiming> out_of_place;
  std::optional<NcclTiming> in_place;
};

struct NcclTable {
  std::string program;  ///< "all_reduce_perf"; empty where the output does not say
  int ranks = 0;        ///< 0 where the output does not say
  int hosts = 0;        ///< likewise
  std::vector<NcclRow> rows;
};

/// Consecutive lines that were left out, for one reason.
struct SkippedLines {
  int first = 0;  ///< 1-based; rows of "results" in JSON
  int last = 0;
  std::string why;
};

struct NcclOutput {
  std::vector<NcclTable> tables;  ///< in the order of the file; one without rows is left out
  std::vector<SkippedLines> skipped;
};

/// Reads what nccl-tests prints, or its JSON (which begins with a brace). Throws config::BadInput only for broken JSON:
/// what cannot be read is left out and listed.
///
/// Text: with or without comment lines; every line may stand behind what launchers put before it ("[1,0]<stdout>:",
/// "node-7: ", "0: "). A row is size, count and type, then as far as the version prints them redop and root, then one
/// or two timings of time, algbw, busbw and the columns that the version adds (#wrong or error, N/A, per-iteration
/// times, a timestamp). Where the heading of the columns is there, it decides; else their number does.
///
/// JSON: of the file, "args" (its first is the program), "config" with "nthreads" and "ngpus", "devices" (in the file
/// or in "config"; one per process), and of each of "results": "size", "count", "type", "redop", "root", "out_of_place"
/// and "in_place" with "time" or "cpu_time", "alg_bw" and "bus_bw". Nothing else is looked at, "env" least of all.
NcclOutput read_nccl_output(const std::string& text, const std::string& file);

/// Numbers as nccl-tests rounds them to its columns, or so that they read back as the same.
enum class NcclDigits { kOfNcclTests, kExact };

/// The lines before the rows: program, ranks and headings. `host` and `device` are what the lines of the ranks name;
/// ranks are spread evenly over the hosts.
std::string nccl_heading(const NcclTable& table, const std::string& host, const std::string& device);
/// One line. A timing that is missing is left blank in front and absent behind.
std::string nccl_row(const NcclRow& row, NcclDigits digits);
/// Average over every timing, as nccl-tests forms it.
std::string nccl_footer(const NcclTable& table);

}  // namespace sealring::studies

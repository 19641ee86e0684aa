// What the command line said.
#pragma once

#include <string>
#include <vector>

#include "sim/config/reader.hpp"

namespace sealring::app {

struct Options {
  std::string verb;
  std::string file;  ///< scenario, trace or machine, as the verb has it
  std::vector<std::string> machines;
  std::vector<std::string> profiles;
  std::vector<config::Override> overrides;
  std::string fidelity;
  std::string out;
  std::string record;
  std::string rows;       ///< validate: folder of published numbers; the shipped one when empty
  std::string constants;  ///< calibrate: file of free constants; the shipped one when empty
  std::string group;      ///< calibrate: one group of them
  bool check = false;
  bool robust = false;
  bool json = false;
  bool quiet = false;
  bool trace = false;
  bool dot = false;
  int jobs = 2;
  std::string op;  ///< nccl-tests and compare-nccl from here on; empty: all_reduce, or as the file says
  std::string begin = "8";
  std::string end = "8G";
  double factor = 2;
  std::string step;  ///< in place of the factor
  std::string algorithm;
  std::string protocol;
  int ranks = 0;
  int nodes = 0;
  int gpus_per_node = 0;
  std::string floor = "auto";
};

/// Parses argv. Returns true when the program should go on; otherwise `exit_code` says how to end (help, version,
/// usage).
bool parse(int argc, char** argv, Options& options, int& exit_code);

}  // namespace sealring::app

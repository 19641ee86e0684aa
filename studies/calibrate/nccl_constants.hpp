// Which constants of the communication library's model are free, and which published sweeps determine them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "studies/validate/sweep.hpp"

namespace sealring::studies {

/// What shares one value of a constant: all machines, those of one generation, or one site.
enum class Scope { kGlobal, kGeneration, kSite };
inline const std::vector<std::string> kScopes{"global", "generation", "site"};

struct FreeConstant {
  std::string path;  ///< dotted path of the setting
  std::string unit;  ///< of the values here; "" for a plain number
  Scope scope = Scope::kGeneration;
  double shipped = 0;                   ///< what the machines ship with
  std::optional<double> start;          ///< of the fit; absent: the shipped value
  std::optional<double> at_least;       ///< absent: a tenth of the start
  std::optional<double> at_most;        ///< absent: ten times the start
  std::vector<std::string> files;       ///< names of the group's sweeps that depend on it; empty: all of them
  std::vector<std::string> protocols;   ///< sizes carried by another protocol do not depend on it; empty: all may
  std::vector<std::string> algorithms;  ///< likewise
};

/// Constants that are fitted together, with all others held.
struct ConstantGroup {
  std::string name;
  std::string what;
  std::string generation;  ///< of the machines; constants of that scope in two groups are one
  std::vector<std::shared_ptr<const Sweep>> sweeps;
  std::vector<FreeConstant> constants;
};

/// The setting of a point with this value, as `--set` takes it.
std::string text_of(const FreeConstant& constant, double value);

/// Reads a file of groups. Only the sweeps that a group names are read: a file under a folder `validate` is refused, so
/// is a sweep that is not of kind `fitted`. Throws config::BadInput with every problem, those of paths and units among
/// them.
std::vector<ConstantGroup> read_constant_groups(const std::string& file);

}  // namespace sealring::studies

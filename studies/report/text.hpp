// The few ways in which reports write ratios. Tables themselves are stats::TextTable.
#pragma once

#include <string>

namespace sealring::report {

/// "41.64x"; "-" where there is no finite ratio.
std::string times_text(double ratio);

/// A fraction of one in percent, one decimal: "3.2 %"; "-" where it is not finite.
std::string percent_text(double fraction);

/// The same with its sign: "+3.2 %".
std::string change_text(double fraction);

/// part / whole; not a number when the whole is zero, which every text of this file shows as "-".
double ratio(double part, double whole);

}  // namespace sealring::report

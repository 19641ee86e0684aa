#include "sim/units/unit_table.hpp"

namespace sealring {
inline namespace units {

template <>
const UnitTable& unit_table<Bytes>() {
  static const UnitTable table{"a size",
                               {{"B"},
                                {"kB", 3},
                                {"MB", 6},
                                {"GB", 9},
                                {"TB", 12},
                                {"KiB", 0, 10},
                                {"MiB", 0, 20},
                                {"GiB", 0, 30},
                                {"TiB", 0, 40}}};
  return table;
}

template <>
const UnitTable& unit_table<Duration>() {
  static const UnitTable table{"a duration", {{"fs"}, {"ps", 3}, {"ns", 6}, {"us", 9}, {"ms", 12}, {"s", 15}}};
  return table;
}

// A bit is 2^-3 byte.
template <>
const UnitTable& unit_table<Bandwidth>() {
  static const UnitTable table{"a bandwidth",
                               {{"B/s"},
                                {"kB/s", 3},
                                {"MB/s", 6},
                                {"GB/s", 9},
                                {"TB/s", 12},
                                {"KiB/s", 0, 10},
                                {"MiB/s", 0, 20},
                                {"GiB/s", 0, 30},
                                {"Mb/s", 6, -3},
                                {"Gb/s", 9, -3},
                                {"Tb/s", 12, -3}}};
  return table;
}

template <>
const UnitTable& unit_table<Frequency>() {
  static const UnitTable table{"a frequency", {{"Hz"}, {"kHz", 3}, {"MHz", 6}, {"GHz", 9}}};
  return table;
}

template <>
const UnitTable& unit_table<FlopRate>() {
  static const UnitTable table{
      "a compute rate",
      {{"FLOP/s"}, {"kFLOP/s", 3}, {"MFLOP/s", 6}, {"GFLOP/s", 9}, {"TFLOP/s", 12}, {"PFLOP/s", 15}, {"EFLOP/s", 18}}};
  return table;
}

template <>
const UnitTable& unit_table<Flops>() {
  static const UnitTable table{
      "an amount of compute",
      {{"FLOP"}, {"kFLOP", 3}, {"MFLOP", 6}, {"GFLOP", 9}, {"TFLOP", 12}, {"PFLOP", 15}, {"EFLOP", 18}}};
  return table;
}

template <>
const UnitTable& unit_table<Seconds>() {
  static const UnitTable table{
      "a time", {{"ns", -9}, {"us", -6}, {"ms", -3}, {"s"}, {"min", 1, 0, 6}, {"h", 2, 0, 36}, {"d", 2, 0, 864}}};
  return table;
}

}  // namespace units
}  // namespace sealring

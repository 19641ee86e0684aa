// Runs the points of a study, each as a child process of its own: SystemC elaborates once per process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sealring::process {

/// One command. words[0] is what a person would type ("sealring"); the program started is Options::program.
struct Job {
  std::vector<std::string> words;
};

enum class End {
  kNotStarted,  ///< the study was interrupted before its turn
  kExited,
  kKilled,  ///< by a signal
  kNoStart  ///< the system refused to start it; `err` says why
};

struct Outcome {
  End end = End::kNotStarted;
  int code = 0;  ///< exit code, or the signal for kKilled
  std::string out;
  std::string err;
  [[nodiscard]] bool ok() const { return end == End::kExited && code == 0; }
};

struct Progress {
  std::size_t jobs = 0;
  std::size_t done = 0;  ///< failed ones included
  std::size_t failed = 0;
  std::size_t running = 0;
};

struct Options {
  std::string program = "/proc/self/exe";
  int workers = 1;                                                    ///< children at once, at least one
  std::function<void(std::size_t job, const Outcome&)> on_done = {};  ///< in the order of finishing
  std::function<void(const Progress&)> on_progress = {};
};

struct Summary {
  std::vector<Outcome> outcomes;  ///< in the order of the jobs
  bool interrupted = false;
  /// 0: all well; 3: some job failed; 130: interrupted.
  [[nodiscard]] int exit_code() const;
};

/// Starts the jobs in order and goes on after failures. SIGINT or SIGTERM: no new ones start, those running get the
/// signal (a second one kills them), and the call returns when they have ended. Children read from /dev/null.
/// Single-threaded callers only: the signals are blocked for the calling thread meanwhile.
Summary run_all(const std::vector<Job>& jobs, const Options& options);

/// For each failed job: the line to paste, how it ended, and the last `lines` lines of its stderr. "" when none failed.
std::string failure_text(const std::vector<Job>& jobs, const Summary& summary, std::size_t lines = 10);

}  // namespace sealring::process

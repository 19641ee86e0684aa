// One child process and the two pipes it writes into.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

#include "studies/process/pool.hpp"

namespace sealring::process {

class Child {
 public:
  /// Starts it in a process group of its own, so that Ctrl-C reaches it once, through us. When that fails, started() is
  /// false and outcome() says why.
  Child(std::size_t job, const std::string& program, const Job& command);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  ///< closes the pipes; the process must have been collected

  [[nodiscard]] std::size_t job() const { return job_; }
  [[nodiscard]] bool started() const { return pid_ > 0; }
  [[nodiscard]] int pipe(int which) const { return pipes_[which]; }  ///< 0: stdout, 1: stderr; -1 once at its end
  void read_some(int which);
  [[nodiscard]] bool silent() const { return pipes_[0] < 0 && pipes_[1] < 0; }  ///< both pipes are at their end
  void forward(int signal) const;
  /// Waits for the end of the process and hands over what it said.
  Outcome collect();

 private:
  void spawn(const std::string& program, const Job& command, int out, int err);
  void close_pipe(int which);

  std::size_t job_;
  pid_t pid_ = -1;
  int pipes_[2] = {-1, -1};
  Outcome outcome_;
};

}  // namespace sealring::process

#include "studies/process/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

namespace sealring::process {
namespace {

/// What posix_spawn shall do to descriptors and signals, released at the end of its scope.
class SpawnPlan {
 public:
  SpawnPlan(int out, int err) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files_, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, err, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);  // we block SIGINT; the child must not inherit that
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* files() const { return &files_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

std::vector<char*> argument_pointers(const Job& command) {
  std::vector<char*> pointers;
  for (const std::string& word : command.words) {
    pointers.push_back(const_cast<char*>(word.c_str()));  // POSIX takes char* const[] and does not write
  }
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Child::Child(std::size_t job, const std::string& program, const Job& command) : job_(job) {
  std::array<int, 2> out{-1, -1};
  std::array<int, 2> err{-1, -1};
  const bool open = ::pipe2(out.data(), O_CLOEXEC) == 0 && ::pipe2(err.data(), O_CLOEXEC) == 0;
  pipes_[0] = out[0];
  pipes_[1] = err[0];
  if (open) {
    spawn(program, command, out[1], err[1]);
  } else {
    outcome_.end = End::kNoStart;
    outcome_.err = std::string("no pipe for a child: ") + std::strerror(errno);
  }
  for (const int end : {out[1], err[1]}) {
    if (end >= 0) {
      ::close(end);
    }
  }
}

Child::Child(Child&& other) noexcept
    : job_(other.job_), pid_(std::exchange(other.pid_, -1)), outcome_(std::move(other.outcome_)) {
  for (const int which : {0, 1}) {
    pipes_[which] = std::exchange(other.pipes_[which], -1);
  }
}

Child::~Child() {
  close_pipe(0);
  close_pipe(1);
}

void Child::spawn(const std::string& program, const Job& command, int out, int err) {
  const SpawnPlan plan(out, err);
  const std::vector<char*> words = argument_pointers(command);
  const int error = ::posix_spawn(&pid_, program.c_str(), plan.files(), plan.attributes(), words.data(), environ);
  if (error != 0) {
    pid_ = -1;
    outcome_.end = End::kNoStart;
    outcome_.err = "cannot start " + program + ": " + std::strerror(error);
  }
}

void Child::read_some(int which) {
  std::array<char, 65536> buffer{};
  const ssize_t n = ::read(pipes_[which], buffer.data(), buffer.size());
  if (n > 0) {
    (which == 0 ? outcome_.out : outcome_.err).append(buffer.data(), static_cast<std::size_t>(n));
  } else if (n == 0 || errno != EINTR) {
    close_pipe(which);
  }
}

void Child::close_pipe(int which) {
  if (pipes_[which] >= 0) {
    ::close(pipes_[which]);
    pipes_[which] = -1;
  }
}

void Child::forward(int signal) const {
  if (started()) {
    ::kill(pid_, signal);
  }
}

Outcome Child::collect() {
  int status = 0;
  while (started() && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  if (started()) {
    outcome_.end = WIFSIGNALED(status) ? End::kKilled : End::kExited;
    outcome_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    pid_ = -1;
  }
  return std::move(outcome_);
}

}  // namespace sealring::process

#include "studies/process/pool.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <list>
#include <stdexcept>

#include "studies/process/child.hpp"
#include "studies/process/shell.hpp"

namespace sealring::process {
namespace {

constexpr int kPointFailed = 3;
constexpr int kInterrupted = 130;

/// SIGINT and SIGTERM as something to poll, and as they were again at the end of the scope.
class Interrupts {
 public:
  Interrupts() {
    ::sigemptyset(&caught_);
    ::sigaddset(&caught_, SIGINT);
    ::sigaddset(&caught_, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &caught_, &before_);
    descriptor_ = ::signalfd(-1, &caught_, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor_ < 0) {
      ::sigprocmask(SIG_SETMASK, &before_, nullptr);
      throw std::runtime_error(std::string("no signal descriptor: ") + std::strerror(errno));
    }
  }
  ~Interrupts() {
    ::close(descriptor_);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// True when one has come since the last call.
  [[nodiscard]] bool take() const {
    signalfd_siginfo info{};
    return ::read(descriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info);
  }

 private:
  sigset_t caught_{};
  sigset_t before_{};
  int descriptor_ = -1;
};

class Pool {
 public:
  Pool(const std::vector<Job>& jobs, const Options& options) : jobs_(jobs), options_(options) {
    summary_.outcomes.resize(jobs.size());
  }

  Summary run() {
    while (start_more() || !running_.empty()) {
      report_progress();
      wait_for_news();
      collect_ended();
    }
    report_progress();
    return std::move(summary_);
  }

 private:
  /// True when it started any. Looks for an interrupt first, so that none starts after one.
  bool start_more() {
    interrupt();
    bool any = false;
    const auto workers = static_cast<std::size_t>(std::max(options_.workers, 1));
    while (!summary_.interrupted && next_ < jobs_.size() && running_.size() < workers) {
      running_.emplace_back(next_, options_.program, jobs_[next_]);
      ++next_;
      any = true;
    }
    return any;
  }

  void wait_for_news() {
    std::vector<pollfd> watched{{interrupts_.descriptor(), POLLIN, 0}};
    for (const Child& child : running_) {
      if (!child.started()) {
        return;  // its end is known already
      }
      watched.push_back({child.pipe(0), POLLIN, 0});  // poll skips negative descriptors
      watched.push_back({child.pipe(1), POLLIN, 0});
    }
    if (::poll(watched.data(), watched.size(), -1) < 0) {
      return;  // interrupted system call: look again
    }
    std::size_t at = 1;
    for (Child& child : running_) {
      read_ready(child, watched[at], watched[at + 1]);
      at += 2;
    }
  }

  static void read_ready(Child& child, const pollfd& out, const pollfd& err) {
    if (out.fd >= 0 && out.revents != 0) {
      child.read_some(0);
    }
    if (err.fd >= 0 && err.revents != 0) {
      child.read_some(1);
    }
  }

  void interrupt() {
    while (interrupts_.take()) {
      for (const Child& child : running_) {
        child.forward(summary_.interrupted ? SIGKILL : SIGINT);
      }
      summary_.interrupted = true;
    }
  }

  void collect_ended() {
    for (auto child = running_.begin(); child != running_.end();) {
      if (child->started() && !child->silent()) {
        ++child;
        continue;
      }
      const std::size_t job = child->job();
      summary_.outcomes[job] = child->collect();
      child = running_.erase(child);
      ++done_;
      failed_ += summary_.outcomes[job].ok() ? 0u : 1u;
      if (options_.on_done) {
        options_.on_done(job, summary_.outcomes[job]);
      }
    }
  }

  void report_progress() const {
    if (options_.on_progress) {
      options_.on_progress({jobs_.size(), done_, failed_, running_.size()});
    }
  }

  const std::vector<Job>& jobs_;
  const Options& options_;
  Interrupts interrupts_;
  std::list<Child> running_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  Summary summary_;
};

std::string ending(const Outcome& outcome) {
  switch (outcome.end) {
    case End::kExited: return "exit code " + std::to_string(outcome.code);
    case End::kKilled: return "killed by signal " + std::to_string(outcome.code);
    case End::kNoStart: return "could not be started";
    case End::kNotStarted: break;
  }
  return "not started";
}

std::string last_lines(const std::string& text, std::size_t lines) {
  std::size_t begin = text.find_last_not_of('\n') + 1;
  const std::size_t end = begin;
  for (std::size_t found = 0; begin > 0 && found < lines; ++found) {
    const std::size_t newline = begin < 2 ? std::string::npos : text.rfind('\n', begin - 2);
    begin = newline == std::string::npos ? 0 : newline + 1;
  }
  return text.substr(begin, end - begin);
}

std::string indented(const std::string& text) {
  std::string out = text.empty() ? "" : "    ";
  for (const char c : text) {
    out += c == '\n' ? std::string("\n    ") : std::string(1, c);
  }
  return out + (text.empty() ? "" : "\n");
}

}  // namespace

int Summary::exit_code() const {
  if (interrupted) {
    return kInterrupted;
  }
  return std::all_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.ok(); }) ? 0 : kPointFailed;
}

Summary run_all(const std::vector<Job>& jobs, const Options& options) { return Pool(jobs, options).run(); }

std::string failure_text(const std::vector<Job>& jobs, const Summary& summary, std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Outcome& outcome = summary.outcomes[i];
    if (outcome.ok() || outcome.end == End::kNotStarted) {
      continue;
    }
    text += "failed (" + ending(outcome) + "): " + shell_line(jobs[i].words) + "\n";
    text += indented(last_lines(outcome.err, lines));
  }
  return text;
}

}  // namespace sealring::process

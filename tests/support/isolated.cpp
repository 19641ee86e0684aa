#include "tests/support/isolated.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace sealring::test {
namespace {

void write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n <= 0) {
      ::_exit(3);
    }
    done += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void run_child(const std::function<std::string()>& body, int descriptor) {
  int code = 0;
  try {
    write_all(descriptor, body());
  } catch (const std::exception& error) {
    write_all(descriptor, error.what());
    code = 1;
  }
  ::_exit(code);  // no destructors of the parent's state
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = ::read(descriptor, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

std::string isolated(const std::function<std::string()>& body) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    throw std::runtime_error("no pipe for an isolated test");
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    run_child(body, ends[1]);
  }
  ::close(ends[1]);
  const std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(WIFSIGNALED(status) ? "the isolated part died of a signal" : text);
  }
  return text;
}

}  // namespace sealring::test

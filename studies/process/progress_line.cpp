#include "studies/process/progress_line.hpp"

#include <unistd.h>

namespace sealring::process {

std::string progress_text(const Progress& progress) {
  std::string text = std::to_string(progress.done) + " of " + std::to_string(progress.jobs) + " done";
  text += progress.failed > 0 ? ", " + std::to_string(progress.failed) + " failed" : "";
  text += progress.running > 0 ? ", " + std::to_string(progress.running) + " running" : "";
  return text;
}

std::function<void(const Progress&)> progress_line(int descriptor) {
  if (::isatty(descriptor) == 0) {
    return [](const Progress&) {};
  }
  return [descriptor](const Progress& progress) {
    const char* end = progress.running == 0 ? "\n" : "";
    const std::string line = "\r\033[K" + progress_text(progress) + end;  // \033[K erases the rest of the line
    const ssize_t written = ::write(descriptor, line.data(), line.size());
    static_cast<void>(written);  // a lost progress line changes nothing
  };
}

}  // namespace sealring::process

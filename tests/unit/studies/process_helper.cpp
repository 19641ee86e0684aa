// The child of the process tests. What it does stands in its arguments:
//   say OUT ERR CODE    writes both texts and exits with the code
//   flood BYTES         writes that many bytes to both outputs, more than a pipe holds
//   hang                says "up" and waits for a signal
//   stdin               exits with 0 when the standard input is at its end
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

int flood(std::size_t bytes) {
  const std::string line(bytes, 'x');
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fwrite(line.data(), 1, line.size(), stdout);
  return 0;
}

int hang() {
  ::pause();
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string mode = count > 1 ? words[1] : "";
  if (mode == "say" && count == 5) {
    std::fputs(words[2], stdout);
    std::fputs(words[3], stderr);
    return std::atoi(words[4]);
  }
  if (mode == "flood" && count == 3) {
    return flood(std::strtoul(words[2], nullptr, 10));
  }
  if (mode == "hang") {
    return hang();
  }
  return mode == "stdin" && std::getchar() == EOF ? 0 : 99;
}

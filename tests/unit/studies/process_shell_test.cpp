#include <catch2/catch.hpp>

#include "studies/process/progress_line.hpp"
#include "studies/process/shell.hpp"

using namespace sealring::process;

TEST_CASE("plain words are not quoted") { CHECK(shell_word("--set") == "--set"); }

TEST_CASE("a word with a blank or a dollar is quoted") {
  CHECK(shell_word("rate=450 GB/s") == "'rate=450 GB/s'");
  CHECK(shell_word("$HOME") == "'$HOME'");
}

TEST_CASE("an empty word is still a word") { CHECK(shell_line({"a", "", "b"}) == "a '' b"); }

TEST_CASE("a quote inside a word survives") { CHECK(shell_word("it's") == "'it'\\''s'"); }

TEST_CASE("progress names only what there is to say") {
  CHECK(progress_text({40, 12, 1, 4}) == "12 of 40 done, 1 failed, 4 running");
  CHECK(progress_text({40, 40, 0, 0}) == "40 of 40 done");
}

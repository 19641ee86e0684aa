#include <algorithm>
#include <csignal>

#include <catch2/catch.hpp>

#include "studies/process/pool.hpp"

using namespace sealring::process;

namespace {

Job say(const std::string& out, const std::string& err, int code) {
  return {{"helper", "say", out, err, std::to_string(code)}};
}

Options with_workers(int workers) {
  Options options;
  options.program = SEALRING_PROCESS_HELPER;
  options.workers = workers;
  return options;
}

}  // namespace

TEST_CASE("outcomes come in the order of the jobs with what each child said") {
  const Summary summary = run_all({say("a", "b", 0), say("c", "d", 0)}, with_workers(2));

  REQUIRE(summary.outcomes.size() == 2);
  CHECK(summary.outcomes[0].out == "a");
  CHECK(summary.outcomes[0].err == "b");
  CHECK(summary.outcomes[1].out == "c");
  CHECK(summary.exit_code() == 0);
}

TEST_CASE("a failure does not stop the others and ends in exit code 3") {
  const Summary summary = run_all({say("", "", 2), say("fine", "", 0)}, with_workers(1));

  CHECK(summary.outcomes[0].code == 2);
  CHECK(summary.outcomes[1].out == "fine");
  CHECK(summary.exit_code() == 3);
}

TEST_CASE("never more children at once than workers") {
  std::size_t most = 0;
  Options options = with_workers(3);
  options.on_progress = [&most](const Progress& progress) { most = std::max(most, progress.running); };

  const Summary summary = run_all(std::vector<Job>(10, say("", "", 0)), options);

  CHECK(most == 3);
  CHECK(summary.exit_code() == 0);
}

TEST_CASE("zero workers still make progress") { CHECK(run_all({say("", "", 0)}, with_workers(0)).exit_code() == 0); }

TEST_CASE("no jobs are done at once") { CHECK(run_all({}, with_workers(2)).exit_code() == 0); }

TEST_CASE("a child may say more than a pipe holds") {
  const std::size_t bytes = 300'000;  // a pipe holds 65,536
  const Summary summary = run_all({{{"helper", "flood", std::to_string(bytes)}}}, with_workers(1));

  CHECK(summary.outcomes[0].out.size() == bytes);
  CHECK(summary.outcomes[0].err.size() == bytes);
}

TEST_CASE("children read nothing from our input") {
  CHECK(run_all({{{"helper", "stdin"}}}, with_workers(1)).exit_code() == 0);
}

TEST_CASE("a program that cannot be started is a failed point with the reason") {
  Options options = with_workers(2);
  options.program = "no/such/program";
  const Summary summary = run_all({{{"sealring", "run"}}, {{"sealring", "run"}}}, options);

  CHECK(summary.outcomes[1].end == End::kNoStart);
  CHECK(summary.outcomes[1].err == "cannot start no/such/program: No such file or directory");
  CHECK(summary.exit_code() == 3);
}

TEST_CASE("an interrupt reaches the running children and starts no new ones") {
  Options options = with_workers(2);
  options.on_done = [](std::size_t job, const Outcome&) {
    if (job == 0) {
      ::raise(SIGINT);
    }
  };

  const Summary summary = run_all({say("kept", "", 0), {{"helper", "hang"}}, say("never", "", 0)}, options);

  CHECK(summary.outcomes[0].out == "kept");
  CHECK(summary.outcomes[1].end == End::kKilled);
  CHECK(summary.outcomes[1].code == SIGINT);
  CHECK(summary.outcomes[2].end == End::kNotStarted);
  CHECK(summary.exit_code() == 130);
}

TEST_CASE("signals are as before once the pool is done") {
  run_all({say("", "", 0)}, with_workers(1));
  sigset_t mask;
  ::sigprocmask(SIG_BLOCK, nullptr, &mask);

  CHECK(::sigismember(&mask, SIGINT) == 0);
}

TEST_CASE("the failure text holds a line to paste and the last words") {
  const std::vector<Job> jobs{say("", "", 0), {{"helper", "say", "", "one\ntwo\nthree\n", "2"}}};
  const Summary summary = run_all(jobs, with_workers(1));

  CHECK(failure_text(jobs, summary, 2) ==
        "failed (exit code 2): helper say '' 'one\ntwo\nthree\n' 2\n"
        "    two\n"
        "    three\n");
}

TEST_CASE("a silent failure has a failure text too") {
  const std::vector<Job> jobs{say("", "", 4)};

  CHECK(failure_text(jobs, run_all(jobs, with_workers(1))) == "failed (exit code 4): helper say '' '' 4\n");
}

#include <algorithm>
#include <set>
#include <sstream>

#include "studies/nccl_tests/operation.hpp"
#include "studies/nccl_tests/row_text.hpp"
#include "studies/nccl_tests/table_file.hpp"
#include "studies/nccl_tests/table_json.hpp"
#include "studies/nccl_tests/text_lines.hpp"

namespace sealring::studies {
namespace {

/// "all_reduce_perf" of the line, wherever it stands and whatever path leads to it; "" when there is none.
std::string program_in(const std::string& line) {
  for (const Word& word : words_of(line)) {
    std::string name = word.text.substr(word.text.find_last_of('/') + 1);
    if (name.find("_perf") != std::string::npos && find_nccl_op(name) != nullptr) {
      return name;
    }
  }
  return "";
}

/// 0 when the word is not there, or no number follows.
double number_after(const std::vector<Word>& words, const char* name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    double value = 0;
    if (words[i].text == name && whole_number(words[i + 1].text, value)) {
      return value;
    }
  }
  return 0;
}

class TextReader {
 public:
  void line(int number, const std::string& raw) {
    const std::string text = without_launcher(raw);
    const std::vector<Word> words = words_of(text);
    if (words.empty()) {
      return;
    }
    if (words[0].text[0] == '#') {
      comment(text, words);
      return;
    }
    NcclRow row;
    const std::string why = parse_nccl_row(text, columns_, row);
    if (why.empty()) {
      table_.rows.push_back(row);
    } else if (const std::string program = program_in(text); !program.empty()) {
      begin_table();
      table_.program = program;
    } else {
      const bool row_like =
          std::all_of(words[0].text.begin(), words[0].text.end(), [](char c) { return c >= '0' && c <= '9'; });
      skip(number, row_like ? why : "no row of the table");
    }
  }

  NcclOutput take() {
    begin_table();
    return std::move(output_);
  }

 private:
  void comment(const std::string& text, const std::vector<Word>& words) {
    if (const auto columns = nccl_columns(text)) {
      begin_table_after_rows();
      columns_ = columns;
    } else if (text.find("test starting:") != std::string::npos || text.find("nThread") != std::string::npos ||
               text.find("Using devices") != std::string::npos) {
      begin_table_after_rows();
      const std::size_t name = text.find("test starting:");
      table_.program = name == std::string::npos ? table_.program : words.back().text;
      // of one process: the ranks listed are at least as many, unless somebody shortened the list
      const double own = number_after(words, "nThread") * number_after(words, "nGpus");
      table_.ranks = std::max(table_.ranks, static_cast<int>(own));
    } else {
      rank(words);
    }
  }

  /// "#  Rank  3 Group  0 Pid   1201 on     node-x device  3 [0000:18:00] ..."
  void rank(const std::vector<Word>& words) {
    const auto on = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text == "on"; });
    const auto rank = std::find_if(words.begin(), on, [](const Word& w) { return w.text == "Rank"; });
    if (rank == on || words.end() - on < 2) {
      return;
    }
    table_.ranks = std::max(table_.ranks, static_cast<int>(number_after(words, "Rank")) + 1);
    hosts_.insert((on + 1)->text);
    table_.hosts = static_cast<int>(hosts_.size());
  }

  void begin_table_after_rows() {
    if (!table_.rows.empty()) {
      begin_table();
    }
  }

  void begin_table() {
    if (!table_.rows.empty()) {
      output_.tables.push_back(table_);
      columns_.reset();
      hosts_.clear();
      table_ = {};
    }
  }

  void skip(int number, const std::string& why) {
    if (!output_.skipped.empty() && output_.skipped.back().last == number - 1 && output_.skipped.back().why == why) {
      output_.skipped.back().last = number;
    } else {
      output_.skipped.push_back({number, number, why});
    }
  }

  NcclOutput output_;
  NcclTable table_;
  std::optional<NcclColumns> columns_;
  std::set<std::string> hosts_;
};

}  // namespace

NcclOutput read_nccl_output(const std::string& text, const std::string& file) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{') {
    return read_nccl_json(text, file);
  }
  TextReader reader;
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    reader.line(++number, line);
  }
  return reader.take();
}

}  // namespace sealring::studies

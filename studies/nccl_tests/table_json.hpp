// The JSON that nccl-tests writes beside its table (-J).
#pragma once

#include <string>

#include "studies/nccl_tests/table_file.hpp"

namespace sealring::studies {

/// As read_nccl_output says. Throws config::BadInput where the text is no JSON.
NcclOutput read_nccl_json(const std::string& text, const std::string& file);

}  // namespace sealring::studies

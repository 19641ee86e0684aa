#include "workloads/collectives/schedule.hpp"

namespace sealring::collectives {

Request request_of(const host::CollectiveSpec& collective, const Schedule& schedule, int ranks, int domain) {
  Request request;
  request.kind = collective.kind;
  request.ranks = ranks;
  request.domain = domain;
  request.bytes = collective.bytes;
  request.root = collective.root;
  request.lanes = schedule.channels;
  request.pieces = schedule.pieces;
  request.slices = schedule.slices;
  return request;
}

}  // namespace sealring::collectives

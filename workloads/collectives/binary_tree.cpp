#include "workloads/collectives/binary_tree.hpp"

namespace sealring::collectives {
namespace {

/// In order, members are alternately leaves and inner nodes: a member whose lowest set bit is b stands b/2 from each of
/// its children. Member 0 is the root and has one child.
TreeNode in_order_tree(int members, int member) {
  int bit = 1;
  while (bit < members && (bit & member) == 0) {
    bit <<= 1;
  }
  TreeNode node;
  if (member == 0) {
    node.children[1] = members > 1 ? bit >> 1 : -1;
    return node;
  }
  node.parent = (member ^ bit) | (bit << 1);
  if (node.parent >= members) {
    node.parent = member ^ bit;
  }
  node.as_child = member < node.parent ? 0 : 1;
  int reach = bit >> 1;
  node.children[0] = reach > 0 ? member - reach : -1;
  while (reach > 0 && member + reach >= members) {
    reach >>= 1;
  }
  node.children[1] = reach > 0 ? member + reach : -1;
  return node;
}

// Tree 1 is tree 0 with the members renumbered: mirrored if their number is even, shifted by one if it is odd.
int renumbered(int members, int member) {
  return members % 2 == 0 ? members - 1 - member : (member + members - 1) % members;
}
int numbered_back(int members, int member) {
  if (member < 0) {
    return member;
  }
  return members % 2 == 0 ? members - 1 - member : (member + 1) % members;
}

}  // namespace

TreeNode double_tree(int tree, int members, int member) {
  if (tree == 0) {
    return in_order_tree(members, member);
  }
  TreeNode node = in_order_tree(members, renumbered(members, member));
  node.parent = numbered_back(members, node.parent);
  for (int& child : node.children) {
    child = numbered_back(members, child);
  }
  return node;
}

int double_tree_root(int tree, int members) { return tree == 0 ? 0 : numbered_back(members, 0); }

int double_tree_depth(int members) {
  int depth = 0;
  while ((1 << depth) < members) {
    ++depth;
  }
  return depth;
}

}  // namespace sealring::collectives

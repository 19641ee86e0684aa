// Two complementary binary trees over the same members.
#pragma once

#include <array>

namespace sealring::collectives {

/// A member's neighbours in a tree; -1 where there is none.
struct TreeNode {
  int parent = -1;
  int as_child = 0;  ///< which child of its parent it is
  std::array<int, 2> children{-1, -1};
};

/// The place of `member` of 0..members-1 in tree 0 or 1. A member that is an inner node of one tree is a leaf of the
/// other, except for one member of an odd number. Source: Sanders, Speck and Traeff 2009; the trees of NCCL.
TreeNode double_tree(int tree, int members, int member);
int double_tree_root(int tree, int members);
/// Edges from the root to the farthest leaf, the same for both trees.
int double_tree_depth(int members);

}  // namespace sealring::collectives

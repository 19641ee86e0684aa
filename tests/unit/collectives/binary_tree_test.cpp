#include "workloads/collectives/binary_tree.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace sealring::collectives;

namespace {

bool inner(const TreeNode& node) { return node.children[0] >= 0 || node.children[1] >= 0; }

int members_inner_in_both(int members) {
  int count = 0;
  for (int m = 0; m < members; ++m) {
    count += inner(double_tree(0, members, m)) && inner(double_tree(1, members, m)) ? 1 : 0;
  }
  return count;
}

/// Edges from `member` to the root; more than `members` when it never gets there.
int depth(int tree, int members, int member) {
  int edges = 0;
  while (member != double_tree_root(tree, members) && edges <= members) {
    member = double_tree(tree, members, member).parent;
    ++edges;
  }
  return edges;
}

}  // namespace

TEST_CASE("no member of an even number is an inner node of both trees, one of an odd number is") {
  for (const int members : {2, 4, 6, 8, 10, 16, 64, 228}) {
    CHECK(members_inner_in_both(members) == 0);
  }
  for (const int members : {3, 5, 9, 17}) {
    CHECK(members_inner_in_both(members) == 1);
  }
}

TEST_CASE("the first tree of eight is that of NCCL, the second its mirror image") {
  //   0 ----- 4          tree 0: 0 has the child 4, 4 has 2 and 6, 2 has 1 and 3, 6 has 5 and 7
  //       2     6
  //      1 3   5 7
  const TreeNode four = double_tree(0, 8, 4);
  CHECK(four.parent == 0);
  CHECK(four.children == std::array<int, 2>{2, 6});
  CHECK(double_tree(0, 8, 0).children == std::array<int, 2>{-1, 4});
  CHECK(double_tree(0, 8, 7).parent == 6);
  CHECK(double_tree(0, 8, 7).as_child == 1);

  // Member m of the mirror image is member 7 - m.
  CHECK(double_tree(1, 8, 3).parent == 7);
  CHECK(double_tree(1, 8, 3).children == std::array<int, 2>{5, 1});
}

TEST_CASE("parents and children agree, and every member hangs on the root") {
  for (int members = 1; members <= 40; ++members) {
    for (int tree = 0; tree < 2; ++tree) {
      int deepest = 0;
      for (int m = 0; m < members; ++m) {
        INFO("member " << m << " of " << members << " in tree " << tree);
        const TreeNode node = double_tree(tree, members, m);
        CHECK((node.parent < 0) == (m == double_tree_root(tree, members)));
        CHECK((node.parent < 0 ||
               double_tree(tree, members, node.parent).children[static_cast<std::size_t>(node.as_child)] == m));
        deepest = std::max(deepest, depth(tree, members, m));
      }
      CHECK(deepest == double_tree_depth(members));
    }
  }
}

TEST_CASE("the trees are as deep as the logarithm of their members") {
  CHECK(double_tree_depth(1) == 0);
  CHECK(double_tree_depth(2) == 1);
  CHECK(double_tree_depth(8) == 3);
  CHECK(double_tree_depth(9) == 4);
}

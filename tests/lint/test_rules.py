#!/usr/bin/env python3
"""Plants each violation in a temporary tree and sees its rule fail; and sees the rule pass where nothing is wrong."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lint  # noqa: E402

HEADER = "#pragma once\n"


def function(lines, name="f"):
    """A function whose body, braces included, has that many lines."""
    return f"int {name}(int a) {{\n" + "  a += 1;\n" * (lines - 3) + "  return a;\n}\n"


class RuleTest(unittest.TestCase):
    def judge(self, rule, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            return lint.violations(root, [rule])

    def refuses(self, rule, files, *words):
        found = self.judge(rule, files)
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def accepts(self, rule, files):
        self.assertEqual(self.judge(rule, files), [])


class Layers(RuleTest):
    def test_an_upward_include_is_refused(self):
        self.refuses("layers", {"models/link/a.hpp": HEADER + '#include "workloads/plan.hpp"\n'},
                     "models/link/a.hpp:2", "workloads/plan.hpp")

    def test_a_downward_include_is_fine(self):
        self.accepts("layers", {"models/link/a.hpp": '#include "sim/units/units.hpp"\n#include "models/label.hpp"\n'})

    def test_units_do_not_include_stats(self):
        self.refuses("layers", {"sim/units/a.cpp": '#include "sim/stats/result.hpp"\n'}, "sim/units")

    def test_stats_do_not_include_the_kernel(self):
        self.refuses("layers", {"sim/stats/a.cpp": '#include "sim/kernel/kernel.hpp"\n'}, "sim/stats")

    def test_an_include_without_its_folder_is_refused(self):
        self.refuses("layers", {"sim/stats/a.cpp": '#include "result.hpp"\n'}, "root")

    def test_product_code_does_not_include_tests(self):
        self.refuses("layers", {"app/main.cpp": '#include "tests/support/isolated.hpp"\n'}, "tests/support")

    def test_a_commented_include_does_not_count(self):
        self.accepts("layers", {"sim/stats/a.cpp": '// #include "app/main.hpp"\n'})


class Boxes(RuleTest):
    def test_systemc_outside_its_box_is_refused(self):
        self.refuses("boxes", {"models/link/link_timing.cpp": "#include <systemc>\n"}, "SystemC")

    def test_modules_kernel_and_elaboration_may_see_systemc(self):
        self.accepts("boxes", {path: "#include <systemc>\n" for path in (
            "models/link/link_module.hpp", "sim/kernel/kernel.cpp", "studies/run/elaborate.cpp")})

    def test_yaml_in_a_header_of_config_is_refused(self):
        self.refuses("boxes", {"sim/config/reader.hpp": "#include <yaml-cpp/yaml.h>\n"}, "yaml-cpp")

    def test_boost_graph_outside_topology_is_refused(self):
        self.refuses("boxes", {"models/fabric/a.cpp": "#include <boost/graph/adjacency_list.hpp>\n"}, "Boost.Graph")


class Waits(RuleTest):
    def test_waiting_for_a_time_is_refused(self):
        self.refuses("waits", {"models/link/link_module.cpp": "void f() {\n  wait(timing_.occupancy(n));\n}\n"}, ":2:")

    def test_waiting_for_an_sc_time_is_refused(self):
        self.refuses("waits", {"models/link/link_module.cpp": "void f() { sc_core::wait(10, sc_core::SC_NS); }\n"}, "SC_NS")

    def test_waiting_for_an_event_is_fine(self):
        self.accepts("waits", {"models/link/link_module.cpp": "void f() { wait(credit_event_); wait(); }\n"})

    def test_other_things_called_wait_are_fine(self):
        self.accepts("waits", {"models/host/host_module.cpp": "void f() { host.wait(3); await(3); }\n"})


class Products(RuleTest):
    def test_a_product_in_code_is_refused(self):
        self.refuses("products", {"models/gpu/a.cpp": "int h100_links = 18;\n"}, "h100")

    def test_a_product_in_a_comment_is_refused(self):
        self.refuses("products", {"sim/units/a.hpp": "// as on Blackwell\n"}, "Blackwell")

    def test_products_in_configs_are_fine(self):
        self.accepts("products", {"configs/hgx_b200/system.yaml": "name: hgx_b200\n", "validation/a.cpp": "// H100\n"})

    def test_a_word_that_contains_one_is_fine(self):
        self.accepts("products", {"sim/units/a.cpp": "int grasshopper = 0xa100;\n"})


class Timing(RuleTest):
    def test_a_timing_class_without_its_source_is_refused(self):
        self.refuses("timing", {"models/link/link_timing.hpp": "/// Models: rate.\n/// Ignores: retries.\nclass X {};\n"},
                     "Source:")

    def test_a_complete_block_is_fine(self):
        self.accepts("timing", {"models/link/link_timing.hpp": "/// Models: a\n/// Ignores: b\n/// Source: c\n"})


class SourceLists(RuleTest):
    def test_an_unlisted_source_is_refused(self):
        self.refuses("source_lists", {"sim/units/CMakeLists.txt": "f(units.cpp)\n", "sim/units/units.cpp": "",
                                      "sim/units/text.cpp": ""}, "sim/units/text.cpp")

    def test_a_listed_source_that_is_gone_is_refused(self):
        self.refuses("source_lists", {"sim/units/CMakeLists.txt": "f(units.cpp gone.cpp)\n", "sim/units/units.cpp": ""},
                     "gone.cpp")

    def test_lists_may_name_sub_folders_and_the_root(self):
        self.accepts("source_lists", {
            "sim/CMakeLists.txt": "f(units/a.cpp ${PROJECT_SOURCE_DIR}/sim/b.cpp ${CMAKE_CURRENT_SOURCE_DIR}/c.cpp)\n",
            "sim/units/a.cpp": "", "sim/b.cpp": "", "sim/c.cpp": ""})


class MachinePaths(RuleTest):
    def test_an_absolute_path_of_one_machine_is_refused(self):
        for folder in ("work", "tmp", "home"):
            self.refuses("machine_paths", {"README.md": f"see /{folder}/someone/notes.md\n"}, f"/{folder}/someone")

    def test_relative_paths_and_devices_are_fine(self):
        self.accepts("machine_paths", {"a.md": "models/work/x ../home/y /dev/null ${TMPDIR}/work/z https://a.b/home/c\n"})


class Guards(RuleTest):
    def test_a_header_without_a_guard_is_refused(self):
        self.refuses("guards", {"sim/units/a.hpp": "// why\n#include <string>\n#pragma once\n"}, "pragma once")

    def test_a_comment_may_stand_before_the_guard(self):
        self.accepts("guards", {"sim/units/a.hpp": "// why\n#pragma once\n#include <string>\n"})


class Sizes(RuleTest):
    def test_a_function_of_61_lines_is_refused(self):
        self.refuses("sizes", {"sim/units/a.cpp": "namespace a {\n" + function(61) + "}\n"}, ":2:", "61 lines")

    def test_a_function_of_60_lines_is_fine(self):
        self.accepts("sizes", {"sim/units/a.cpp": function(60)})

    def test_two_short_functions_are_not_one_long_one(self):
        self.accepts("sizes", {"sim/units/a.cpp": function(40, "f") + function(40, "g")})

    def test_a_long_method_inside_a_class_is_refused(self):
        text = "class A final : public B {\n public:\n  A() : a_{1}, b_(2) {}\n" + function(70, "f") + "};\n"
        self.refuses("sizes", {"sim/units/a.hpp": text}, "70 lines")

    def test_a_long_constructor_with_braced_members_is_refused(self):
        self.refuses("sizes", {"sim/units/a.cpp": "A::A(int n) : a_{1}, b_{n} {\n" + "  ++n;\n" * 65 + "}\n"}, "67 lines")

    def test_a_long_test_case_is_refused(self):
        self.refuses("sizes", {"tests/unit/a_test.cpp": 'TEST_CASE("a {b") {\n' + "  CHECK(true);\n" * 65 + "}\n"}, "67")

    def test_a_long_table_of_data_is_fine(self):
        self.accepts("sizes", {"sim/units/a.cpp": "const int kTable[] = {\n" + "  1,\n" * 80 + "};\n"})

    def test_a_file_over_400_lines_is_refused(self):
        self.refuses("sizes", {"sim/units/a.cpp": "int a;\n" * 401}, "401 lines")

    def test_a_long_file_with_a_reason_is_fine(self):
        self.accepts("sizes", {"sim/units/a.cpp": "int a;\n" * 401,
                               "tests/lint/exceptions.txt": "# why\nsim/units/a.cpp: one table\n"})

    def test_a_reason_no_longer_needed_is_refused(self):
        self.refuses("sizes", {"sim/units/a.cpp": "int a;\n", "tests/lint/exceptions.txt": "sim/units/a.cpp: one table\n"},
                     "needs no exception")


class Coverage(unittest.TestCase):
    def test_every_rule_has_a_planted_violation(self):
        tested = {name.__name__.lower() for name in RuleTest.__subclasses__()}
        self.assertEqual({name.replace("_", "") for name in lint.rule_names()}, tested)

    def test_every_rule_runs_under_ctest(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "CMakeLists.txt"), encoding="utf-8") as file:
            listed = file.read().split("foreach(rule ")[1].split(")")[0].split()
        self.assertEqual(sorted(listed), lint.rule_names())


if __name__ == "__main__":
    unittest.main()

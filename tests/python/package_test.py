import ast
import inspect
import pathlib
import unittest

import l2r
from l2r import _l2r, _processor


def public(names):
    return {name for name in names if not name.startswith("_")}


def stub_of(path):
    """Public names of a stub: those of each class by the class, the module's own under ''."""
    found = {"": set()}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found[""].add(node.name)
        if isinstance(node, ast.ClassDef):
            members = {getattr(member, "name", None) or getattr(getattr(member, "target", None), "id", "")
                       for member in node.body}
            found[node.name] = public(members)
    return found


class PackageTest(unittest.TestCase):
    def test_the_stub_has_every_name_of_the_module_and_no_other(self):
        stub = stub_of(pathlib.Path(l2r.__file__).with_name("_l2r.pyi"))
        self.assertEqual(stub.pop(""), public(vars(_l2r)))
        for name, members in stub.items():
            if not issubclass(getattr(_l2r, name), Exception):
                self.assertEqual(members, public(vars(getattr(_l2r, name))), name)

    def test_a_processor_that_cannot_run_the_module_is_refused_by_name(self):
        lines = "processor : 0\nflags\t\t: fpu sse2 {}\nbugs : avx2\n"
        _processor.check(lines.format("avx2"))
        _processor.check("")
        if _processor.NEEDS_AVX2:
            with self.assertRaisesRegex(ImportError, "AVX2"):
                _processor.check(lines.format("avx"))

    def test_everything_that_is_public_is_there_and_documented(self):
        self.assertEqual(sorted(set(l2r.__all__)), l2r.__all__)
        for name in l2r.__all__:
            thing = getattr(l2r, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isclass(thing):
                for member in public(vars(thing)) - {"name", "metric", "rounding", "is_feasible"}:
                    if callable(getattr(thing, member)):
                        self.assertTrue(inspect.getdoc(getattr(thing, member)), f"{name}.{member}")

    def test_names_are_those_that_users_import(self):
        for name in ("Instance", "Solution", "InputError", "OutsideError", "LocalSearch"):
            self.assertEqual(getattr(l2r, name).__module__, "l2r")

    def test_the_package_says_that_it_is_typed(self):
        self.assertTrue(pathlib.Path(l2r.__file__).with_name("py.typed").exists())


if __name__ == "__main__":
    unittest.main()

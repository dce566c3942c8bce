import os
import pathlib
import platform
import subprocess
import sys
import unittest

from support import ROOT, Case

sys.path.insert(0, str(ROOT / "python"))
import l2r_build  # noqa: E402


class BuildTest(Case):
    def build_with(self, cmake, **environment):
        """Asks for a wheel where `cmake` is this script."""
        program = self.folder / "cmake"
        program.write_text(f"#!/bin/sh\n{cmake}\n")
        program.chmod(0o755)
        return subprocess.run([sys.executable, "-c", "import l2r_build; l2r_build.build_wheel('.')"], cwd=self.folder,
                              env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                                   "PYTHONPATH": str(ROOT / "python"), **environment}, capture_output=True, text=True)

    def test_what_the_package_depends_on_is_known_without_a_build(self):
        info = l2r_build.prepare_metadata_for_build_wheel(self.folder)
        self.assertEqual(info, f"l2r-{l2r_build.VERSION}.dist-info")
        self.assertIn("\nRequires-Dist: numpy\n", (self.folder / info / "METADATA").read_text())

    def test_says_what_is_missing_and_for_which_python(self):
        done = self.build_with("echo 'l2r needs: pybind11-dev'; exit 1")
        self.assertIn("l2r needs: pybind11-dev", done.stdout)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, f"what it said is above. The build is for {sys.executable}; .*/usr/bin/python3")

    def test_a_wheel_is_for_any_linux_only_where_hdf5_was_linked_statically(self):
        if platform.libc_ver()[0] != "glibc":
            self.skipTest("wheels of other C libraries have other tags")
        archives = "HDF5_ARCHIVE:FILEPATH=/usr/lib/libhdf5.a\nSZ_ARCHIVE:FILEPATH=SZ_ARCHIVE-NOTFOUND\n"
        for choice, begins in [("ON", "manylinux_"), ("OFF", "None")]:
            (self.folder / "CMakeCache.txt").write_text(f"{archives}L2R_HDF5_IS_STATIC:INTERNAL={choice}\n")
            self.assertTrue(str(l2r_build._platform(self.folder)).startswith(begins), choice)

    def test_uses_the_pybind11_of_the_python_that_it_builds_for(self):
        home = self.folder / "home"
        user = subprocess.run([sys.executable, "-m", "site", "--user-site"], env={**os.environ, "HOME": str(home)},
                              capture_output=True, text=True).stdout.strip()
        pathlib.Path(user).mkdir(parents=True)
        pathlib.Path(user, "pybind11.py").write_text("def get_cmake_dir(): return '/some/folder'\n")
        done = self.build_with('echo "$@"; exit 1', HOME=str(home), PYTHONNOUSERSITE="1")
        self.assertIn("-Dpybind11_DIR=/some/folder", done.stdout)


if __name__ == "__main__":
    unittest.main()

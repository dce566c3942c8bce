import os
import pathlib
import platform
import re
import subprocess
import sys
import sysconfig
import tarfile
import unittest
import zipfile

from support import ROOT, Case

sys.path.insert(0, str(ROOT / "python"))
import l2r_build  # noqa: E402

CHECK = """
import sys, l2r
assert l2r.__file__.startswith(sys.prefix), l2r.__file__
instance = l2r.generate(20)
result = l2r.solve(instance, l2r.MaxRuns(10), optimiser="paper", scorer="network")
assert result.is_feasible() and result.guidance
print(l2r.__version__)
"""


def run(*command, **options):
    # The module that the other tests use must not be found in place of the one that is installed.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
    return done.stdout


class InstallTest(Case):
    def test_pip_installs_the_source_folder_without_a_network(self):
        venv = self.folder / "venv"
        run(sys.executable, "-m", "venv", "--system-site-packages", venv)
        python = venv / "bin" / "python"
        run(python, "-m", "pip", "install", "--no-index", "--quiet", ROOT)
        self.assertEqual(run(python, "-c", CHECK, cwd=self.folder).strip(), l2r_build.VERSION)
        program = venv / "bin" / "l2r"
        self.assertEqual(run(program, "--version", cwd=self.folder).strip(), f"l2r {l2r_build.VERSION}")
        run(program, "solve", ROOT / "examples" / "town-20.vrp", "--optimiser", "paper", "--construction", "random",
            "--scorer", "network", "--runs", "2")
        self.assertIn("Requires: numpy", run(python, "-m", "pip", "show", "l2r"))
        run(python, "-m", "pip", "uninstall", "--yes", "l2r")
        self.assertFalse(list(venv.rglob("l2r*")))

    def test_a_wheel_holds_the_package_the_program_stubs_and_models(self):
        name = l2r_build.build_wheel(self.folder)
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        self.assertRegex(name, rf"^l2r-{l2r_build.VERSION}-{python}-{python}-(many)?linux_\w+\.whl$")
        with zipfile.ZipFile(self.folder / name) as wheel:
            names = set(wheel.namelist())
        for path in ["l2r/__init__.py", "l2r/_l2r.pyi", "l2r/py.typed", "l2r/models/network-100.safetensors",
                     "l2r/bin/l2r", "l2r/_processor.py", f"l2r-{l2r_build.VERSION}.data/scripts/l2r",
                     "l2r/_l2r" + sysconfig.get_config_var("EXT_SUFFIX")]:
            self.assertIn(path, names)

    def test_a_wheel_for_any_linux_needs_only_libraries_that_are_everywhere(self):
        name = l2r_build.build_wheel(self.folder)
        if "manylinux" not in name:
            self.skipTest("this machine has no static HDF5")
        with zipfile.ZipFile(self.folder / name) as wheel:
            wheel.extractall(self.folder)
        package = self.folder / "l2r"
        for path in [package / "bin" / "l2r", *package.glob("_l2r*.so")]:
            needed = set(re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "--dynamic", path)))
            self.assertIn("libc.so.6", needed)
            self.assertLessEqual(needed, {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1",
                                          f"ld-linux-{platform.machine().replace('_', '-')}.so.2"}, path)

    def test_an_editable_install_has_the_sources_on_the_path(self):
        with zipfile.ZipFile(self.folder / l2r_build.build_editable(self.folder)) as wheel:
            place = pathlib.Path(wheel.read("l2r.pth").decode().strip())
        self.assertTrue((place / "l2r" / "__init__.py").samefile(ROOT / "python" / "l2r" / "__init__.py"))

    def test_a_source_archive_has_all_that_cmake_configures(self):
        name = l2r_build.build_sdist(self.folder)
        with tarfile.open(self.folder / name) as archive:
            archive.extractall(self.folder)
        unpacked = self.folder / name.removesuffix(".tar.gz")
        run("cmake", "-S", unpacked, "-B", self.folder / "build", "-DL2R_BUILD_PYTHON=ON",
            "-DL2R_BUILD_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}")
        self.assertIn(f"Version: {l2r_build.VERSION}", (unpacked / "PKG-INFO").read_text())


if __name__ == "__main__":
    unittest.main()

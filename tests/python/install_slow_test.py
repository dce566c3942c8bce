import os
import pathlib
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
        self.assertIn("Requires: numpy", run(python, "-m", "pip", "show", "l2r"))
        run(python, "-m", "pip", "uninstall", "--yes", "l2r")
        self.assertFalse(list(venv.rglob("l2r*")))

    def test_a_wheel_holds_the_package_stubs_and_models(self):
        name = l2r_build.build_wheel(self.folder)
        platform = sysconfig.get_platform().replace("-", "_")
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        self.assertEqual(name, f"l2r-{l2r_build.VERSION}-{python}-{python}-{platform}.whl")
        with zipfile.ZipFile(self.folder / name) as wheel:
            names = set(wheel.namelist())
        for path in ["l2r/__init__.py", "l2r/_l2r.pyi", "l2r/py.typed", "l2r/models/network-100.safetensors",
                     "l2r/_l2r" + sysconfig.get_config_var("EXT_SUFFIX")]:
            self.assertIn(path, names)

    def test_an_editable_install_has_the_sources_on_the_path(self):
        with zipfile.ZipFile(self.folder / l2r_build.build_editable(self.folder)) as wheel:
            place = pathlib.Path(wheel.read("l2r.pth").decode().strip())
        self.assertTrue((place / "l2r" / "__init__.py").samefile(ROOT / "python" / "l2r" / "__init__.py"))

    def test_a_source_archive_builds(self):
        name = l2r_build.build_sdist(self.folder)
        with tarfile.open(self.folder / name) as archive:
            archive.extractall(self.folder)
        unpacked = self.folder / name.removesuffix(".tar.gz")
        run("cmake", "-S", unpacked, "-B", self.folder / "build", "-DL2R_BUILD_PYTHON=ON", "-DL2R_BUILD_APP=OFF",
            "-DL2R_BUILD_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}")
        self.assertIn(f"Version: {l2r_build.VERSION}", (unpacked / "PKG-INFO").read_text())


if __name__ == "__main__":
    unittest.main()

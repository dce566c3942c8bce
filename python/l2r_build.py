"""Builds the Python package with CMake: a PEP 517 and 660 backend that needs nothing but the standard library.

The package holds the module, the program `l2r` and the trained scorers. HDF5 is linked statically where it can be, so that
a wheel runs where no more is installed than Python and NumPy. The build goes to build/python-TAG in the source folder
and is gone on with the next time. The environment variable CMAKE_ARGS holds further options for CMake.
"""

import base64
import hashlib
import os
import platform
import re
import shlex
import shutil
import stat
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = re.search(r"project\(l2r VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
STEM = f"l2r-{VERSION}"
INFO = f"{STEM}.dist-info"
# The command `l2r` finds the package without importing it, and becomes the program.
COMMAND = b"""#!python
import importlib.util
import os
import sys

package = importlib.util.find_spec("l2r").submodule_search_locations[0]
os.execv(os.path.join(package, "bin", "l2r"), ["l2r", *sys.argv[1:]])
"""
# What the sources of the package and of the library behind it are.
SOURCES = ("CMakeLists.txt", "LICENSE", "README.md", "app", "cmake", "models", "pyproject.toml", "python", "src")


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Has pip find out what the package depends on before the build, which takes minutes, not after it."""
    info = Path(metadata_directory, INFO)
    info.mkdir()
    for path, content in _about(_tag()).items():
        Path(metadata_directory, path).write_bytes(content)
    return INFO


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = _build()
    with tempfile.TemporaryDirectory() as stage:
        _run("cmake", "--install", build, "--component", "python", "--strip", "--prefix", stage)
        files = {path.relative_to(stage).as_posix(): path.read_bytes()
                 for path in sorted(Path(stage).rglob("*")) if path.is_file()}
    return _write_wheel(wheel_directory, files, _tag(_platform(build)))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package in the build folder, which has links to the sources, is put on Python's path."""
    return _write_wheel(wheel_directory, {"l2r.pth": f"{_build() / 'python'}\n".encode()}, _tag())


def build_sdist(sdist_directory, config_settings=None):
    def wanted(entry):
        return None if entry.name.endswith((".pyc", "__pycache__")) else entry

    name = f"{STEM}.tar.gz"
    with tempfile.NamedTemporaryFile("wb") as about, \
            tarfile.open(Path(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        about.write(_metadata())
        about.flush()
        archive.add(about.name, f"{STEM}/PKG-INFO")
        for source in SOURCES:
            archive.add(ROOT / source, f"{STEM}/{source}", filter=wanted)
    return name


def _build():
    """The folder of a build that is up to date."""
    folder = ROOT / "build" / f"python-{_tag()}"
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DL2R_BUILD_PYTHON=ON", "-DL2R_BUILD_TESTS=OFF", "-DL2R_STATIC=ON",
               f"-DPython_EXECUTABLE={sys.executable}", f"-DL2R_PORTABLE={'OFF' if _has_avx2() else 'ON'}"]
    if shutil.which("ninja"):
        options += ["-G", "Ninja"]
    cache = folder / "CMakeCache.txt"
    if cache.exists() and f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" not in cache.read_text():
        shutil.rmtree(folder)  # made elsewhere, before the folder was moved or copied
    options += _own_pybind11()
    _run("cmake", "-S", ROOT, "-B", folder, *options, *shlex.split(os.environ.get("CMAKE_ARGS", "")),
         advice=f". The build is for {sys.executable}; Debian's packages are for /usr/bin/python3: use that one, or "
                f"give this one pybind11 and NumPy: {sys.executable} -m pip install pybind11 numpy")
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count() or 1)
    _run("cmake", "--build", folder, "--target", "l2r_python", "l2r_app", "--parallel", jobs)
    return folder


def _own_pybind11():
    """Where the Python that is built for has pybind11, if it has one: pip hides its packages from builds."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run([sys.executable, "-c", "import pybind11; print(pybind11.get_cmake_dir())"],
                           env=environment, capture_output=True, text=True)
    return [f"-Dpybind11_DIR={found.stdout.strip()}"] if found.returncode == 0 else []


def _run(*command, advice=""):
    try:
        subprocess.run([str(word) for word in command], check=True)
    except FileNotFoundError:
        sys.exit(f"l2r: '{command[0]}' is missing; on Debian: apt-get install g++ cmake ninja-build python3-dev "
                 "pybind11-dev libcli11-dev libfmt-dev nlohmann-json3-dev libeigen3-dev libhdf5-dev")
    except subprocess.CalledProcessError as error:
        sys.exit(f"l2r: {shlex.join(error.cmd)} failed; what it said is above{advice}")


def _has_avx2():
    """As ./l2r has it: what cannot be known is taken for granted."""
    if platform.machine() != "x86_64" or not os.path.exists("/proc/cpuinfo"):
        return True
    return re.search(r"^flags.*\bavx2\b", Path("/proc/cpuinfo").read_text(), re.MULTILINE) is not None


def _tag(platform_name=None):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{platform_name or re.sub('[-.]', '_', sysconfig.get_platform())}"


def _platform(build):
    """Where a wheel of this build runs: any Linux with this C library or a later one, if it needs no other packages."""
    library, version = platform.libc_ver()
    is_static = "\nL2R_HDF5_IS_STATIC:INTERNAL=ON\n" in (build / "CMakeCache.txt").read_text()
    if library != "glibc" or not is_static:
        return None
    return f"manylinux_{version.replace('.', '_')}_{platform.machine()}"


def _metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {VERSION}",
             f"Summary: {PROJECT['description']}", f"License: {PROJECT['license']['text']}",
             f"Requires-Python: {PROJECT['requires-python']}"]
    lines += [f"Requires-Dist: {package}" for package in PROJECT["dependencies"]]
    for extra, packages in PROJECT["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f"Requires-Dist: {package} ; extra == '{extra}'" for package in packages]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text()]
    return "\n".join(lines).encode()


def _about(tag):
    """Files that describe the package, by name."""
    return {
        f"{INFO}/METADATA": _metadata(),
        f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nGenerator: l2r_build\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        f"{INFO}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def _write_wheel(wheel_directory, files, tag):
    """Files by name, the command and those that describe the wheel, RECORD with their digests last."""
    name = f"{STEM}-{tag}.whl"
    files = files | {f"{STEM}.data/scripts/l2r": COMMAND} | _about(tag)
    record = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    files[f"{INFO}/RECORD"] = "".join([*record, f"{INFO}/RECORD,,\n"]).encode()
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            runs = path.endswith(("/bin/l2r", "/scripts/l2r"))
            entry.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            wheel.writestr(entry, content)
    return name


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

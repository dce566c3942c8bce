"""Runs the commands and code blocks of a page in a scratch folder: blocks.py fast|slow PAGE.md

`blocks.py list PAGE.md…` prints those of the pages that have blocks which are fast, one a line.

Commands are run from top to bottom, then all blocks of Python as one program.

A comment before a block says what is special about it, <!-- test: WORDS; WORDS -->, with WORDS one of:

    skip REASON       is not run: it needs another machine, or has a test of its own
    slow              is run only when slow blocks are asked for
    mpirun, trainer   is run only where these were built
    before COMMAND    what the block takes for granted is made by this
    file NAME         is what this file holds, for blocks that come later
    A = B             runs with B in place of A: smaller numbers, names of files

All blocks search for a tenth of a second instead of what they say. What is not run is printed with its reason.
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = ("sh", "python", "cpp")
SECONDS = 800 if "slow" in sys.argv[1:2] else 240  # that a block may take
COMMAND = re.compile(r"(\./)?l2r |\./test|docs/build|mpirun|apt|cmake|env/bin/|/usr/bin/python3|python3 |head |cmp |sbatch |"
                     r"experiments/|\(cd |git |pip ")
TIMES = [(r"(--times?) [\d.]+", r"\1 0.1"), (r"\bstop=\d+", "stop=0.1"),
         (r"(l2r solve )(?![^\n]*--(time|runs|settings|help))", r"\1--time 0.1 ")]


class Block(NamedTuple):
    line: int
    language: str
    text: str
    notes: str


def language_of(text):
    return "sh" if COMMAND.match(text.lstrip()) else ""


def blocks_of(page):
    """Code is fenced with its language. Else what begins like a command is commands, and the rest is files."""
    lines = page.read_text().split("\n") + [""]
    found, notes, i = [], "", 0
    while i < len(lines):
        begin = i
        if note := re.fullmatch(r" *<!-- test: (.*) -->", lines[i]):
            notes = note[1]
        elif fence := re.match(r"```([\w{}]*)", lines[i]):
            i = next(end for end in range(i + 1, len(lines)) if lines[end].startswith("```"))
            text = "\n".join(lines[begin + 1 : i])
            found.append(Block(begin + 1, fence[1] or language_of(text), text, notes))
            notes = ""
        elif lines[i].startswith("    ") and lines[i - 1] == "":
            while lines[i + 1].startswith("    ") or lines[i + 1] == "" and lines[i + 2 : i + 3] and lines[i + 2].startswith("    "):
                i += 1
            text = "\n".join(line[4:] for line in lines[begin : i + 1])
            found.append(Block(begin + 1, language_of(text), text, notes))
            notes = ""
        elif lines[i].strip():
            notes = ""
        i += 1
    return found


def reason_to_leave(block, with_slow, built):
    words = [note.strip() for note in block.notes.split(";")]
    if words[0].startswith("skip "):
        return block.notes[5:]
    if "slow" in words and not with_slow:
        return "slow"
    if "mpirun" in words and not (shutil.which("mpirun") and (built / "libl2r_mpi.so").exists()):
        return "no mpirun"
    if "trainer" in words and not (built / "train" / "l2r-train").exists():
        return "no trainer"
    return None


def shortened(block):
    text = block.text
    for change in block.notes.split(";"):
        before, equals, after = change.partition(" = ")
        if equals:
            assert before.strip() in text, f"line {block.line}: there is no '{before.strip()}' to shorten"
            text = text.replace(before.strip(), after.strip())
    for pattern, replacement in TIMES:
        text = re.sub(pattern, replacement, text)
    return text


def prepare(block, folder, built):
    for note in block.notes.split(";"):
        if note.strip().startswith("before "):
            status, output = run(["bash", "-euc", note.strip().removeprefix("before ")], folder, built)
            assert status == 0, f"line {block.line}: {note}: {output}"


def make_folder(folder, built):
    """The project as a reader has it, with the program that was built in place of the launcher."""
    for name in ("examples", "experiments", "models", "src"):
        (folder / name).symlink_to(ROOT / name)
    program = folder / "l2r"
    program.write_text(f'#!/bin/sh\nexec "{built}/app/l2r" "$@"\n')
    program.chmod(0o755)


def run(command, folder, built):
    environment = {**os.environ, "PYTHONPATH": str(built / "python"), "PATH": f"{folder}:{os.environ['PATH']}",
                   "L2R": str(built / "app" / "l2r"), "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg",
                   "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=SECONDS)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return 124, f"{process.communicate()[0]}\nno end within {SECONDS} s"


def cpp_program(text):
    """Lines of #include, and the rest as the body of main."""
    lines = text.split("\n")
    includes = [line for line in lines if line.startswith("#include")]
    body = [line for line in lines if not line.startswith("#include")]
    return "\n".join([*includes, "int main() {", *body, "}"])


def command_for(block, text, folder, built):
    if block.language == "cpp":
        (folder / "block.cpp").write_text(cpp_program(text))
        shutil.copy(ROOT / "examples" / "town-20.vrp", folder / "town.vrp")
        text = (f'c++ -std=c++20 -I "{ROOT}/src" block.cpp "{built}/libl2r.a" "{os.environ["L2R_HDF5"]}" '
                "-ldl -lpthread -o block && ./block")
    return ["bash", "-euo", "pipefail", "-c", text]


def main(label, page):
    with_slow, page, built = label == "slow", pathlib.Path(page), pathlib.Path(os.environ["L2R_BUILD"])
    python, failed, ran = [], 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_folder(folder, built)

        def check(what, command):
            status, output = run(command, folder, built)
            if status != 0:
                print(f"{what}: exit code {status}\n{command[-1]}\n{output}")
            return status != 0

        for block in blocks_of(page):
            if block.notes.startswith("file "):
                (folder / block.notes.removeprefix("file ")).write_text(block.text + "\n")
            if block.language not in LANGUAGES:
                continue
            if reason := reason_to_leave(block, with_slow, built):
                print(f"{page.name}:{block.line}: left out: {reason}")
                continue
            prepare(block, folder, built)
            text = shortened(block)
            ran += 1
            if block.language == "python":  # those of a page are one program, whose lines are those of the page
                python += [""] * (block.line - len(python)) + text.split("\n")
            else:
                failed += check(f"{page}:{block.line}", command_for(block, text, folder, built))
        if python:
            (folder / page.name).write_text("\n".join(python))
            failed += check(f"{page}, Python", [sys.executable, page.name])
    print(f"{page.name}: {ran} blocks, {failed} failures")
    return 1 if failed else 0


def has_fast_block(page):
    return any(block.language in LANGUAGES and not block.notes.startswith("skip ") and "slow" not in block.notes.split("; ")
               for block in blocks_of(pathlib.Path(page)))


if __name__ == "__main__":
    if sys.argv[1] == "list":
        print("\n".join(filter(has_fast_block, sys.argv[2:])))
    else:
        sys.exit(main(*sys.argv[1:]))

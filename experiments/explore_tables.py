#!/usr/bin/env python3
"""Writes results.md of each folder from what `l2r experiment paper --json` said.

explore_tables.py WORK HERE    WORK holds paper-20.json and the like; HERE the folders
"""
import json
import pathlib
import sys

work, here = map(pathlib.Path, sys.argv[1:])
SIZES = (20, 50, 100)


def figure(of, name, size):
    figures = json.loads((work / f"{of}-{size}.json").read_text())["figures"]
    return next(f for f in figures if f["figure"] == name)


def paired(difference):
    half_width = difference["interval_95"][1] - difference["value"]
    p = "< 0.001" if difference["p"] < 0.001 else f"{difference['p']:.3f}"
    return f"{difference['value']:+.4f} ± {half_width:.4f} | {p}"


def factor(of):
    number = lambda value: f"> {of['limit']:.2g}" if value is None else f"{value:.2g}"
    return f"{number(of['value'])} [{number(of['interval_95'][0])}, {number(of['interval_95'][1])}]"


def runs_table(of, name, size):
    f = figure(of, name, size)
    yield f"### {size} customers: {f['instances']} instances, {f['runs']} runs, seed {f['seed']}"
    yield ""
    yield f"| | a run | minus unguided | p | best | minus unguided | p | runs × at {f['early_runs']} | runs × at {f['runs']} |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for arm in f["arms"]:
        row = f"| {arm['arm']} | {arm['mean_length']:.4f} |"
        if "best_difference" in arm:
            row += f" {paired(arm['length_difference'])} | {arm['best']:.4f} | {paired(arm['best_difference'])} |"
            row += f" {factor(arm['early_run_factor'])} | {factor(arm['run_factor'])} |"
        else:
            row += f" | | {arm['best']:.4f} | | | | |"
        yield row
    yield ""


def time_table(title, of, names, sizes=SIZES):
    yield f"## {title}"
    yield ""
    yield "| | customers | arm | CPU time, ms | time × | pays from, ms a run |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        for size in sizes:
            f = figure(of, name, size)
            for arm in f["arms"]:
                row = f"| {name} | {size} | {arm['arm']} | {1000 * arm['cpu_seconds']:.3g} |"
                if "time_factor" in arm:
                    row += f" {factor(arm['time_factor'])} | {pays_from(f, arm)} |"
                yield row if "time_factor" in arm else row + " 1 | |"
    yield ""


def pays_from(f, arm):
    """How long a run has to take for the runs that are saved to make good for the scores."""
    worth = arm["run_factor"]["value"]
    if arm["scorer"] is None or (worth is not None and worth <= 1):
        return ""
    scoring = (arm["cpu_seconds"] - f["arms"][0]["cpu_seconds"]) / f["runs"]
    return f"{1000 * scoring / ((worth or arm['run_factor']['limit']) - 1):.2g}"


HEAD = """<!-- Written by experiments/explore -->
Means over instances; ± is the half-width of the 95 % interval of the paired difference, p that of each comparison by itself. *runs ×*:
unguided runs that do as well as one of the arm, with the 95 % interval (bootstrap over instances).
"""
TIME_HEAD = """<!-- Written by experiments/explore -->
*CPU time* is that of the arm's 100 runs (of one thread); *time ×* the unguided CPU time that does as well, divided by it, with the 95 % interval: above 1
guidance pays, below it costs. *Pays from*: the time of a run from which on the arm's runs, being worth so many unguided ones, would make good for its scores.
Savings restarts need no learning.
"""


def write(folder, head, *parts):
    text = head + "\n" + "\n".join(line for part in parts for line in part)
    (here / folder / "results.md").write_text(text.rstrip() + "\n")


def titled(title, of, name):
    yield f"## {title}"
    yield ""
    for size in SIZES:
        yield from runs_table(of, name, size)


write("restart", HEAD, titled("Random restarts", "paper", "restart"))
write("perturb", HEAD, titled("Two routes perturbed", "paper", "perturb"),
      titled("The same, by scorers that were trained on perturbed starts", "improve", "perturb"))
write("population", HEAD, titled("The best 20 stay (Algorithm 2)", "paper", "population"),
      titled("The best offspring stays (the supplement's variant)", "paper", "population-replace"))
write("diversity", HEAD, titled("The best 20 stay", "diversity", "population"),
      titled("The best offspring stays", "diversity", "population-replace"))
write("adaptation", HEAD, titled("Random restarts", "adaptation", "restart"), titled("Two routes perturbed", "adaptation", "perturb"))
write("equal-time", TIME_HEAD,
      time_table("The paper's arms", "paper", ("restart", "perturb", "population", "population-replace")),
      time_table("Racing: one cycle for each candidate, the shortest goes on", "race", ("restart", "perturb")),
      time_table("Racing perturbed starts, on 1,000 instances", "race-perturb", ("perturb",), (50, 100)),
      time_table("Linear scorers that were trained on perturbed starts", "improve", ("perturb",)))

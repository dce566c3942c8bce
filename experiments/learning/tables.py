#!/usr/bin/env python3
"""Writes the tables of the learning experiments, in Markdown, from the JSON files of `l2r evaluate`.

    tables.py results > results.md
"""
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
sizes = (20, 50, 100)
# Tables 2 and 3 of the paper: accuracy in percent, AUC.
paper_by_size = {20: (53.41, 0.5559), 50: (54.11, 0.5611), 100: (52.66, 0.5511)}
paper_by_cycles = {1: (59.23, 0.6318), 2: (54.86, 0.5775), 3: (51.43, 0.5323), 4: (52.52, 0.5498), 5: (51.84, 0.5407)}


def read(name):
    path = folder / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def scorers(report):
    return {entry["scorer"].removesuffix(".safetensors"): entry for entry in report["scorers"]}


def figure(measured, factor=1.0, digits=4):
    low, high = (factor * end for end in measured["interval_95"])
    return f"{factor * measured['value']:.{digits}f} ± {(high - low) / 2:.{digits}f}"


def accuracy(entry):
    return figure(entry["accuracy"], 100, 2)


def table(titles, rows):
    print("| " + " | ".join(titles) + " |")
    print("|" + "---|" * len(titles))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def by_size():
    reports = {size: read(f"table2-{size}") for size in sizes}
    reports = {size: report for size, report in reports.items() if report}
    print("## Table 2: which of two random starts ends shorter\n")
    for measure, show, paper in (
        ("accuracy", accuracy, lambda size: f"{paper_by_size[size][0]:.2f}"),
        ("auc", lambda entry: figure(entry["auc"]), lambda size: f"{paper_by_size[size][1]:.4f}"),
    ):
        rows = [["paper's network"] + [paper(size) for size in reports]]
        for name, title in (("network", "our network"), ("linear", "linear scorer"), ("length", "length of the start")):
            entries = [scorers(report)[name if name == "length" else f"{name}-{size}"] for size, report in reports.items()]
            rows.append([title] + [show(entry) for entry in entries])
        difference = [scorers(report)[f"network-{size}"][f"{measure}_difference"] for size, report in reports.items()]
        factor, digits = (100, 2) if measure == "accuracy" else (1, 4)
        rows.append(["network minus linear"] + [figure(d, factor, digits) for d in difference])
        for name, label in (("cycle-network", "network, after one cycle"), ("cycle", "linear scorer, after one cycle")):
            entries = [scorers(report)[f"{name}-{size}"] for size, report in reports.items()]
            rows.append([label] + [show(entry) for entry in entries])
        title = "accuracy, %" if measure == "accuracy" else "AUC"
        table([title] + [f"N={size} ({report['pairs']:,} pairs)" for size, report in reports.items()], rows)


def costs():
    reports = {size: read(f"gain-{size}") for size in sizes}
    reports = {size: report for size, report in reports.items() if report}
    print("## What a score costs\n\nCPU time of a start, as a share of a run of the optimiser, 64 at a time, instance set-up included.\n")
    names = (("network", "our network"), ("linear", "linear scorer"), ("cycle-network", "network, after one cycle"), ("cycle", "linear scorer, after one cycle"))
    rows = [["a run, µs"] + [f"{1e6 * report['run_seconds']:.0f}" for report in reports.values()]]
    for name, title in names:
        rows.append([title] + [f"{scorers(r)[f'{name}-{size}']['score_to_run']:.2f}" for size, r in reports.items()])
    table(["score / run"] + [f"N={size}" for size in reports], rows)


def by_cycles():
    reports = {cycles: read(f"table3-{cycles}") for cycles in paper_by_cycles}
    reports = {cycles: report for cycles, report in reports.items() if report}
    print("## Table 3: runs of at most M cycles, N=20\n")
    for title, show, column in (("accuracy, %", accuracy, 0), ("AUC", lambda entry: figure(entry["auc"]), 1)):
        rows = [["paper's network"] + [f"{paper_by_cycles[cycles][column]:.{4 if column else 2}f}" for cycles in reports]]
        for name, label in (("network-20", "our network"), ("linear-20", "linear scorer"), ("length", "length of the start")):
            rows.append([label] + [show(scorers(report)[name]) for report in reports.values()])
        table([title] + [f"M={cycles}" for cycles in reports], rows)


def by_name(heading, end, first, names):
    end, first = read(end), read(first)
    if not end:
        return
    print(f"## {heading}\n")
    rows = []
    for name, title in names.items():
        entry = scorers(end)[name]
        after_one = scorers(first).get(name) if first else None
        rows.append([title, accuracy(entry), figure(entry["auc"]), accuracy(after_one) if after_one else ""])
    table(["N=20", "accuracy, %", "AUC", "accuracy at M=1, %"], rows)


def gains():
    print("## Best of K: the change of the expected length, %\n")
    for size in sizes:
        report = read(f"gain-{size}")
        if not report:
            continue
        counts = [gain["candidates"] for gain in report["oracle_gains"]]
        rows = [[entry["scorer"].removesuffix(".safetensors")] + [figure(gain["change_percent"], 1, 2) for gain in entry["gains"]] for entry in report["scorers"]]
        rows.append(["knowing all outcomes"] + [figure(gain["change_percent"], 1, 2) for gain in report["oracle_gains"]])
        table([f"N={size}"] + [f"K={count}" for count in counts], rows)


print("# Learning: results\n\nWritten by `experiments/learning/run`; ± is half of a 95 % interval:\nresampled by instance, and for the best of K the normal approximation over instances.\n")
by_size()
by_cycles()
costs()
gains()
by_name(
    "Regression, and what each addition is worth (same training, one thing changed)",
    "what-helps-20",
    "what-helps-1-20",
    {
        "pairs-20": "pairs, as everywhere here",
        "regression-20": "regression on the length",
        "given-20": "routes as given, not tidied",
        "no-turn-20": "without turning and mirroring",
        "converged-20": "without scores for M=1..5",
        "single-run-20": "labels from one run, not the mean over 8 orders",
    },
)
curve = {}
for count in (1250, 12500, 125000):
    for kind in ("linear", "network"):
        curve[f"curve-{kind}-{count}"] = f"{8 * count:,} starts, {kind}"
by_name("Accuracy against the number of starts to learn from", "curve-20", "curve-1-20", curve)

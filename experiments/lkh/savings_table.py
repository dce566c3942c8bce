#!/usr/bin/env python3
"""Compares what `l2r experiment testset --json` said of several ways on the same instances: each with the first.

savings_table.py savings-10-none-1.json OTHER.json ...      savings-RUNS-SCORER-CANDIDATES.json each
"""
import json
import math
import pathlib
import statistics
import sys

results = [(pathlib.Path(path).stem, json.loads(pathlib.Path(path).read_text())) for path in sys.argv[1:]]
first = results[0][1]["lengths"]
print("| runs, scorer, candidates | mean length | minus first | p | seconds |")
print("|---|---|---|---|---|")
for name, result in results:
    differences = [a - b for a, b in zip(result["lengths"], first)]
    compared = "| "
    if any(differences):
        mean, error = statistics.mean(differences), statistics.stdev(differences) / math.sqrt(len(differences))
        p = 2 * statistics.NormalDist().cdf(-abs(mean) / error)
        compared = f"{mean:+.4f} ± {1.96 * error:.4f} | " + ("<0.001" if p < 0.001 else f"{p:.3f}")
    _, runs, *scorer, candidates = name.split("-")
    print(f"| {runs}, {'-'.join(scorer)}, {candidates} | {result['mean_length']:.4f} | {compared} | "
          f"{result['seconds'] / len(first):.3f} |")

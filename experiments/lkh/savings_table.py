#!/usr/bin/env python3
"""Compares what `l2r experiment testset --json` said of several ways on the same instances: each with the first.

savings_table.py savings-10-none-1.json OTHER.json ...
"""
import json
import math
import pathlib
import statistics
import sys

results = [(pathlib.Path(path).stem, json.loads(pathlib.Path(path).read_text())) for path in sys.argv[1:]]
first = results[0][1]["lengths"]
print("| runs, scorer, candidates | mean length | minus first | seconds |")
print("|---|---|---|---|")
for name, result in results:
    differences = [a - b for a, b in zip(result["lengths"], first)]
    mean = statistics.mean(differences)
    half_width = 1.96 * statistics.stdev(differences) / math.sqrt(len(differences))
    print(f"| {name.removeprefix('savings-').replace('-', ', ')} | {result['mean_length']:.4f} | {mean:+.4f} ± {half_width:.4f} | "
          f"{result['seconds'] / len(first):.3f} |")

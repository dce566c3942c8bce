#!/usr/bin/env python3
"""An optimiser of your own, 2-opt on each route: l2r solve town.vrp --optimiser exec:examples/optimiser.py"""
import json
import math
import sys

ROUNDING = {"none": float, "nearest": lambda d: math.floor(d + 0.5), "ceil": math.ceil, "trunc": math.floor}


def distances(instance):
    if instance["metric"] not in ("euclidean", "matrix"):
        raise ValueError(f"distances that are {instance['metric']} are not supported")
    rounded, places = ROUNDING[instance["rounding"]], instance["places"]
    return instance.get("distances") or [[rounded(math.dist(a, b)) for b in places] for a in places]


def two_opt(route, d):
    stops, better = [0, *route, 0], True
    while better:
        better = False
        for i in range(1, len(stops) - 2):
            for j in range(i + 1, len(stops) - 1):
                gain = d[stops[i - 1]][stops[i]] + d[stops[j]][stops[j + 1]]
                gain -= d[stops[i - 1]][stops[j]] + d[stops[i]][stops[j + 1]]
                if gain > 1e-9:
                    stops[i:j + 1] = stops[i:j + 1][::-1]
                    better = True
    return stops[1:-1]


for line in sys.stdin:  # ends when l2r closes it
    request = json.loads(line)
    try:
        if "instance" in request:  # else the same as last time
            d = distances(request["instance"])
        answer = {"routes": [two_opt(route, d) for route in request["start"]]}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps({"id": request["id"], **answer}), flush=True)

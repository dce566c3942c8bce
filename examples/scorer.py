#!/usr/bin/env python3
"""A scorer of your own, the length of routes put into order: l2r evaluate DIR --scorer exec:examples/scorer.py"""
import json
import math
import sys


def distances(instance):
    if instance["metric"] not in ("euclidean", "matrix"):
        raise ValueError(f"distances that are {instance['metric']} are not supported")
    places = instance["places"]
    return instance.get("distances") or [[math.dist(a, b) for b in places] for a in places]


def ordered_length(route, d):
    """From the depot always on to the nearest customer that is left."""
    here, left, length = 0, set(route), 0
    while left:
        there = min(left, key=lambda customer: d[here][customer])
        left.remove(there)
        length += d[here][there]
        here = there
    return length + d[here][0]


for line in sys.stdin:  # ends when l2r closes it
    request = json.loads(line)
    try:
        if "instance" in request:  # else the same as last time
            d = distances(request["instance"])
        answer = {"scores": [sum(ordered_length(route, d) for route in start) for start in request["starts"]]}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps({"id": request["id"], **answer}), flush=True)

#!/usr/bin/env python3
"""A scorer of your own, how widely routes are spread: l2r evaluate DIR --cycles 1 --scorer exec:examples/scorer.py"""
import json
import sys


def spread(route, places):
    """Squared distances of customers to the middle of their route, added up."""
    xs, ys = zip(*(places[customer] for customer in route))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) ** 2 + (b - y) ** 2 for a, b in zip(xs, ys))


for line in sys.stdin:  # ends when l2r closes it
    request = json.loads(line)
    try:
        if "instance" in request:  # else the same as last time
            places = request["instance"]["places"]
            if not places:
                raise ValueError("instances without coordinates are not supported")
        answer = {"scores": [sum(spread(route, places) for route in start) for start in request["starts"]]}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
